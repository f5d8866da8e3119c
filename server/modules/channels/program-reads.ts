import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Instant } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { cell, notNull, statement } from '../../core/db/statement.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { actorOf } from '../../core/http/session.ts';
import { items } from '../catalog/items/table.ts';
import { parcels } from '../shipping/parcels/table.ts';
import { merchantOf } from './program-channel.ts';

/**
 * Stock and shipments as programs read them: pages in a fixed sequence, and an instant from which the next call reads on. The instant lies
 * a minute back, because a change becomes visible only when its transaction ends. So a row may come twice, and none is missed.
 */
const OVERLAP_SECONDS = 60;

export const findStock = statement(
  {
    id: items.id,
    sku: items.sku,
    name: items.name,
    available: cell.integer,
    reserved: cell.integer,
    onHand: cell.integer,
    updatedAt: cell.instant,
  },
  ({ merchantId, since, after, limit }: { merchantId: string; since: string | null; after: string | null; limit: number }) => sql`
    select i.id, i.sku, i.name, s.available, s.reserved, s.on_hand, greatest(i.updated_at, s.changed_at) as updated_at from items i
    cross join lateral (select coalesce(sum((b.on_hand - b.reserved) * kontor_promisable(b.condition, c.kind, c.blocked_reason)::int), 0)::int as available,
        coalesce(sum(b.reserved), 0)::int as reserved, coalesce(sum(b.on_hand), 0)::int as on_hand, max(greatest(b.updated_at, c.updated_at)) as changed_at
      from stock_balances b join compartments c on c.id = b.compartment_id where b.item_id = i.id and b.merchant_id = ${merchantId}::uuid) s
    where i.merchant_id = ${merchantId}::uuid and i.deleted_at is null and i.kind <> 'logical' and (${after}::uuid is null or i.id > ${after}::uuid)
      and (${since}::timestamptz is null or greatest(i.updated_at, s.changed_at) >= ${since}::timestamptz) order by i.id limit ${limit}`,
  [{ merchantId: '', since: null, after: null, limit: 1 }],
);

type Content = { orderNo: string; externalNo: string; sku: string; qty: number; serial: string };
const SHIPMENT = {
  id: parcels.id,
  no: parcels.no,
  trackingNo: parcels.trackingNo,
  carrier: cell.text,
  state: parcels.state,
  weight: parcels.weight,
  handedOverAt: notNull(parcels.handedOverAt),
  deliveredAt: parcels.deliveredAt,
  contents: cell.json<Content[]>(),
};
const SHIPMENTS = sql`
    select p.id, p.no, p.tracking_no, coalesce(c.name, '') as carrier, p.state, p.weight, p.handed_over_at, p.delivered_at,
      (select coalesce(json_agg(json_build_object('orderNo', t.no, 'externalNo', t.ref_order_id, 'sku', l.sku, 'qty', k.qty, 'serial', k.serial) order by l.position, k.serial), '[]')
        from parcel_contents k join task_lines l on l.id = k.line_id join tasks t on t.id = l.task_id where k.parcel_id = p.id) as contents
    from parcels p left join carriers c on c.id = p.carrier_id where p.handed_over_at is not null and p.state <> 'void' and p.deleted_at is null`;
const findShipment = statement(SHIPMENT, ({ id }: { id: string }) => sql`${SHIPMENTS} and p.id = ${id}::uuid`);
/** One shipment as the list shows it; null before it left and after it was voided. */
export const readShipment = (db: Db, id: string) => findShipment.first(db, { id });
const findShipments = statement(
  SHIPMENT,
  ({
    merchantId,
    since,
    after,
    limit,
  }: {
    merchantId: string;
    since: string | null;
    after: string | null;
    limit: number;
  }) => sql`${SHIPMENTS}
      and p.merchant_id = ${merchantId}::uuid and (${after}::uuid is null or p.id > ${after}::uuid)
      and (${since}::timestamptz is null or p.updated_at >= ${since}::timestamptz) order by p.id limit ${limit}`,
  [{ merchantId: '', since: null, after: null, limit: 1 }],
);
const findInstant = statement({ at: cell.instant }, () => sql`select now() - make_interval(secs => ${OVERLAP_SECONDS}) as at`);

const Paged = z.object({ after: Id.optional(), limit: z.coerce.number().int().min(1).max(1000).default(200) });
const StockQuery = Paged.extend({ updatedSince: Instant.optional() });
const ShipmentQuery = Paged.extend({ since: Instant.optional() });
const StockRow = z.object({
  id: Id,
  sku: z.string(),
  name: z.string(),
  available: z.int(),
  reserved: z.int(),
  onHand: z.int(),
  updatedAt: Instant,
});
const ShipmentRow = z.object({
  id: Id,
  no: z.string(),
  trackingNo: z.string(),
  carrier: z.string(),
  state: z.string(),
  weight: z.int().nullable(),
  handedOverAt: Instant,
  deliveredAt: Instant.nullable(),
  contents: z.array(z.object({ orderNo: z.string(), externalNo: z.string(), sku: z.string(), qty: z.int(), serial: z.string() })),
});
/** `next` is the cursor of the following page. `asOf` is where the next round starts. */
const pageOf = <T extends z.ZodType>(row: T) => okSchema(z.array(row)).extend({ next: z.string().nullable(), asOf: Instant });

export function programReads(app: FastifyInstance, { db }: AppContext): void {
  const page = async <R extends { id: string }>(limit: number, read: (limit: number) => Promise<R[]>) => {
    const { at: asOf } = await findInstant.one(db);
    const rows = await read(limit + 1);
    const shown = rows.slice(0, limit);
    return { ...ok(shown), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null, asOf };
  };

  app.get(
    '/v0/stock',
    {
      config: { access: 'privilege:itemStocks.read', scope: 'stock.read' },
      schema: { tags: ['stock'], querystring: StockQuery, response: { 200: pageOf(StockRow) } },
    },
    async (request) => {
      const { updatedSince: since = null, after = null, limit } = request.query as z.infer<typeof StockQuery>;
      const merchantId = merchantOf(actorOf(request));
      return page(limit, (most) => findStock(db, { merchantId, since, after, limit: most }));
    },
  );

  app.get(
    '/v0/shipments',
    {
      config: { access: 'privilege:parcels.read', scope: 'shipments.read' },
      schema: { tags: ['shipments'], querystring: ShipmentQuery, response: { 200: pageOf(ShipmentRow) } },
    },
    async (request) => {
      const { since = null, after = null, limit } = request.query as z.infer<typeof ShipmentQuery>;
      const merchantId = merchantOf(actorOf(request));
      return page(limit, (most) => findShipments(db, { merchantId, since, after, limit: most }));
    },
  );
}
