import { sql } from 'drizzle-orm';
import type { ActOf, StockCondition } from '#contract/scan/acts';
import { inStock, OUTSIDE } from '../../stock/ledger.ts';
import { addToLine, all, move, openPlace, openTask, type Row, type ScanContext, setRow } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { INSPECTED, itemRules, lineFor } from './receive.ts';

/** What a piece is after its inspection, and whether it goes on in our stock at all. */
const OUTCOMES = {
  restock: { condition: 'good', keep: true },
  bWare: { condition: 'bWare', keep: true },
  repair: { condition: 'blocked', keep: true },
  swapLabel: { condition: 'good', keep: true },
  sendBack: { condition: 'blocked', keep: true },
  scrap: { condition: 'damaged', keep: false },
} as const satisfies Record<ActOf<'takeBack'>['outcome'], { condition: StockCondition; keep: boolean }>;

/** A returned piece: CUSTOMER → returns place, in the condition its inspection found, or straight to SCRAP. The parent order counts it too. */
export async function takeBack(c: ScanContext, act: ActOf<'takeBack'>): Promise<void> {
  const task = await openTask(c, act.taskId, ['retour'], INSPECTED);
  const merchantId = task['merchant_id'] as string;
  const item = await itemRules(c, merchantId, act);
  const line = await lineFor(c, task, item, act.lineId, act.note);
  const open = (line['ordered'] as number) - (line['cancelled'] as number) - (line['received'] as number);
  if (act.qty > open && act.note === '')
    throw new Refusal('overReceipt', { sku: item['sku'] as string, expected: Math.max(0, open), got: act.qty });
  await openPlace(c, act.compartmentId, merchantId);
  const { condition, keep } = OUTCOMES[act.outcome];
  const lineId = line['id'] as string;
  if (task['arrived_at'] === null) await setRow(c, 'tasks', act.taskId, { arrived_at: null }, { arrived_at: c.event.at });
  await move(c, {
    merchantId,
    itemId: act.itemId,
    lot: act.lot,
    expiry: act.expiry,
    serial: act.serial,
    condition,
    qty: act.qty,
    from: OUTSIDE.customer,
    to: keep ? inStock(act.compartmentId) : OUTSIDE.scrap,
    taskId: act.taskId,
    lineId,
    reason: act.outcome,
  });
  await addToLine(c, lineId, {
    received: act.qty,
    ...(keep ? {} : { disposed: act.qty }),
    ...(condition === 'damaged' ? { damaged: act.qty } : {}),
  });
  if (act.serial !== '')
    await c.tx.execute(
      sql`update serials set state = ${keep ? 'returned' : 'scrapped'} where merchant_id = ${merchantId}::uuid and item_id = ${act.itemId}::uuid and serial = ${act.serial} and state in ('shipped', 'inStock')`,
    );
  await countOnParent(c, task, act.itemId, act.qty);
}

/** The order it came from shows what returned, never more than left with it. */
async function countOnParent(c: ScanContext, task: Row, itemId: string, qty: number): Promise<void> {
  const parent = task['parent_id'] as string | null;
  if (parent === null) return;
  let left = qty;
  const lines = await all(
    c,
    sql`select id, shipped - returned as open from task_lines where task_id = ${parent}::uuid and item_id = ${itemId}::uuid and shipped > returned order by position for no key update`,
  );
  for (const line of lines) {
    const n = Math.min(left, line['open'] as number);
    if (n <= 0) break;
    await addToLine(c, line['id'] as string, { returned: n });
    left -= n;
  }
  c.touched.add(parent);
}
