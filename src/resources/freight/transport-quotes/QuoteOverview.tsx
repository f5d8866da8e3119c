import { type FreightMode, measure, readPieces } from '#contract/freight/pieces';
import { Changes } from '../../../core/charts/Changes.tsx';
import { Offers } from '../../../core/charts/Offers.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { asText, isRecord } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';

const place = (value: unknown): string => {
  if (!isRecord(value)) return '';
  const part = (name: string): string => asText(value[name]);
  return [
    part('name1'),
    [part('streetName'), part('streetNumber')].filter(Boolean).join(' '),
    [part('country'), part('zip'), part('city')].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
};

/** The goods to move, their chargeable weight and loading metres, and the carriers' offers. */
export function QuoteOverview({ row }: PartProps) {
  const t = useT();
  const { number } = useFormat();
  const pieces = readPieces(asText(row['pieces']));
  const sums = measure(pieces, (asText(row['mode']) || 'road') as FreightMode);
  const kg = (grams: number): string => `${number(grams / 1000, { maximumFractionDigits: 1 })} kg`;
  const facts: [string, string][] = [
    ['transportQuotes.page.from', place(row['origin'])],
    ['transportQuotes.page.to', place(row['destination'])],
    ['transportQuotes.fields.weight', kg(sums.weight)],
    ['transportQuotes.fields.volume', `${number(sums.volume / 1000, { maximumFractionDigits: 2 })} m³`],
    ['transportQuotes.fields.volumeWeight', kg(sums.volumeWeight)],
    [
      'transportQuotes.fields.loadingMetres',
      sums.loadingMetres ? `${number(sums.loadingMetres / 1000, { maximumFractionDigits: 2 })} m` : '',
    ],
    ['transportQuotes.fields.chargeable', kg(sums.chargeable)],
  ];
  return (
    <div className="f-page">
      <section>
        <h2>{t('transportQuotes.page.freight')}</h2>
        <table className="m-table">
          <thead>
            <tr>
              <th scope="col" className="m-end">
                {t('transportQuotes.fields.pieceCount')}
              </th>
              <th scope="col">{t('transportQuotes.page.size')}</th>
              <th scope="col" className="m-end">
                {t('transportQuotes.page.each')}
              </th>
              <th scope="col">{t('transportQuotes.page.stackable')}</th>
            </tr>
          </thead>
          <tbody>
            {pieces.map((piece) => (
              <tr key={[piece.qty, piece.length, piece.width, piece.height, piece.weight].join(' ')}>
                <td className="m-end m-figures">{number(piece.qty)}</td>
                <td className="m-figures">{[piece.length, piece.width, piece.height].map((mm) => number(mm / 10)).join(' × ')}</td>
                <td className="m-end m-figures">{kg(piece.weight)}</td>
                <td>{t(piece.stackable ? 'transportQuotes.page.yes' : 'transportQuotes.page.no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="f-facts">
          {facts.map(([label, value]) =>
            value === '' ? null : (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd className="m-figures">{value}</dd>
              </div>
            ),
          )}
        </dl>
      </section>
      <Papers row={row} papers={[['tasks', 'orderId', 'services.papers.order']]} />
      <Changes id={asText(row['id'])} area="transportQuotes" />
      <Offers id={asText(row['id'])} area="transportQuotes" open={!row['orderId']} />
    </div>
  );
}
