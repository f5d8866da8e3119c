import { sql } from 'drizzle-orm';
import type { bills as area, BillLine } from '#contract/money/bills';
import type { PurchaseLine } from '#contract/trade/purchase-orders';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import type { Written } from '../../core/http/area.ts';
import { taskLines } from '../orders/task-lines/table.ts';
import { purchaseOrders } from '../trade/purchase-orders/table.ts';

/** An order line with the quantities received and billed so far, in thousandths. `received` is null for services. */
export type OrderedLine = { line: PurchaseLine; received: number | null; billed: number };
export type BilledOrder = { id: string; no: string; supplierId: string; currency: string; placed: boolean; lines: OrderedLine[] };

/** Distributes the received pieces of each SKU over the order's lines, in order. */
function spread(lines: readonly PurchaseLine[], came: Map<string, number>): (number | null)[] {
  const left = new Map(came);
  return lines.map(({ sku, qty }, at) => {
    if (sku === '') return null;
    const rest = left.get(sku) ?? 0;
    // Pieces beyond the ordered quantity go to the last line of the item.
    const part = lines.slice(at + 1).some((later) => later.sku === sku) ? Math.min(qty, rest) : rest;
    left.set(sku, rest - part);
    return part;
  });
}

const findOrder = statement(
  {
    no: purchaseOrders.no,
    supplierId: purchaseOrders.supplierId,
    currency: purchaseOrders.currency,
    lines: purchaseOrders.lines,
    inboundId: purchaseOrders.inboundId,
    placed: cell.boolean,
  },
  ({ id }: { id: string }) =>
    sql`select no, supplier_id, currency, lines, inbound_id, status not in ('draft', 'cancelled') as placed from purchase_orders where id = ${id}::uuid and deleted_at is null`,
);
const sumReceived = statement(
  { sku: taskLines.sku, qty: cell.bigint },
  ({ taskId }: { taskId: string | null }) =>
    sql`select sku, sum(received) * 1000 as qty from task_lines where task_id = ${taskId}::uuid group by 1`,
);
const sumBilled = statement(
  { line: cell.text, qty: cell.numeric },
  ({
    id,
    without,
  }: {
    id: string;
    without: string | null;
  }) => sql`select l ->> 'ofLine' as line, sum((l ->> 'qty')::bigint) as qty from bills b, jsonb_array_elements(b.lines) l
      where b.purchase_order_id = ${id}::uuid and b.deleted_at is null and b.id is distinct from ${without}::uuid and l ->> 'ofLine' is not null group by 1`,
);

/**
 * Reads an order for comparison with a bill. The lines of the bill `without` do not count as billed. The order is locked, so that two bills
 * entered at the same time see each other's quantities.
 */
export async function readOrder(tx: Db, id: string, without: string | null = null): Promise<BilledOrder | null> {
  const order = await findOrder.first(tx, { id });
  if (!order) return null;
  const { lines, no, supplierId, currency, placed } = order;
  const came = await sumReceived(tx, { taskId: order.inboundId });
  const asked = await sumBilled(tx, { id, without });
  const received = spread(lines, new Map(came.map(({ sku, qty }) => [sku, qty])));
  const billed = new Map(asked.map(({ line, qty }) => [line, qty]));
  return {
    id,
    no,
    supplierId,
    currency,
    placed,
    lines: lines.map((line, at) => ({ line, received: received[at] ?? null, billed: billed.get(line.id) ?? 0 })),
  };
}

/**
 * Adds the order's figures to a bill line: quantities not yet billed, price and receipt. A line that is not on the order gets an ordered
 * quantity of 0.
 */
function beside(line: BillLine, { no, lines }: BilledOrder): BillLine {
  const of = lines.find((one) => one.line.id === line.ofLine);
  if (!of) return { ...line, orderNo: '', ordered: 0, orderedPrice: null, received: null };
  const left = (qty: number): number => Math.max(0, qty - of.billed);
  return {
    ...line,
    orderNo: no,
    ordered: left(of.line.qty),
    orderedPrice: of.line.unitPrice,
    received: of.received === null ? null : left(of.received),
  };
}

/** The lines of an order that can still be billed, with the agreed price and tax. */
const linesOf = ({ lines }: BilledOrder): BillLine[] =>
  lines.flatMap(({ line, billed }) => {
    const { sku, supplierCode: _notOfBills, ...priced } = line;
    const qty = line.qty - billed;
    if (qty <= 0) return [];
    const text = sku === '' ? line.text : `${sku} ${line.text}`.slice(0, 200);
    return [
      {
        ...priced,
        text,
        id: crypto.randomUUID(),
        ofLine: line.id,
        qty,
        orderNo: '',
        ordered: null,
        orderedPrice: null,
        received: null,
        charge: null,
      },
    ];
  });

/**
 * Compares the lines of a bill with its order. A bill without lines gets those of the order. Without an order the lines stay as entered.
 */
export async function matchedLines(tx: Db, { id, lines = [], purchaseOrderId }: Written<typeof area>): Promise<BillLine[]> {
  const order = purchaseOrderId ? await readOrder(tx, purchaseOrderId, id ?? null) : null;
  if (!order) return lines;
  return (lines.length > 0 ? lines : linesOf(order)).map((line) => beside(line, order));
}
