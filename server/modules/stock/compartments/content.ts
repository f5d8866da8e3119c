import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { Condition } from '#contract/scanning/commands';
import { COMPARTMENT_KINDS } from '#contract/stock/compartments';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { items } from '../../catalog/items/table.ts';
import { mergedUnits } from '../../catalog/merged-units/table.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { merchants } from '../../parties/merchants/table.ts';
import { stockBalances } from '../stock-balances/table.ts';
import { stockMoves } from '../stock-moves/table.ts';
import { warehouses } from '../warehouses/table.ts';
import { compartments } from './table.ts';

const Lying = z.object({
  id: Id,
  itemId: Id,
  sku: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  merchant: z.string(),
  lot: z.string(),
  expiry: z.string().nullable(),
  serial: z.string(),
  condition: Condition,
  unit: z.string().nullable(),
  onHand: z.int(),
  reserved: z.int(),
  /** Grams of one piece; null if unknown. */
  pieceWeight: z.int().nullable(),
  /** Orders for which pieces are reserved. */
  heldFor: z.array(z.object({ id: Id, no: z.string(), qty: z.int(), picked: z.boolean() })),
});
const Moved = z.object({
  id: Id,
  at: z.string(),
  sku: z.string(),
  qty: z.int(),
  /** The other side of the move: a compartment's code, or `supplier`, `customer`, `adjust`, `scrap`. */
  other: z.string(),
  outside: z.boolean(),
  into: z.boolean(),
  reason: z.string(),
  by: z.string().nullable(),
  taskId: Id.nullable(),
  taskNo: z.string().nullable(),
});
const Content = z.object({
  id: Id,
  version: z.int(),
  code: z.string(),
  kind: z.enum(COMPARTMENT_KINDS),
  zone: z.string(),
  aisle: z.string(),
  rack: z.string(),
  level: z.string(),
  slot: z.string(),
  warehouse: z.string(),
  blockedReason: z.string(),
  maxWeight: z.int().nullable(),
  pieces: z.int(),
  weight: z.int(),
  /** Counts of this compartment that are still open. */
  counts: z.array(z.object({ id: Id, no: z.string() })),
  stock: z.array(Lying),
  moves: z.array(Moved),
});
/** Row limit. The inventory list shows the rest. */
const MOST_ROWS = 500;
const MOVES_SHOWN = 20;

