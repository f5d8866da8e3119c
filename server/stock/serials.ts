import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';

/**
 * Takes a number for a piece that is packed. One that lies in another parcel, or left without coming back, is not given.
 * @returns id of the serial's row, null where the number is taken
 */
export async function claimSerial(tx: Db, merchantId: string, itemId: string, serial: string): Promise<string | null> {
  const [claimed] = rowsOf(
    await tx.execute(sql`insert into serials as s (merchant_id, item_id, serial, state) values (${merchantId}::uuid, ${itemId}::uuid, ${serial}, 'packed')
      on conflict on constraint serials_key do update set state = 'packed' where s.state not in ('packed', 'shipped') returning id`),
  );
  return (claimed?.['id'] as string | undefined) ?? null;
}
