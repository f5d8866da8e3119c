import { useFormat } from '../../../../providers/format.ts';
import { useHistory } from '../../data.ts';
import { useMaskT } from '../../field-context.ts';

const SHOWN = 3;

/** Who changed the record last. */
export function PreviewChanges({ area, id }: { area: string; id: string }) {
  const t = useMaskT();
  const { relative, instant } = useFormat();
  const changes = useHistory(area, id).data ?? [];
  if (changes.length === 0) return null;
  return (
    <section className="p-part">
      <header>
        <h3>{t('record.changes')}</h3>
      </header>
      <ol className="p-steps">
        {changes.slice(0, SHOWN).map(({ at, action, byName }) => (
          <li key={`${at} ${action}`}>
            <span>
              {byName ?? t('history.system')} {t(`history.${action}`)}
            </span>
            <time dateTime={at} title={instant(at)}>
              {relative(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
