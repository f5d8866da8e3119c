import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, notNull, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { channelOrders } from '../channel-orders/table.ts';
import { ALL_KINDS } from './connections.ts';
import type { Shipment } from './platform.ts';

/** What a shop is told of parcels of its orders. */

const addParcels = command(
  ({ taskIds }: { taskIds: readonly string[] }) => sql`insert into channel_due (channel_id, kind, key)
    select o.channel_id, 'fulfil', p.id::text from channel_orders o join channels c on c.id = o.channel_id join parcels p on p.task_id = o.task_id
    where o.task_id = any(${uuids(taskIds)}) and c.kind = any(${ALL_KINDS}::text[]) and p.handed_over_at is not null and p.state <> 'void' and p.deleted_at is null
    on conflict do nothing`,
);
/** Lets shops be told of the parcels of these orders that were handed over. Each is told once. */
export const addShipments = (tx: Db, taskIds: readonly string[]): Promise<void> => addParcels(tx, { taskIds });

type Content = { line: string; qty: number };
/**
 * Units of the shop's lines are pieces of ours by the line's content. What a parcel completes is what all parcels until this one hold less what
 * those before it held: a unit counts as shipped when its last piece is, and a bundle when its last part is.
 */
const findParcel = statement(
  {
    externalId: channelOrders.externalId,
    trackingNo: parcels.trackingNo,
    carrier: cell.text,
    shippedAt: notNull(parcels.handedOverAt),
    lines: cell.json<Content[]>(),
  },
  ({ parcelId, channelId }: { parcelId: string; channelId: string }) => sql`
    with this as (select p.id, p.task_id, p.handed_over_at, p.tracking_no, p.carrier_id from parcels p where p.id = ${parcelId}::uuid and p.state <> 'void' and p.handed_over_at is not null),
    held as (select k.line_id, sum(k.qty) filter (where p.id <> t.id) as before, sum(k.qty) as until from this t
      join parcels p on p.task_id = t.task_id and p.state <> 'void' and p.deleted_at is null and (p.handed_over_at, p.id) <= (t.handed_over_at, t.id)
      join parcel_contents k on k.parcel_id = p.id group by k.line_id),
    units as (select x.external_line, x.position,
        min(floor(coalesce(h.until, 0)::numeric * x.qty / l.ordered)) - min(floor(coalesce(h.before, 0)::numeric * x.qty / l.ordered)) as qty
      from this t join channel_orders o on o.task_id = t.task_id and o.channel_id = ${channelId}::uuid join channel_lines x on x.order_id = o.id
      join task_lines l on l.id = any(x.task_line_ids) and l.ordered > 0 left join held h on h.line_id = l.id group by x.external_line, x.position)
    select o.external_id, t.tracking_no, coalesce(c.name, '') as carrier, t.handed_over_at as shipped_at,
      (select coalesce(json_agg(json_build_object('line', u.external_line, 'qty', u.qty::int) order by u.position) filter (where u.qty > 0), '[]') from units u) as lines
    from this t join channel_orders o on o.task_id = t.task_id and o.channel_id = ${channelId}::uuid left join carriers c on c.id = t.carrier_id`,
);
/** What a parcel completes for the shop; null if it does not count any more. Without lines there is nothing to tell yet. */
export const readShipment = (db: Db, channelId: string, parcelId: string): Promise<Shipment | null> =>
  findParcel.first(db, { parcelId, channelId });

const addReported = command(
  ({
    channelId,
    externalId,
    lines,
  }: {
    channelId: string;
    externalId: string;
    lines: string;
  }) => sql`update channel_lines x set told = x.told + n.qty
    from channel_orders o, jsonb_to_recordset(${lines}::jsonb) as n(line text, qty int)
    where o.channel_id = ${channelId}::uuid and o.external_id = ${externalId} and x.order_id = o.id and x.external_line = n.line`,
);
export const noteReported = (tx: Db, channelId: string, { externalId, lines }: Shipment): Promise<void> =>
  addReported(tx, { channelId, externalId, lines: JSON.stringify(lines) });
