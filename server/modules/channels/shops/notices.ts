import { sql } from 'drizzle-orm';
import { NOTICE_KINDS } from '#contract/channels/channels';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import type { Budget } from './platform.ts';

/** Whether the notices of a shop arrive, and what it says of its limit of calls: for those who look whether the connection is healthy. */

const saveNotice = command(
  ({ channelId }: { channelId: string }) =>
    sql`update shop_connections set noticed_at = clock_timestamp(), unnoticed_since = null where channel_id = ${channelId}::uuid`,
);
/** A notice that is surely of the shop came, whatever it says. */
export const noteNotice = (tx: Db, channelId: string): Promise<void> => saveNotice(tx, { channelId });

const saveUnnoticed = command(
  ({ channelId }: { channelId: string }) =>
    sql`update shop_connections set unnoticed_since = clock_timestamp() where channel_id = ${channelId}::uuid and unnoticed_since is null`,
);
/** A new order was found by asking, although its notice should have come before. Kinds of shops that send none are left out. */
export async function noteUnnoticed(tx: Db, { id, kind }: { id: string; kind: string }): Promise<void> {
  if (NOTICE_KINDS.some((one) => one === kind)) await saveUnnoticed(tx, { channelId: id });
}

const saveBudget = command(
  ({ channelId, left, most }: Budget & { channelId: string }) => sql`update shop_connections
    set budget_left = ${left}::int, budget_most = ${most}::int, budget_at = clock_timestamp() where channel_id = ${channelId}::uuid`,
);
export const noteBudget = (db: Db, channelId: string, { left, most }: Budget): Promise<void> =>
  saveBudget(db, { channelId, left: Math.floor(left), most: Math.floor(most) });
