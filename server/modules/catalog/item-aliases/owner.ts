import { eq } from 'drizzle-orm';
import type { itemAliases as area } from '#contract/catalog/item-aliases';
import type { Db } from '../../../core/db/client.ts';
import type { Values, Written } from '../../../core/http/area.ts';
import { items } from '../items/table.ts';

/** An alias belongs to whom its item belongs, whatever was typed. */
export async function ownerOfItem(tx: Db, values: Written<typeof area>): Promise<Values> {
  if (!values.itemId) return values;
  const [owner] = await tx.select({ merchantId: items.merchantId }).from(items).where(eq(items.id, values.itemId));
  return { ...values, ...owner };
}
