import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { OptionProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import './item-option.css';

type Stock = { id: string; onHand: number; free: number };

/** An item in a picker: its picture, SKU, name, and how many pieces are free. */
export function ItemOption({ row, among }: OptionProps) {
  const t = useT();
  const { number } = useFormat();
  const mayCount = useAllowed('stockBalances.read');
  // All options of the picker share one call.
  const stock = useRead<Stock[]>(`/v0/items/stock?ids=${among.join(',')}`, {
    queryKey: ['data', 'default', 'stockBalances', 'free', among],
    enabled: mayCount && among.length > 0,
    keepFormer: true,
  }).data;
  const free = stock?.find(({ id }) => id === row['id'])?.free ?? 0;
  const picture = fileAddress(row['image']);
  return (
    <span className="item-option">
      {picture ? <img src={picture} alt="" loading="lazy" decoding="async" /> : <span className="item-no-picture" aria-hidden />}
      <span className="item-option-name">
        <b>{asText(row['sku'])}</b>
        <span>{asText(row['name'])}</span>
      </span>
      {stock ? <span className={free > 0 ? 'm-figures' : 'm-figures m-quiet'}>{t('items.free', { count: number(free) })}</span> : null}
    </span>
  );
}
