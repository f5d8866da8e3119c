import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { StockPlaces } from './StockPlaces.tsx';

const FIGURES = ['available', 'reserved', 'incoming', 'unavailable', 'onHand'] as const;

/** Beside the list: the figures of the item, and the places they are the sum of. */
export function ItemStockPreview({ row }: PartProps) {
  const t = useT();
  const { number } = useFormat();
  return (
    <>
      <dl className="inventory-figures">
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`itemStocks.fields.${name}`)}</dt>
            <dd className="m-figures">{number(Number(row[name] ?? 0))}</dd>
          </div>
        ))}
      </dl>
      <StockPlaces itemId={asText(row['id'])} />
    </>
  );
}
