import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addressFaults } from '#contract/core/address';
import type { FieldError } from '#contract/core/envelope';
import type { Address } from '#contract/core/fields';
import { amountFaults } from '#contract/orders/amounts';
import { addressReason } from '#contract/orders/reasons';
import type { ReturnReason } from '#contract/orders/returns';
import type { NewTask } from '#contract/orders/tasks';
import type { Db } from '../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { itemComponents } from '../catalog/item-components/table.ts';
import { items } from '../catalog/items/table.ts';
import { allocate } from './allocate.ts';
import { recompute } from './recompute.ts';
import { findOrderLines } from './return-lines.ts';
import { taskLines } from './task-lines/table.ts';
import { tasks } from './tasks/table.ts';

export type PricedLine = z.infer<typeof NewTask>['lines'][number] & {
  name?: string;
  price?: number | null;
  /** Of a return: the line of the order that comes back, and why. */
  orderLineId?: string;
  returnReason?: ReturnReason | null;
  /** The caller's own name of the line. `noteLines` is told which lines it became. */
  key?: string;
};
/** The stored lines with the caller's key: of a kit several have the same. */
export type NoteLines = (lines: { id: string; key: string }[]) => Promise<void>;
export type TaskInput = Omit<z.infer<typeof NewTask>, 'lines'> & { lines: PricedLine[] };

const PREFIX: Record<TaskInput['kind'], string> = {
  inbound: 'IN-',
  outbound: 'O-',
  transportLabel: 'TL-',
  retour: 'R-',
  container: 'C-',
  transportQuote: 'Q-',
  collectRequest: 'CR-',
  collectOrder: 'CO-',
  internal: 'T-',
};
/** Kinds whose parcels a carrier collects before its cut-off. A return or a delivery has none. */
const LEAVING: readonly TaskInput['kind'][] = ['outbound', 'transportLabel'];
/** Kinds that require lines. */
const WITH_LINES: readonly TaskInput['kind'][] = ['inbound', 'outbound', 'retour'];

const findItems = statement(
  { n: cell.integer, id: items.id, sku: items.sku, name: items.name },
  ({
    wanted,
    merchantId,
  }: {
    wanted: string;
    merchantId: string;
  }) => sql`select w.n, i.id, i.sku, i.name from jsonb_to_recordset(${wanted}::jsonb) as w(n int, id uuid, sku text)
      cross join lateral (select id, sku, name from items i where i.deleted_at is null and (i.merchant_id = ${merchantId}::uuid or i.merchant_id is null)
        and (i.id = w.id or (w.id is null and (i.sku = w.sku or i.id in (select item_id from item_aliases a where a.code = w.sku and a.deleted_at is null))))
        order by i.merchant_id nulls last, (i.sku = w.sku) desc limit 1) i`,
);
type Item = Omit<Row<typeof findItems>, 'n'>;
const findParts = statement(
  { itemId: itemComponents.itemId, qty: itemComponents.qty, id: items.id, sku: items.sku, name: items.name },
  ({
    itemIds,
  }: {
    itemIds: readonly string[];
  }) => sql`select c.item_id, c.qty, i.id, i.sku, i.name from item_components c join items i on i.id = c.component_id
            where c.item_id = any(${uuids(itemIds)}) and c.deleted_at is null order by i.sku`,
);

/** Those of the SKUs and aliases that are no item of the merchant, in their order. */
export async function unknownSkus(tx: Db, merchantId: string, skus: readonly string[]): Promise<string[]> {
  const wanted = JSON.stringify(skus.map((sku, n) => ({ n, id: null, sku })));
  const known = new Set((await findItems(tx, { wanted, merchantId })).map(({ n }) => n));
  return skus.filter((_, n) => !known.has(n));
}

/** Resolves the items of the lines; the merchant's own items come before shared ones. Each unknown item is an error of its own. */
export async function itemsOf(tx: Db, merchantId: string, lines: readonly PricedLine[]): Promise<Item[]> {
  const wanted = lines.map(({ itemId, sku }) => ({ id: itemId ?? null, sku: sku ?? '' }));
  const found = await findItems(tx, { wanted: JSON.stringify(wanted.map((w, n) => ({ n, ...w }))), merchantId });
  const byLine = new Map(found.map(({ n, ...item }): [number, Item] => [n, item]));
  const errors: FieldError[] = lines.flatMap((line, n) =>
    byLine.has(n) ? [] : [{ path: `lines.${n}.sku`, rule: 'unknownItem', params: { sku: line.sku ?? line.itemId ?? '' } }],
  );
  if (errors.length > 0) throw invalid(errors);
  return lines.map((_, n) => byLine.get(n) as Item);
}

/**
 * Replaces lines of a kit by lines of its parts, each with a reference to the kit (domain: item_component). A kit without parts stays a
 * line.
 */
export async function apart(
  tx: Db,
  kind: TaskInput['kind'],
  lines: readonly PricedLine[],
  ordered: readonly Item[],
): Promise<{ lines: PricedLine[]; items: Item[] }> {
  const parts = kind === 'outbound' ? await findParts(tx, { itemIds: ordered.map(({ id }) => id) }) : [];
  const pairs = lines.flatMap((line, n): [PricedLine, Item][] => {
    const item = ordered[n] as Item;
    const own = parts.filter((part) => part.itemId === item.id);
    if (own.length === 0) return [[line, item]];
    return own.map((part) => [
      { ...line, qty: line.qty * part.qty, name: line.name || item.sku, price: null },
      { id: part.id, sku: part.sku, name: part.name },
    ]);
  });
  return { lines: pairs.map(([line]) => line), items: pairs.map(([, item]) => item) };
}

