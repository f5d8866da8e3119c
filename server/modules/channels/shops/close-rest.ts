import { sql } from 'drizzle-orm';
import { REST_KINDS } from '#contract/channels/channels';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';

/** What is left of an order in the shop when the order is finished here with a part of it shipped. It is closed there if the merchant wants that. */

const KINDS = `{${REST_KINDS.join(',')}}`;

const insertRests = command(
  ({ taskIds }: { taskIds: readonly string[] }) => sql`insert into channel_due (channel_id, kind, key)
    select o.channel_id, 'closeRest', o.external_id from channel_orders o join channels c on c.id = o.channel_id
    where o.task_id = any(${uuids(taskIds)}) and c.kind = any(${KINDS}::text[]) and c.rest_of_order = 'close'
      and exists (select from task_lines l where l.task_id = o.task_id and l.shipped > 0)
      and exists (select from task_lines l where l.task_id = o.task_id and l.shipped < l.ordered)
    on conflict (channel_id, kind, key) do update set due_at = now(), tries = 0, error = '', outcome = 'open' where channel_due.outcome <> 'open'`,
);
/** Lets shops close the rest of these orders that are done now. An order that was opened again and ends once more is looked at again. */
export const addRests = (tx: Db, taskIds: readonly string[]): Promise<void> => insertRests(tx, { taskIds });

const findUnreported = statement(
  { isOpen: cell.boolean, hasFailed: cell.boolean },
  ({ channelId, externalId }: { channelId: string; externalId: string }) => sql`
    select coalesce(bool_or(d.outcome = 'open'), false) as is_open, coalesce(bool_or(d.outcome = 'failed'), false) as has_failed
    from channel_orders o join parcels p on p.task_id = o.task_id
      join channel_due d on d.channel_id = o.channel_id and d.kind = 'fulfil' and d.key = p.id::text and d.outcome in ('open', 'failed')
    where o.channel_id = ${channelId}::uuid and o.external_id = ${externalId}`,
);
/** Whether parcels of an order wait to be told to the shop, or could not be. An order that is closed takes none any more. */
export const readUnreported = (db: Db, channelId: string, externalId: string): Promise<{ isOpen: boolean; hasFailed: boolean }> =>
  findUnreported.one(db, { channelId, externalId });

const findClosed = statement(
  { closed: cell.boolean },
  ({ channelId, externalId }: { channelId: string; externalId: string }) => sql`select exists (select from channel_due
    where channel_id = ${channelId}::uuid and kind = 'closeRest' and key = ${externalId} and outcome = 'done') as closed`,
);
/** Whether the rest of an order was closed in the shop: what the shop wants of it after that is new. */
export const isRestClosed = async (db: Db, channelId: string, externalId: string): Promise<boolean> =>
  (await findClosed.one(db, { channelId, externalId })).closed;
