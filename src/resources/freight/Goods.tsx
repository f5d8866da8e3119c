import { useQueryClient } from '@tanstack/react-query';
import { packedOf, readPackingList } from '#contract/freight/packing-list';
import { StatusTag } from '../../core/mask/kinds/StatusTag.tsx';
import { TableHead } from '../../core/mask/PageTable.tsx';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { useReloadOnChange } from '../../providers/reload-on-change.ts';
import { useRead } from '../../providers/use-call.ts';

/** A line of the inbound order, in pieces. */
type Line = { id: string; sku: string; name: string; ordered: number; cancelled: number; received: number };
type Row = { sku: string; announced: number; received: number | null };
const WAIT = 500;

function useReceived(inboundId: string): Row[] | null {
  const client = useQueryClient();
  const queryKey = ['data', 'default', 'taskLines', 'of', inboundId];
  useReloadOnChange(
    ({ area, id }) => area === 'taskLines' || (area === 'tasks' && id === inboundId),
    () => void client.invalidateQueries({ queryKey, refetchType: 'active' }),
    WAIT,
  );
  const lines = useRead<Line[]>(`/v0/taskLines?taskId=${encodeURIComponent(inboundId)}&l=500`, {
    queryKey,
    enabled: inboundId !== '',
    background: true,
  }).data;
  return lines ? lines.map(({ sku, ordered, received }) => ({ sku, announced: ordered, received })) : null;
}

/** Announced goods; once the container was devanned, what came of them and how far it differs. */
export function Goods({ text, inboundId }: { text: string; inboundId: string }) {
  const t = useT();
  const { number } = useFormat();
  const received = useReceived(inboundId);
  const packed = readPackingList(text);
  const rows: Row[] = received ?? packed.map(({ sku, qty }) => ({ sku, announced: qty, received: null }));
  const { packages, weight } = packedOf(packed);
  if (rows.length === 0) return <p className="m-quiet">{t('containers.page.noGoods')}</p>;
  const sum = (value: (row: Row) => number): number => rows.reduce((all, row) => all + value(row), 0);
  const pieces = sum(({ announced }) => announced);
  return (
    <>
      <table className="m-table">
        <TableHead
          columns={[
            { label: t('containers.page.sku') },
            { label: t('containers.page.pieces'), end: true },
            ...(received
              ? [
                  { label: t('containers.page.received'), end: true },
                  { label: t('containers.page.difference'), end: true },
                ]
              : []),
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.sku}>
              <th scope="row" className="m-mono">
                {row.sku}
              </th>
              <td className="m-end m-figures">{number(row.announced)}</td>
              {row.received === null ? null : (
                <>
                  <td className="m-end m-figures">{number(row.received)}</td>
                  <td className="m-end m-figures">
                    <Difference announced={row.announced} received={row.received} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="m-quiet">
        {received
          ? t('containers.page.receivedOf', { received: number(sum((row) => row.received ?? 0)), pieces: number(pieces) })
          : t('containers.page.sum', { lines: number(rows.length), pieces: number(pieces) })}
        {packages === undefined ? '' : ` · ${t('containers.page.packages', { count: packages })}`}
        {weight === undefined ? '' : ` · ${number(weight / 1000)} kg`}
      </p>
    </>
  );
}

function Difference({ announced, received }: { announced: number; received: number }) {
  const t = useT();
  const { number } = useFormat();
  const off = received - announced;
  if (off === 0) return <StatusTag meaning="done">{t('containers.page.asAnnounced')}</StatusTag>;
  if (received === 0) return <span className="m-quiet">{number(off)}</span>;
  return (
    <StatusTag meaning={off < 0 ? 'wait' : 'stop'}>
      {off > 0 ? '+' : ''}
      {number(off)}
    </StatusTag>
  );
}
