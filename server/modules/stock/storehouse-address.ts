import { sql } from 'drizzle-orm';
import { Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { storehouses } from './storehouses/table.ts';

const findStorehouse = statement(
  { name: storehouses.name, address: storehouses.address },
  ({ id }: { id: string }) => sql`select name, address from storehouses where id = ${id}::uuid`,
);

/** Address of a storehouse as a consignee: its name stands for a missing first line. Empty without a storehouse. */
export async function storehouseAddress(tx: Db, id: string | null): Promise<Address> {
  if (!id) return EMPTY_ADDRESS;
  const house = await findStorehouse.first(tx, { id });
  const address = Address.parse({ ...EMPTY_ADDRESS, ...house?.address });
  return { ...address, name1: address.name1 || (house?.name ?? '') };
}
