import type { Mask } from '#contract/core/mask';
import { useFormat } from '../../../../providers/format.ts';
import { useHistory } from '../../data.ts';
import { useMaskT } from '../../field-context.ts';

const SHOWN = 4;

/** Who changed the record last. The whole history is a tab of its own. */
export function LastChanges({ mask, id, onAll }: { mask: Mask; id: string; onAll: () => void }) {
  const t = useMaskT();
  const { relative, instant } = useFormat();
  const changes = useHistory(mask.area, id).data ?? [];
  if (changes.length === 0) return null;
  return (
    <section className="r-card">
      <header>
        <h2>{t('record.changes')}</h2>
        {changes.length > SHOWN ? (
          <button type="button" className="r-link" onClick={onAll}>
            {t('record.showAll')}
          </button>
        ) : null}
      </header>
      <ol className="r-changes">
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
