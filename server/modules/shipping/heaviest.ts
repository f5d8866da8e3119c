import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { carriers } from './carriers/table.ts';

/** Maximum weight of any parcel, in grams. */
const HEAVIEST = 2_000_000;

const findLimit = statement(
  { maxWeight: carriers.maxWeight },
  ({ parcelId }: { parcelId: string }) =>
    sql`select least(c.max_weight, (select (one->>'maxWeight')::int from jsonb_array_elements(c.services) one where one->>'ours' = p.service limit 1)) as max_weight
      from parcels p join carriers c on c.id = p.carrier_id where p.id = ${parcelId}::uuid`,
);

/** Maximum weight of a parcel in grams: the limit of its carrier and its service, if there is one. */
export async function heaviest(tx: Db, parcelId: string): Promise<number> {
  return (await findLimit.first(tx, { parcelId }))?.maxWeight ?? HEAVIEST;
}
