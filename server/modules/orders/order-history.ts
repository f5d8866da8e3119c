import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { CollectedWith } from '#contract/channels/channel-orders';
import { Id } from '#contract/core/fields';
import { COMMAND_NAMES, COMMANDS, type CommandName, mayRun } from '#contract/orders/actions';
import { missingFacts } from '#contract/orders/missing-facts';
import { CarrierChoice } from '#contract/shipping/carrier-choice';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { items } from '../catalog/items/table.ts';
import { carriers } from '../shipping/carriers/table.ts';
import { parcels } from '../shipping/parcels/table.ts';
import { Available, availability } from './availability.ts';
import { readFacts } from './facts.ts';
import { absenceReason, ReturnedPiece, returnedPieces } from './returned-pieces.ts';
import { taskBlockers, taskEvents } from './tables.ts';
import { taskLines } from './task-lines/table.ts';
import { readTransit, Transit } from './transit.ts';

const Happened = z.object({
  id: Id,
  at: z.string(),
  command: z.string(),
  reason: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Set if the event cancelled the order. */
  cancelReason: z.string(),
  by: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
});
/**
 * Data of the task page: events, missing facts and the commands that provide them, available commands, goods, parcels and their tracking.
 */
export const OrderHistory = z.object({
  events: z.array(Happened),
  missing: z.array(
    z.object({ fact: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])), action: z.string().nullable() }),
  ),
  blockers: z.array(z.object({ kind: z.string(), reason: z.string(), openedAt: z.string(), by: z.string().nullable() })),
  commands: z.array(z.object({ command: z.string(), refusal: z.string().nullable() })),
  lines: z.array(
    z.object({
      id: Id,
      itemId: Id,
      sku: z.string(),
      name: z.string(),
      image: z.string().nullable(),
      ordered: z.int(),
      cancelled: z.int(),
      reserved: z.int(),
      short: z.int(),
      picked: z.int(),
      packed: z.int(),
      shipped: z.int(),
      returned: z.int(),
      received: z.int(),
      damaged: z.int(),
      putAway: z.int(),
      disposed: z.int(),
      /** Shipped pieces that can still be sent back. */
      returnable: z.int(),
      returnReason: z.string().nullable(),
      /** Where pieces held for the line lie, and what else is available. */
      places: z.array(z.object({ place: z.string(), qty: z.int(), picked: z.boolean() })),
      free: z.int(),
    }),
  ),
  parcels: z.array(
    z.object({
      id: Id,
      no: z.string(),
      seq: z.int(),
      state: z.string(),
      pieces: z.int(),
      weight: z.int().nullable(),
      trackingNo: z.string(),
      carrier: z.string().nullable(),
      trackingUrl: z.string(),
      labelState: z.string(),
      labelError: z.string(),
      contents: z.array(z.object({ lineId: Id, sku: z.string(), serial: z.string(), qty: z.int() })),
      tracking: z.array(z.object({ code: z.string(), text: z.string(), place: z.string(), at: z.string() })),
    }),
  ),
  /** Of a return: what came back, and why the rest did not. */
  pieces: z.array(ReturnedPiece),
  absence: z.string(),
  /** Pieces that the lines still need and cannot get; empty if nothing is missing. */
  waiting: z.array(Available),
  /** Of an order that waits for nothing but its carrier. */
  transit: Transit.nullable(),
  /** How the carrier was chosen. Only the house reads it, because it holds what carriers ask of the house. */
  choice: CarrierChoice.nullable(),
  /** A part of a divided order that collects nothing names the order that does. */
  collectedWith: CollectedWith.nullable(),
  children: z.array(z.object({ id: Id, no: z.string(), kind: z.string(), status: z.string(), cancelReason: z.string() })),
});
export type OrderHistory = z.infer<typeof OrderHistory>;

const stamp = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Names of staff are only shown to staff. */
const whoSees = (house: boolean) => (house ? sql`u.name` : sql`case when u.merchant_id is null then null else u.name end`);
type OfTask = { id: string };
type ForReader = OfTask & { house: boolean };

