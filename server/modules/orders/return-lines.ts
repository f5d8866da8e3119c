import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import type { ReturnLine } from '#contract/orders/returns';
import type { Db } from '../../core/db/client.ts';
import { cell, type Row, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import type { PricedLine } from './create.ts';
import { taskLines } from './task-lines/table.ts';
import { tasks } from './tasks/table.ts';

/** Which pieces of an order a return takes back. The database has the last word: returns.sql. */

const findReturnable = statement(
  { id: taskLines.id, itemId: taskLines.itemId, open: cell.integer },
  ({ orderId }: { orderId: string }) =>
    sql`select id, item_id, kontor_returnable(id) as open from task_lines where task_id = ${orderId}::uuid and shipped > 0 order by position, id`,
);
type Returnable = Row<typeof findReturnable>;
const findOrder = statement(
  { id: tasks.id },
  ({ id, merchantId }: { id: string; merchantId: string }) =>
    sql`select id from tasks where id = ${id}::uuid and kind = 'outbound' and merchant_id = ${merchantId}::uuid and deleted_at is null`,
);

const beyond = (n: number, max: number): FieldError => ({ path: `lines.${n}.qty`, rule: 'beyondShipped', params: { max } });
const lineOf = ({ id, itemId }: Returnable, qty: number, returnReason: PricedLine['returnReason'] = null): PricedLine => ({
  itemId,
  qty,
  orderLineId: id,
  returnReason,
});

/**
 * The lines of a return: the wanted pieces of an order, or all that can still be sent back.
 * @throws DomainError InvalidInput with an error for each line beyond what was shipped; StateRefused if nothing is left
 */
export async function returnLines(tx: Db, orderId: string, wanted?: readonly ReturnLine[]): Promise<PricedLine[]> {
  const order = await findReturnable(tx, { orderId });
  if (!wanted) {
    const all = order.filter(({ open }) => open > 0).map((line) => lineOf(line, line.open));
    if (all.length === 0) throw new DomainError('StateRefused', 'tasks.refusals.moreThanShipped');
    return all;
  }
  const left = new Map(order.map(({ id, open }) => [id, open]));
  const errors: FieldError[] = [];
  const lines = wanted.flatMap(({ lineId, qty, reason }, n): PricedLine[] => {
    const line = order.find(({ id }) => id === lineId);
    const open = left.get(lineId) ?? 0;
    if (!line) errors.push({ path: `lines.${n}.lineId`, rule: 'reference' });
    else if (qty > open) errors.push(beyond(n, open));
    left.set(lineId, open - qty);
    return line ? [lineOf(line, qty, reason)] : [];
  });
  if (errors.length > 0) throw invalid(errors);
  return lines;
}

/**
 * Finds the lines of the order for a return that was entered by items. Pieces of an item that stands in several lines of the order are
 * taken from the first that has some left.
 * @throws DomainError InvalidInput if the order is not one of this merchant, or a line is beyond what was shipped
 */
export async function findOrderLines<I extends { id: string }>(
  tx: Db,
  order: { id: string; merchantId: string },
  lines: readonly PricedLine[],
  items: readonly I[],
): Promise<{ lines: PricedLine[]; items: I[] }> {
  if (!(await findOrder.first(tx, order))) throw invalid([{ path: 'parentId', rule: 'reference' }]);
  const left = await findReturnable(tx, { orderId: order.id });
  const errors: FieldError[] = [];
  const pairs = lines.flatMap((line, n): [PricedLine, I][] => {
    const item = items[n] as I;
    const found: [PricedLine, I][] = [];
    let missing = line.qty;
    for (const one of left.filter(({ itemId }) => itemId === item.id)) {
      const qty = Math.min(missing, one.open);
      if (qty <= 0) continue;
      one.open -= qty;
      missing -= qty;
      found.push([{ ...line, qty, orderLineId: one.id }, item]);
    }
    if (missing > 0) errors.push(beyond(n, line.qty - missing));
    return found;
  });
  if (errors.length > 0) throw invalid(errors);
  return { lines: pairs.map(([line]) => line), items: pairs.map(([, item]) => item) };
}
