import type { Mask } from '#contract/core/mask';
import { formatInstant, formatRelative } from '../../../providers/format.ts';
import { type HistoryEntry, titleOf, useHistory, useMany } from '../data.ts';
import { equal } from '../equal.ts';
import { useFields, useMaskT } from '../field-context.ts';
import { asText, isNothing, NOTHING, type Row } from '../kinds/kind.ts';
import { Cell } from '../kinds/registry.tsx';
import { ListSkeleton, LoadError } from '../list/states.tsx';

const NOT_SHOWN = new Set(['id', 'version', 'sortAt', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt']);

/** The history has ids. The title of a referenced row is read when it is shown. */
function ReferenceTitle({ area, id }: { area: string; id: string }) {
  const [row] = useMany(area, [id]).data ?? [];
  return row ? titleOf(row) : id;
}

function Value({ mask, name, row }: { mask: Mask; name: string; row: Row | null }) {
  const field = useFields();
  const spec = mask.fields[name];
  const value = row?.[name];
  if (isNothing(value)) return NOTHING;
  if (spec?.kind === 'reference') return <ReferenceTitle area={spec.area} id={asText(value)} />;
  if (!spec) return typeof value === 'object' ? JSON.stringify(value) : asText(value);
  return <Cell value={value} field={field(name, spec, row ?? {})} />;
}

const changedFields = ({ before, after }: HistoryEntry): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !NOT_SHOWN.has(name) && !/Labels?$/.test(name) && !equal(before?.[name], after?.[name]),
  );

function Entry({ mask, entry }: { mask: Mask; entry: HistoryEntry }) {
  const t = useMaskT();
  const field = useFields();
  const label = (name: string): string => {
    const spec = mask.fields[name];
    return spec ? field(name, spec, {}).text(spec.label) : name;
  };
  const fields = changedFields(entry);
  return (
    <li>
      <p>
        <time dateTime={entry.at} title={formatInstant(entry.at)}>
          {formatRelative(entry.at)}
        </time>
        {' · '}
        <strong>{entry.byName ?? t('history.system')}</strong> {t(`history.${entry.action}`)}
      </p>
      {fields.length > 0 ? (
        <dl className="m-diff">
          {fields.map((name) => (
            <div key={name}>
              <dt>{label(name)}</dt>
              <dd>
                {entry.before ? (
                  <>
                    <del>
                      <Value mask={mask} name={name} row={entry.before} />
                    </del>
                    {' → '}
                  </>
                ) : null}
                <ins>
                  <Value mask={mask} name={name} row={entry.after} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}

export function HistoryTab({ mask, id }: { mask: Mask; id: string }) {
  const t = useMaskT();
  const query = useHistory(mask.area, id);
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={5} />;
  if (query.data.length === 0) return <p className="m-quiet">{t('history.none')}</p>;
  return (
    <ol className="m-history">
      {query.data.map((entry) => (
        <Entry key={`${entry.at}${entry.action}`} mask={mask} entry={entry} />
      ))}
    </ol>
  );
}
