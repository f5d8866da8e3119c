import { readPieces } from '#contract/freight/pieces';
import { Changes } from '../../../core/charts/Changes.tsx';
import { Offers } from '../../../core/charts/Offers.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';

/** The packages to move and the carriers' offers; the fields of the record say from where to where and what they measure. */
export function QuoteOverview({ row }: PartProps) {
  const t = useT();
  const { number } = useFormat();
  const pieces = readPieces(asText(row['pieces']));
  const kg = (grams: number): string => `${number(grams / 1000, { maximumFractionDigits: 1 })} kg`;
  return (
    <div className="f-page">
      <section>
        <h2>{t('transportQuotes.page.freight')}</h2>
        <table className="m-table">
          <TableHead
            columns={[
              { label: t('transportQuotes.fields.pieceCount'), end: true },
              { label: t('transportQuotes.page.size') },
              { label: t('transportQuotes.page.each'), end: true },
              { label: t('transportQuotes.page.stackable') },
            ]}
          />
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
      </section>
      <Papers row={row} papers={[['tasks', 'orderId', 'services.papers.order']]} />
      <Changes id={asText(row['id'])} area="transportQuotes" />
      <Offers id={asText(row['id'])} area="transportQuotes" open={!row['orderId']} />
    </div>
  );
}