const findEvents = statement(
  {
    id: taskEvents.id,
    at: cell.text,
    command: taskEvents.command,
    reason: taskEvents.reason,
    from: taskEvents.fromStatus,
    to: taskEvents.toStatus,
    cancelReason: cell.text,
    by: orNull(cell.text),
    payload: taskEvents.payload,
  },
  ({ id, house }: ForReader) => sql`select e.id, ${stamp('e.at')} as at, e.command, e.reason, e.from_status as from, e.to_status as to,
      case when e.command in ('requestCancel', 'acceptCancel') and e.to_status is distinct from 'cancelRequested' then t.cancel_reason else '' end as "cancelReason", ${whoSees(house)} as by, e.payload
    from task_events e join tasks t on t.id = e.task_id left join users u on u.id = e.by where e.task_id = ${id}::uuid order by e.id desc limit 500`,
  [
    { id: '', house: true },
    { id: '', house: false },
  ],
);
const findBlockers = statement(
  { kind: taskBlockers.kind, reason: taskBlockers.reason, openedAt: cell.text, by: orNull(cell.text) },
  ({
    id,
    house,
  }: ForReader) => sql`select b.kind, b.reason, ${stamp('b.opened_at')} as "openedAt", ${whoSees(house)} as by from task_blockers b left join users u on u.id = b.opened_by
    where b.task_id = ${id}::uuid and b.resolved_at is null order by b.opened_at`,
);
const findLines = statement(
  {
    id: taskLines.id,
    itemId: taskLines.itemId,
    sku: taskLines.sku,
    name: taskLines.name,
    image: items.image,
    ordered: taskLines.ordered,
    cancelled: taskLines.cancelled,
    reserved: taskLines.reserved,
    short: taskLines.short,
    picked: taskLines.picked,
    packed: taskLines.packed,
    shipped: taskLines.shipped,
    returned: taskLines.returned,
    received: taskLines.received,
    damaged: taskLines.damaged,
    putAway: taskLines.putAway,
    disposed: taskLines.disposed,
    returnable: cell.integer,
    returnReason: taskLines.returnReason,
    places: cell.json<OrderHistory['lines'][number]['places']>(),
    free: cell.integer,
  },
  ({
    id,
  }: OfTask) => sql`select l.id, l.item_id as "itemId", l.sku, l.name, i.image, l.ordered, l.cancelled, l.reserved, l.short, l.picked, l.packed, l.shipped, l.returned, l.received, l.damaged, l.put_away as "putAway", l.disposed, kontor_returnable(l.id) as returnable, l.return_reason as "returnReason",
      (select coalesce(json_agg(json_build_object('place', b.place, 'qty', v.qty, 'picked', v.picked) order by b.place), '[]') from reservations v join stock_balances b on b.id = v.balance_id where v.line_id = l.id) as places,
      (select coalesce(sum(b.free), 0)::int from stock_balances b join compartments c on c.id = b.compartment_id where b.item_id = l.item_id and b.merchant_id = l.merchant_id and b.free > 0
        and kontor_promisable(b.condition, c.kind, c.blocked_reason)) as free
    from task_lines l join items i on i.id = l.item_id where l.task_id = ${id}::uuid order by l.position, l.id`,
);
const findParcels = statement(
  {
    id: parcels.id,
    no: parcels.no,
    seq: parcels.seq,
    state: parcels.state,
    pieces: parcels.pieces,
    weight: parcels.weight,
    trackingNo: parcels.trackingNo,
    carrier: orNull(carriers.name),
    trackingUrl: cell.text,
    labelState: parcels.labelState,
    labelError: parcels.labelError,
    contents: cell.json<OrderHistory['parcels'][number]['contents']>(),
    tracking: cell.json<OrderHistory['parcels'][number]['tracking']>(),
  },
  ({
    id,
  }: OfTask) => sql`select p.id, p.no, p.seq, p.state, p.pieces, p.weight, p.tracking_no as "trackingNo", c.name as carrier, replace(coalesce(c.tracking_url, ''), '{no}', p.tracking_no) as "trackingUrl", p.label_state as "labelState", p.label_error as "labelError",
      (select coalesce(json_agg(json_build_object('lineId', n.line_id, 'sku', l.sku, 'serial', n.serial, 'qty', n.qty) order by l.position, n.serial), '[]') from parcel_contents n join task_lines l on l.id = n.line_id where n.parcel_id = p.id) as contents,
      (select coalesce(json_agg(json_build_object('code', e.code, 'text', e.text, 'place', e.place, 'at', ${stamp('e.at')}) order by e.at desc), '[]') from tracking_events e where e.parcel_id = p.id) as tracking
    from parcels p left join carriers c on c.id = p.carrier_id where p.task_id = ${id}::uuid order by p.seq`,
);
const findRelated = statement(
  {
    children: cell.json<OrderHistory['children']>(),
    choice: orNull(cell.json<CarrierChoice>()),
    collectedWith: orNull(cell.json<CollectedWith>()),
  },
  ({
    id,
  }: OfTask) => sql`select (select coalesce(json_agg(json_build_object('id', id, 'no', no, 'kind', kind, 'status', status, 'cancelReason', cancel_reason) order by sort_at), '[]')
      from tasks where parent_id = ${id}::uuid and deleted_at is null) as children,
    (select (choice || jsonb_build_object('at', ${stamp('decided_at')}))::json from carrier_choices where task_id = ${id}::uuid and decided_at is not null) as choice,
    (select kontor_collected_with(id)::json from channel_orders where task_id = ${id}::uuid) as "collectedWith"`,
);

/** The history of one task. The caller has checked that it is in the actor's scope. Names of staff are only shown to staff (`house`). */
export async function readOrderHistory(tx: Db, id: string, house: boolean): Promise<OrderHistory> {
  const [known] = await readFacts(tx, [id]);
  if (!known) throw new DomainError('NotFound');
  const isReturn = known.facts.kind === 'retour';
  const { children, choice, collectedWith } = await findRelated.one(tx, { id });
  const missing = missingFacts(known.facts).map(({ fact, params, action }) => ({ fact, params, action }));
  return {
    events: await findEvents(tx, { id, house }),
    missing,
    blockers: await findBlockers(tx, { id, house }),
    commands: COMMAND_NAMES.filter(
      (command: CommandName) => house || (COMMANDS[command].audience as readonly string[]).includes('merchant'),
    ).map((command) => ({ command, refusal: mayRun(command, known.facts) })),
    lines: await findLines(tx, { id }),
    parcels: await findParcels(tx, { id }),
    pieces: isReturn ? await returnedPieces(tx, id) : [],
    absence: isReturn ? await absenceReason(tx, id) : '',
    waiting: known.facts.kind === 'outbound' && known.facts.closedAt === null ? await availability(tx, id) : [],
    transit: missing.length > 0 && missing.every(({ action }) => action === 'track') ? await readTransit(tx, id) : null,
    choice: house ? choice : null,
    collectedWith,
    children,
  };
}
