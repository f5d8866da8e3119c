import { useRows } from '../../../core/mask/data.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import './inventory.css';

/** More places than anybody reads below each other. The list "by place" shows all of them. */
const MOST = 50;
const FIGURES = ['onHand', 'reserved', 'free'] as const;
const figure = (row: Row, name: string): number => Number(row[name] ?? 0);

/** Where an item is in stock: one row for each place, lot and condition, with sums. */
export function StockPlaces({ itemId }: { itemId: string }) {
  const t = useT();
  const { number, date } = useFormat();
  const query = useRows('stockBalances', {
    limit: MOST,
    cursor: null,
    search: '',
    sort: 'place',
    back: false,
    filters: [
      { field: 'itemId', op: 'eq', value: itemId },
      { field: 'onHand', op: 'gt', value: '0' },
    ],
  });
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={3} />;
  const { data: rows, total } = query.data;
  if (rows.length === 0) return <p className="m-quiet">{t('itemStocks.places.none')}</p>;
  const details = (row: Row): string =>
    [
      asText(row['lot']),
      asText(row['serial']),
      row['expiry'] ? t('itemStocks.places.expires', { date: date(asText(row['expiry'])) }) : '',
      row['condition'] === 'good' ? '' : t(`stockBalances.conditions.${asText(row['condition'])}`),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <div className="stock-places">
      <table>
        <TableHead columns={['place', ...FIGURES].map((name) => ({ label: t(`stockBalances.fields.${name}`) }))} />
        <tbody>
          {rows.map((row) => (
            <tr key={asText(row['id'])}>
              <th scope="row">
                <span className="m-mono">{asText(row['place'])}</span>
                {details(row) ? <small>{details(row)}</small> : null}
              </th>
              {FIGURES.map((name) => (
                <td key={name} className="m-figures">
                  {number(figure(row, name))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && total === rows.length ? (
          <tfoot>
            <tr>
              <th scope="row">{t('itemStocks.places.sum')}</th>
              {FIGURES.map((name) => (
                <td key={name} className="m-figures">
                  {number(rows.reduce((sum, row) => sum + figure(row, name), 0))}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {total > rows.length ? (
        <p className="m-quiet">{t('itemStocks.places.first', { shown: number(rows.length), total: number(total) })}</p>
      ) : null}
    </div>
  );
}
