import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

type Held = { lineId: string; balanceId: string; qty: number };

const lowerReserved = command(
  ({ balanceId, qty }: Omit<Held, 'lineId'>) => sql`update stock_balances set reserved = reserved - ${qty} where id = ${balanceId}::uuid`,
);
const unhold = command(({ lineId, balanceId, qty }: Held) => sql`select kontor_unhold(${lineId}::uuid, ${balanceId}::uuid, ${qty})`);

/** Reserves pieces of a balance for a line. */
export const rehold = command(({ lineId, balanceId, qty }: Held) => sql`select kontor_rehold(${lineId}::uuid, ${balanceId}::uuid, ${qty})`);

/** Releases pieces of a balance that a line held. The caller updates the line's own counter. */
export async function endHold(tx: Db, held: Held): Promise<void> {
  await lowerReserved(tx, held);
  await unhold(tx, held);
}
