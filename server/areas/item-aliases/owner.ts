import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Values } from '../../http/area.ts';
import { rowsOf } from '../../http/select.ts';

/** An alias belongs to whom its item belongs, whatever was typed. */
export async function ownerOfItem(tx: Db, values: Values): Promise<Values> {
  if (!values['itemId']) return values;
  const [item] = rowsOf(await tx.execute(sql`select merchant_id from items where id = ${values['itemId'] as string}::uuid`));
  return item ? { ...values, merchantId: item['merchant_id'] } : values;
}
