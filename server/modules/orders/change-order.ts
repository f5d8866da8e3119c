import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { forgetChoice, readdressLabels } from '../shipping/index.ts';
import { allocate, release } from './allocate.ts';
import { lockTask } from './command-statements.ts';
import { apart, checkAddress, cutOff, insertLines, itemsOf, type NoteLines, type TaskInput } from './create.ts';
import { recompute } from './recompute.ts';
import { taskLines } from './task-lines/table.ts';

/** What a channel may change of an order until it is picked. */
export type OrderChange = Pick<
  TaskInput,
  | 'merchantId'
  | 'consignee'
  | 'carrierId'
  | 'service'
  | 'priority'
  | 'requestedShipAt'
  | 'orderedAt'
  | 'remark'
  | 'deliveryServices'
  | 'codAmount'
  | 'insuredAmount'
  | 'currency'
  | 'lines'
>;

const findUntouched = statement(
  { untouched: cell.boolean },
  ({ id }: { id: string }) => sql`select t.deleted_at is null and t.closed_at is null and t.picked = 0 and t.parcel_count = 0
      and not exists (select from picklist_lines q where q.task_id = t.id) as untouched from tasks t where t.id = ${id}::uuid`,
);
const findLines = statement(
  { id: taskLines.id },
  ({ id }: { id: string }) => sql`select id from task_lines where task_id = ${id}::uuid order by position, id`,
);
const rewriteLines = command(
  ({
    rows,
  }: {
    rows: string;
  }) => sql`update task_lines l set item_id = r.item_id, sku = r.sku, name = r.name, source = r.source, ordered = r.ordered, price = r.price,
      cancelled = 0, position = r.position
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, item_id uuid, sku text, name text, source text, ordered int, price int, position int) where l.id = r.id`,
);
const cancelLines = command(
  ({ ids }: { ids: readonly string[] }) => sql`update task_lines set cancelled = ordered where id = any(${uuids(ids)})`,
);

/** Writes other lines over those of an order. Lines are never deleted: what is left over is cancelled. */
async function replaceLines(tx: Db, task: { id: string; merchantId: string }, given: TaskInput['lines'], note?: NoteLines): Promise<void> {
  const { lines, items } = await apart(tx, 'outbound', given, await itemsOf(tx, task.merchantId, given));
  const known = await findLines(tx, { id: task.id });
  const kept = known.slice(0, lines.length);
  const rows = kept.map(({ id }, position) => ({
    id,
    item_id: items[position]?.id,
    sku: items[position]?.sku,
    name: items[position]?.name,
    source: lines[position]?.name ?? '',
    ordered: lines[position]?.qty,
    price: lines[position]?.price ?? null,
    position: position + 1,
  }));
  await rewriteLines(tx, { rows: JSON.stringify(rows) });
  await cancelLines(tx, { ids: known.slice(lines.length).map(({ id }) => id) });
  const noted = kept.map(({ id }, position) => ({ id, key: lines[position]?.key ?? '' }));
  const rest = { lines: lines.slice(kept.length), items: items.slice(kept.length) };
  await insertLines(tx, task, rest, async (made) => void noted.push(...made), kept.length + 1);
  await note?.(noted);
}

type Head = Omit<OrderChange, 'merchantId' | 'lines' | 'consignee' | 'deliveryServices'> & {
  id: string;
  consignee: string;
  services: string;
};
const changeHead = command(
  ({
    id,
    consignee,
    carrierId,
    service,
    priority,
    remark,
    requestedShipAt,
    orderedAt,
    services,
    codAmount,
    insuredAmount,
    currency,
  }: Head) => sql`update tasks set consignee = ${consignee}::jsonb,
      carrier_id = ${carrierId}::uuid, service = ${service}, priority = ${priority}, remark = ${remark},
      requested_ship_at = ${requestedShipAt}::timestamptz, ordered_at = ${orderedAt}::timestamptz, cut_off_at = ${cutOff(carrierId)},
      delivery_services = array(select s from unnest(delivery_services) s where s not in ('cashOnDelivery', 'insurance')) || ${services}::text[],
      cod_amount = ${codAmount}::bigint, insured_amount = ${insuredAmount}::bigint, currency = ${currency} where id = ${id}::uuid`,
);

/** Locks an order, so that no picklist takes it meanwhile. Its picking has not begun if this returns true. */
export async function lockUntouched(tx: Db, id: string): Promise<boolean> {
  await lockTask(tx, { id });
  return (await findUntouched.first(tx, { id }))?.untouched === true;
}

/**
 * Replaces the address, carrier, amounts and lines of an order that nobody picks yet. The caller has locked it (`lockUntouched`). Its goods are
 * released and allocated again.
 * @throws DomainError InvalidInput with one error per line whose item is not the merchant's
 */
export async function changeOrder(
  tx: Db,
  id: string,
  { merchantId, lines, deliveryServices, ...head }: OrderChange,
  by: string | null,
  note?: NoteLines,
): Promise<void> {
  await release(tx, [id]);
  await changeHead(tx, { id, ...head, consignee: JSON.stringify(head.consignee), services: `{${deliveryServices.join(',')}}` });
  await replaceLines(tx, { id, merchantId }, lines, note);
  await readdressLabels(tx, id);
  await forgetChoice(tx, { id });
  await checkAddress(tx, id, 'outbound', head.consignee, by);
  await recompute(tx, [id], { command: 'edited', by }, { always: true, locked: new Set([id]) });
  await allocate(tx, [id], by);
}