/** The lines as they are stored: of a kit its parts, of a return with the lines of its order. */
async function linesOf(
  tx: Db,
  { kind, merchantId, parentId }: Pick<TaskInput, 'kind' | 'merchantId' | 'parentId'>,
  lines: readonly PricedLine[],
  ordered: Item[],
) {
  const known = lines.every(({ orderLineId }) => orderLineId !== undefined);
  if (kind === 'retour' && parentId !== null && !known) return findOrderLines(tx, { id: parentId, merchantId }, lines, ordered);
  return apart(tx, kind, lines, ordered);
}

type Creating = {
  allocating?: boolean;
  /** Created without lines, because the goods are not known yet: an unannounced return. */
  bare?: boolean;
  /** Id chosen by the caller, to refer to the task before it exists. */
  id?: string | undefined;
  noteLines?: NoteLines | undefined;
};

type Lines = { lines: PricedLine[]; items: Item[] };
export const insertLines = async (
  tx: Db,
  task: { id: string; merchantId: string },
  { lines, items: parts }: Lines,
  note?: NoteLines,
  /** Position of the first of them. */
  start = 1,
): Promise<void> => {
  if (lines.length === 0) return;
  const made = await tx
    .insert(taskLines)
    .values(
      lines.map((line, index) => {
        const item = parts[index] as Item;
        return {
          taskId: task.id,
          merchantId: task.merchantId,
          itemId: item.id,
          sku: item.sku,
          name: item.name,
          source: line.name ?? '',
          ordered: line.qty,
          price: line.price ?? null,
          orderLineId: line.orderLineId ?? null,
          returnReason: line.returnReason ?? null,
          position: start + index,
        };
      }),
    )
    .returning({ id: taskLines.id, position: taskLines.position });
  await note?.(made.map(({ id, position }) => ({ id, key: lines[position - start]?.key ?? '' })));
};

/**
 * Creates a task with its lines in the caller's transaction. An invalid address opens a blocker, outbound goods are allocated, and the
 * status is computed. The caller has checked the merchant. A second task with the same merchant, source and reference is refused by the
 * database (Duplicate).
 * @throws DomainError InvalidInput with one error per line whose item is not the merchant's
 */
export async function createTask(
  tx: Db,
  input: TaskInput,
  by: string | null,
  { allocating = true, bare = false, id, noteLines }: Creating = {},
): Promise<string> {
  const { lines: given, no, ...head } = input;
  if (given.length === 0 && !bare && WITH_LINES.includes(head.kind)) throw invalid([{ path: 'lines', rule: 'required' }]);
  const amounts = amountFaults(head.deliveryServices, head);
  if (amounts.length > 0) throw invalid(amounts);
  const { lines, items: parts } = await linesOf(tx, head, given, await itemsOf(tx, head.merchantId, given));
  const [made] = await tx
    .insert(tasks)
    .values({
      ...head,
      // An order that is typed in was placed now. Shops and files say when theirs were.
      orderedAt: head.orderedAt ?? (head.kind === 'outbound' && head.source === 'manual' ? sql`now()` : null),
      ...(id === undefined ? {} : { id }),
      no: no || sql`${PREFIX[head.kind]} || nextval('task_no')`,
      shipPartial: sql`(select ship_partial from merchants where id = ${head.merchantId}::uuid)`,
      ...(LEAVING.includes(head.kind) ? { cutOffAt: cutOff(head.carrierId) } : {}),
    })
    .returning({ id: tasks.id });
  if (!made) throw new DomainError('NotFound');
  await insertLines(tx, { id: made.id, merchantId: head.merchantId }, { lines, items: parts }, noteLines);
  await checkAddress(tx, made.id, head.kind, head.consignee, by);
  await recompute(tx, [made.id], { command: 'created', by, payload: { source: head.source } }, { always: true });
  if (allocating && head.kind === 'outbound') await allocate(tx, [made.id], by);
  return made.id;
}

/** The carrier's cut-off today, in the time zone of its storehouse; the one of tomorrow if it has passed. */
export const cutOff = (
  carrierId: string | null,
) => sql`(select case when c.cut_off = '' then null else d.day + case when d.day < now() then interval '1 day' else interval '0' end end
  from carriers c left join storehouses s on s.id = c.storehouse_id
  cross join lateral (select ((now() at time zone coalesce(s.timezone, 'Europe/Berlin'))::date + nullif(c.cut_off, '')::time) at time zone coalesce(s.timezone, 'Europe/Berlin') as day) d
  where c.id = ${carrierId}::uuid)`;

const resolveAddress = command(
  ({ by, taskId }: { by: string | null; taskId: string }) =>
    sql`update task_blockers set resolved_at = now(), resolved_by = ${by}::uuid, resolution = 'corrected' where task_id = ${taskId}::uuid and kind = 'wrongAddress' and resolved_at is null`,
);

const blockAddress = command(
  ({
    taskId,
    reason,
    by,
  }: {
    taskId: string;
    reason: string;
    by: string | null;
  }) => sql`insert into task_blockers (task_id, kind, reason, opened_by) values (${taskId}::uuid, 'wrongAddress', ${reason}, ${by}::uuid)
    on conflict (task_id, kind) where resolved_at is null do update set reason = excluded.reason`,
);

/** Opens or resolves the address blocker of an outbound task. Returns whether the address is valid. */
export async function checkAddress(tx: Db, taskId: string, kind: string, address: Address, by: string | null): Promise<boolean> {
  if (!LEAVING.some((leaving) => leaving === kind)) return true;
  const faults = addressFaults(address);
  if (faults.length === 0) {
    await resolveAddress(tx, { by, taskId });
    return true;
  }
  await blockAddress(tx, { taskId, reason: addressReason(faults), by });
  return false;
}
