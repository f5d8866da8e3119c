import type { Currency } from '#contract/money/scale';
import type { Declaration, DeclaredGoods } from './adapter.ts';
import { refusal } from './services-at.ts';

export type Declarable = Omit<DeclaredGoods, 'value'> & { value: number };

/** Without these the customs stop a parcel. */
const isComplete = (one: DeclaredGoods): one is Declarable => one.hsCode !== '' && one.origin !== '' && one.value !== null && one.value > 0;

/**
 * The goods of a declaration, whose data are complete and whose currency is one.
 * @throws CarrierError `refused` with the SKUs whose customs data are missing
 */
export function declarable({ goods }: Declaration): { goods: Declarable[]; currency: Currency } {
  const [first] = goods;
  if (!first) throw refusal('customsGoods');
  const complete = goods.filter(isComplete);
  if (complete.length < goods.length) {
    const incomplete = goods.filter((one) => !isComplete(one));
    throw refusal('customsData', incomplete.map(({ sku }) => sku).join(', '));
  }
  const currencies = new Set(goods.map(({ currency }) => currency));
  if (currencies.size > 1) throw refusal('customsCurrency', [...currencies].join(', '));
  return { goods: complete, currency: first.currency };
}
