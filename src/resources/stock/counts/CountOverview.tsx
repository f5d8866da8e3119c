import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useMany } from '../../../core/mask/data.ts';
import { asList, asNumber, asText } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { NOTHING, useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useRead } from '../../../providers/use-call.ts';
import './counts.css';

/** The answer of `GET /v0/counts/:id/lines`. `expected` is null while the place is still being counted. */
type CountLine = {
  place: string;
  sku: string;
  name: string;
  lot: string;
  serial: string;
  condition: string;
  expected: number | null;
  counted: number;
  round: number;
};
const WAIT = 500;

function useLines(id: string) {
  const client = useQueryClient();
  const queryKey = ['data', 'default', 'count-lines', id];
  // Counting creates scans. The count's own row changes only with its state.
  useReloadOnChange(
    ({ area, id: changed }) => area === 'scans' || (area === 'counts' && changed === id),
    () => void client.invalidateQueries({ queryKey, refetchType: 'active' }),
    WAIT,
  );
  return useRead<CountLine[]>(`/v0/counts/${encodeURIComponent(id)}/lines`, { queryKey, enabled: id !== '', background: true });
}

function Difference({ line }: { line: CountLine }) {
  const { number } = useFormat();
  if (line.expected === null) return NOTHING;
  const off = line.counted - line.expected;
  return <b data-off={off !== 0 || undefined}>{off > 0 ? `+${number(off)}` : number(off)}</b>;
}

function Lines({ lines }: { lines: readonly CountLine[] }) {
  const t = useT();
  const { number } = useFormat();
  return (
    <table className="m-table c-lines">
      <caption className="m-hidden">{t('counts.page.lines')}</caption>
      <TableHead
        columns={[
          { label: t('counts.page.place') },
          { label: t('counts.page.goods') },
          { label: t('counts.page.expected'), end: true },
          { label: t('counts.page.counted'), end: true },
          { label: t('counts.fields.variance'), end: true },
        ]}
      />
      <tbody>
        {lines.map((line) => (
          <tr key={[line.place, line.sku, line.lot, line.serial, line.condition].join(' ')}>
            <th scope="row" className="m-mono">
              {line.place}
            </th>
            <td>
              <span className="m-mono">{line.sku}</span> {line.name}
              <small>
                {[line.lot, line.serial, line.condition === 'good' ? '' : t(`stockBalances.conditions.${line.condition}`)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </td>
            <td className="m-end m-figures">{number(line.expected)}</td>
            <td className="m-end m-figures">{number(line.counted)}</td>
            <td className="m-end m-figures">
              <Difference line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The places of a count with their progress and results. Expected pieces are shown once a place is completely counted. */
export function CountOverview({ row }: PartProps) {
  const t = useT();
  const id = asText(row['id']);
  const round = asNumber(row['round']) ?? 1;
  const state = asText(row['state']);
  const ids = useMemo(() => asList(row['compartmentIds']), [row]);
  const places = useMany('compartments', ids);
  const query = useLines(id);
  const [differing, setDiffering] = useState(false);
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={6} />;
  const current = query.data.filter((line) => line.round === round);
  const shown = differing ? current.filter((line) => line.expected !== null && line.expected !== line.counted) : current;
  const stateOf = (code: string): 'open' | 'counting' | 'done' | 'off' => {
    const own = current.filter((line) => line.place === code);
    if (own.some((line) => line.expected === null)) return 'counting';
    if (own.length === 0) return state === 'open' || state === 'counting' ? 'open' : 'done';
    return own.some((line) => line.expected !== line.counted) ? 'off' : 'done';
  };
  const meaning = { open: 'wait', counting: 'work', done: 'done', off: 'stop' } as const;
  const codes = (places.data ?? []).map((place) => asText(place['code'])).sort();
  return (
    <div className="c-page">
      <p className="m-quiet">{t('counts.page.round', { n: round })}</p>
      <section>
        <h2>{t('counts.page.places', { count: ids.length })}</h2>
        <ul className="c-places">
          {codes.map((code) => {
            const at = stateOf(code);
            return (
              <li key={code}>
                <span className="m-mono">{code}</span> <StatusTag meaning={meaning[at]}>{t(`counts.page.states.${at}`)}</StatusTag>
              </li>
            );
          })}
        </ul>
      </section>
      <section>
        <h2>{t('counts.page.found')}</h2>
        {current.length === 0 ? (
          <p className="m-quiet">{t('counts.page.nothing')}</p>
        ) : (
          <>
            <label className="c-switch">
              <input type="checkbox" className="m-check" checked={differing} onChange={(event) => setDiffering(event.target.checked)} />
              {t('counts.page.onlyDiffering')}
            </label>
            <Lines lines={shown} />
          </>
        )}
      </section>
    </div>
  );
}