type Scope = { id: string; merchantId: string | null };
/** Condition over `b`: rows of this merchant, or of all. */
const ownedBy = (merchantId: string | null): SQL => sql`(${merchantId}::uuid is null or b.merchant_id = ${merchantId}::uuid)`;
const findPlace = statement(
  {
    id: compartments.id,
    version: compartments.version,
    code: compartments.code,
    kind: compartments.kind,
    zone: compartments.zone,
    aisle: compartments.aisle,
    rack: compartments.rack,
    level: compartments.level,
    slot: compartments.slot,
    warehouse: warehouses.name,
    blockedReason: compartments.blockedReason,
    maxWeight: compartments.maxWeight,
    pieces: cell.integer,
    weight: cell.integer,
    counts: cell.json<z.infer<typeof Content>['counts']>(),
  },
  ({
    id,
    merchantId,
  }: Scope) => sql`select c.id, c.version, c.code, c.kind, c.zone, c.aisle, c.rack, c.level, c.slot, w.name as warehouse, c.blocked_reason as "blockedReason", c.max_weight as "maxWeight",
          coalesce(s.pieces, 0)::int as pieces, least(coalesce(s.weight, 0), 2000000000)::int as weight,
          (select coalesce(json_agg(json_build_object('id', n.id, 'no', n.no) order by n.no), '[]') from counts n where n.deleted_at is null and n.state in ('open', 'counting', 'review') and c.id = any(n.compartment_ids)) as counts
        from compartments c join warehouses w on w.id = c.warehouse_id
        left join lateral (select sum(b.on_hand) as pieces, sum(b.on_hand * coalesce(i.weight, 0)::bigint) as weight from stock_balances b join items i on i.id = b.item_id where b.compartment_id = c.id and ${ownedBy(merchantId)}) s on true
        where c.id = ${id}::uuid`,
);
const findStock = statement(
  {
    id: stockBalances.id,
    itemId: stockBalances.itemId,
    sku: stockBalances.sku,
    name: stockBalances.itemName,
    image: items.image,
    merchant: merchants.name,
    lot: stockBalances.lot,
    expiry: orNull(cell.text),
    serial: stockBalances.serial,
    condition: stockBalances.condition,
    unit: orNull(mergedUnits.code),
    onHand: stockBalances.onHand,
    reserved: stockBalances.reserved,
    pieceWeight: items.weight,
    heldFor: cell.json<z.infer<typeof Lying>['heldFor']>(),
  },
  ({
    id,
    merchantId,
  }: Scope) => sql`select b.id, b.item_id as "itemId", b.sku, b.item_name as name, i.image, m.name as merchant, b.lot, b.expiry::text as expiry, b.serial, b.condition, u.code as unit, b.on_hand as "onHand", b.reserved, i.weight as "pieceWeight",
          (select coalesce(json_agg(json_build_object('id', t.id, 'no', t.no, 'qty', v.qty, 'picked', v.picked) order by t.no), '[]') from reservations v join task_lines l on l.id = v.line_id join tasks t on t.id = l.task_id where v.balance_id = b.id) as "heldFor"
        from stock_balances b join items i on i.id = b.item_id join merchants m on m.id = b.merchant_id left join merged_units u on u.id = b.unit_id
        where b.compartment_id = ${id}::uuid and b.on_hand > 0 and ${ownedBy(merchantId)} order by b.sku, b.lot, b.serial limit ${MOST_ROWS}`,
);
const findMoves = statement(
  {
    id: stockMoves.id,
    at: cell.text,
    sku: stockMoves.sku,
    qty: stockMoves.qty,
    into: orNull(cell.boolean),
    reason: stockMoves.reason,
    taskId: stockMoves.taskId,
    taskNo: orNull(tasks.no),
    by: orNull(cell.text),
    other: cell.text,
    outside: cell.boolean,
  },
  ({
    id,
    merchantId,
  }: Scope) => sql`select b.id, to_char(b.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, b.sku, b.qty, b.to_id = ${id}::uuid as "into", b.reason, b.task_id as "taskId", t.no as "taskNo",
          case when ${merchantId}::uuid is null then p.name end as by,
          case when b.to_id = ${id}::uuid then coalesce(f.code, b.from_place) else coalesce(o.code, b.to_place) end as other,
          case when b.to_id = ${id}::uuid then f.id is null else o.id is null end as outside
        from (select * from stock_moves where from_id = ${id}::uuid or to_id = ${id}::uuid order by id desc limit 200) b
        left join compartments f on f.id = b.from_id left join compartments o on o.id = b.to_id left join tasks t on t.id = b.task_id left join users p on p.id = b.user_id
        where ${ownedBy(merchantId)} order by b.id desc limit ${MOVES_SHOWN}`,
);

/** `GET /v0/compartments/:id/content`: stock, reservations and last moves of one compartment. */
export function contentRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/compartments/:id/content',
    {
      config: { access: 'privilege:compartments.read' },
      schema: { tags: ['compartments'], params: z.object({ id: Id }), response: { 200: okSchema(Content) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const entry = areas.get('compartments');
      const [found] = entry ? await selectRows(db, areas, entry, actor, [id]) : [];
      if (!found) throw new DomainError('NotFound');
      const { merchantId } = actor;
      const place = await findPlace.first(db, { id, merchantId });
      if (!place) throw new DomainError('NotFound');
      const stock = await findStock(db, { id, merchantId });
      const moves = await findMoves(db, { id, merchantId });
      return ok({ ...place, stock, moves: moves.map((move) => ({ ...move, into: move.into ?? false })) });
    },
  );
}
