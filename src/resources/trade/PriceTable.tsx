import { TableHead } from '../../core/mask/PageTable.tsx';
import { useT } from '../../providers/i18n.ts';
import { PriceLine } from './PriceLine.tsx';
import type { PriceGroup } from './price-grid.ts';
import './price-grid.css';
import { usePriceWords } from './use-price-words.ts';

type Props = { group: PriceGroup; title: string; unit: string; currency: string; editable: boolean };

/** The prices of one service: a line for each rule, a column for each quantity from which a price holds. */
export function PriceTable({ group: { froms, rows }, title, unit, currency, editable }: Props) {
  const t = useT();
  const { quantity } = usePriceWords();
  const heads =
    froms.length < 2 ? [t('priceRules.bands.price')] : froms.map((from) => t('tariffs.grid.from', { quantity: quantity(from) }));
  return (
    <section className="r-card">
      <header>
        <h2>{title}</h2>
        <span className="m-quiet">{unit}</span>
      </header>
      <div className="pg-scroll">
        <table className="m-table r-cards">
          <TableHead columns={[{ label: t('priceRules.fields.name') }, ...heads.map((head) => ({ label: head, end: true }))]} />
          <tbody>
            {rows.map((row) => (
              <PriceLine key={row.rule.id} row={row} heads={heads} currency={currency} editable={editable} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
