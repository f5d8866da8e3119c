import type { Mask } from '#contract/core/mask';
import { useFormat } from '../../../../providers/format.ts';
import { useHistory } from '../../data.ts';
import { useMaskT } from '../../field-context.ts';

const SHOWN = 4;

type Changes = NonNullable<ReturnType<typeof useHistory>['data']>;

/** Who changed a record and when, the newest first. */
export function ChangeList({ changes, className }: { changes: Changes; className: string }) {
  const t = useMaskT();
  const { relative, instant } = useFormat();
  return (
    <ol className={className}>
      {changes.map(({ at, action, byName }) => (
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
  );
}

/** Who changed the record last. The whole history is a tab of its own. */
export function LastChanges({ mask, id, onAll }: { mask: Mask; id: string; onAll: () => void }) {
  const t = useMaskT();
  const changes = useHistory(mask.area, id).data ?? [];
  if (changes.length === 0) return null;
  return (
    <section className="r-card">
      <header>
        <h2>{t('record.changes')}</h2>
        {changes.length > SHOWN ? (
          <button type="button" className="k-link-button" onClick={onAll}>
            {t('record.showAll')}
          </button>
        ) : null}
      </header>
      <ChangeList changes={changes.slice(0, SHOWN)} className="r-changes" />
    </section>
  );
}
