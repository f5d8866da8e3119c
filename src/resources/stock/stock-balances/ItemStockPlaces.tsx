import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import { StockPlaces } from './StockPlaces.tsx';

/** On the item's stock page: its places as a card. */
export function ItemStockPlaces({ row }: PartProps) {
  const t = useT();
  return (
    <section className="r-card">
      <header>
        <h2>{t('itemStocks.related.places')}</h2>
      </header>
      <StockPlaces itemId={asText(row['id'])} />
    </section>
  );
}
