import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, notNull, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { findStock } from '../program-reads.ts';
import type { Channel } from '../put-order.ts';
import { csvOf, putFile, stampedName } from './csv.ts';

/** What a channel of files is told: shipments of its orders, and the stock of its merchant. */

/** Parcels of one file, and days after which a parcel that was never told is not told any more. */
const MOST = 500;
const DAYS = 60;

type Content = { orderNo: string; line: string; sku: string; qty: number; serial: string };
const findUnreported = statement(
  {
    id: parcels.id,
    no: parcels.no,
    trackingNo: parcels.trackingNo,
    carrier: cell.text,
    handedOverAt: notNull(parcels.handedOverAt),
    contents: cell.json<Content[]>(),
  },
  ({ channelId }: { channelId: string }) => sql`
    select p.id, p.no, p.tracking_no, coalesce(c.name, '') as carrier, p.handed_over_at,
      (select coalesce(json_agg(json_build_object('orderNo', o.external_no, 'line', coalesce(x.external_line, ''), 'sku', l.sku, 'qty', k.qty, 'serial', k.serial) order by l.position, k.serial), '[]')
        from parcel_contents k join task_lines l on l.id = k.line_id join channel_orders o on o.task_id = l.task_id and o.channel_id = ${channelId}::uuid
        left join channel_lines x on x.order_id = o.id and l.id = any(x.task_line_ids) where k.parcel_id = p.id) as contents
    from channel_orders own join parcels p on p.task_id = own.task_id left join carriers c on c.id = p.carrier_id
    where own.channel_id = ${channelId}::uuid and p.handed_over_at > now() - make_interval(days => ${DAYS}) and p.state <> 'void' and p.deleted_at is null
      and not exists (select from channel_due d where d.channel_id = ${channelId}::uuid and d.kind = 'shipment' and d.key = p.id::text)
    order by p.handed_over_at, p.id limit ${MOST}`,
);
const lockChannel = command(({ id }: { id: string }) => sql`select 1 from channels where id = ${id}::uuid for no key update`);
const markReported = command(
  ({ channelId, ids }: { channelId: string; ids: readonly string[] }) => sql`insert into channel_due (channel_id, kind, key, outcome)
    select ${channelId}::uuid, 'shipment', id::text, 'done' from unnest(${uuids(ids)}) as id on conflict do nothing`,
);

const SHIPMENTS = ['shipment_no', 'order_no', 'line', 'sku', 'qty', 'serial', 'carrier', 'tracking_no', 'shipped_at'] as const;

/**
 * Writes the parcels that were handed over and not told yet, one row for each content. The file is there before they count as told: if the
 * process ends in between, they are told twice, and none is missed.
 * @returns their number
 */
export async function writeShipments(db: Db, { id: channelId }: Channel, out: string): Promise<number> {
  return db.transaction(async (tx) => {
    await lockChannel(tx, { id: channelId });
    const unreported = await findUnreported(tx, { channelId });
    if (unreported.length === 0) return 0;
    const rows = unreported.flatMap(({ no, trackingNo, carrier, handedOverAt, contents }) =>
      contents.map(({ orderNo, line, sku, qty, serial }) => [no, orderNo, line, sku, qty, serial, carrier, trackingNo, handedOverAt]),
    );
    await putFile(out, stampedName('shp'), csvOf([SHIPMENTS, ...rows]));
    await markReported(tx, { channelId, ids: unreported.map(({ id }) => id) });
    return unreported.length;
  });
}

const STOCK = ['sku', 'name', 'available', 'reserved', 'on_hand'] as const;
const PAGE = 1000;

/** The stock of all items of the merchant, as the text of a file. */
export async function stockText(db: Db, { merchantId }: Channel): Promise<string> {
  const rows: (readonly (string | number)[])[] = [STOCK];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof findStock>> = await findStock(db, { merchantId, since: null, after, limit: PAGE });
    rows.push(...page.map(({ sku, name, available, reserved, onHand }) => [sku, name, available, reserved, onHand]));
    const last = page.at(-1);
    if (!last || page.length < PAGE) return csvOf(rows);
    after = last.id;
  }
}
