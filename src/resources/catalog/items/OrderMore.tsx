import Button from 'antd/es/button';
import { useNavigate } from 'react-router';
import { QTY_SCALE } from '#contract/money/scale';
import type { LastOrdered } from '#contract/trade/purchase-orders';
import { useListPath } from '../../../core/mask/area-paths.ts';
import { useRelated } from '../../../core/mask/data.ts';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { AtFoot } from '../../../core/mask/record/AtFoot.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { newId } from '../../../providers/new-id.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';

type Counts = { free: number; incoming: number; left: number };

/**
 * Pieces to order: up to the minimum, and what left in the last 30 days, so that the item is not short again at once. Zero if what is on its way
 * reaches the minimum.
 */
const piecesToOrder = ({ free, incoming, left }: Counts, minStock: number): number =>
  free + incoming < minStock ? minStock - free - incoming + left : 0;

/** The form of a purchase order with this item, as far as its supplier is known. */
function orderAddress(path: string, row: Row, qty: number, known: LastOrdered | undefined): string {
  const last = known?.last;
  const line = {
    id: newId(),
    sku: asText(row['sku']),
    text: asText(row['name']),
    supplierCode: known?.supplierCode ?? '',
    qty: qty * 10 ** QTY_SCALE,
    unit: last?.unit ?? '',
    unitPrice: last?.unitPrice ?? null,
    vatCategory: last?.vatCategory ?? 'S',
    vatRate: last?.vatRate ?? 1900,
  };
  const given = new URLSearchParams({ 'set.lines': JSON.stringify([line]) });
  for (const field of ['supplierId', 'merchantId']) if (asText(row[field])) given.set(`set.${field}`, asText(row[field]));
  if (last) given.set('set.currency', last.currency);
  return `${path}/new?${given}`;
}

/** An item below its minimum: what is missing, and the purchase order for it. */
export function OrderMore({ row }: PartProps) {
  const t = useT();
  const { number } = useFormat();
  const navigate = useNavigate();
  const path = useListPath()('purchaseOrders');
  const mayOrder = useAllowed('purchaseOrders.create');
  const id = asText(row['id']);
  const supplierId = asText(row['supplierId']);
  const facts = useRelated('items', id).data?.facts;
  const count = (name: string): number => asNumber(facts?.find(({ key }) => key === name)?.value) ?? 0;
  const counts = { free: count('free'), incoming: count('incoming'), left: count('left') };
  const minStock = asNumber(row['minStock']) ?? 0;
  const isShort = facts !== undefined && row['kind'] !== 'logical' && counts.free < minStock;
  const qty = piecesToOrder(counts, minStock);
  const offers = isShort && qty > 0 && mayOrder && path !== null;
  const known = useRead<LastOrdered>(`/v0/purchaseOrders/known?${new URLSearchParams({ supplierId, itemId: id })}`, {
    queryKey: ['data', 'default', 'purchaseOrders', 'known', supplierId, id],
    enabled: offers && supplierId !== '',
    background: true,
  }).data;
  if (!isShort) return null;
  const values = {
    free: number(counts.free),
    min: number(minStock),
    incoming: number(counts.incoming),
    qty: number(qty),
    left: number(counts.left),
  };
  return (
    <section className="r-next" data-meaning={qty > 0 ? 'wait' : 'work'} aria-label={t('mask.record.next')}>
      <p>
        <b>{t('mask.record.next')}:</b> {t(qty > 0 ? 'items.order.short' : 'items.order.onItsWay', values)}
      </p>
      {offers ? (
        <AtFoot>
          <Button type="primary" onClick={() => void navigate(orderAddress(path, row, qty, known))}>
            {t('items.order.action')}
          </Button>
        </AtFoot>
      ) : null}
    </section>
  );
}
