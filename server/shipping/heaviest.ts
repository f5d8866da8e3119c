import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';

/** No parcel weighs more, whoever carries it: grams. */
const HEAVIEST = 2_000_000;

/** What a parcel may weigh at most: its carrier's limit, where it has one. */
export async function heaviest(tx: Db, parcelId: string): Promise<number> {
  const [row] = rowsOf(
    await tx.execute(sql`select c.max_weight from parcels p join carriers c on c.id = p.carrier_id where p.id = ${parcelId}::uuid`),
  );
  const most = row?.['max_weight'];
  return typeof most === 'number' ? most : HEAVIEST;
}
