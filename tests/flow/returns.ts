import { acts } from '../support/warehouse.ts';
import { listAll, must, type Row, type Scan } from './crew.ts';
import type { Day, Task } from './day.ts';

type Line = Row & { itemId: string; sku: string; ordered: number };
export type Returned = { orders: Task[]; whole: number; pieces: number; scrapped: number };

/** What the inspection finds, by turns; scrap stays nowhere. */
const FINDINGS = ['restock', 'restock', 'bWare', 'restock', 'scrap'] as const;
const CONDITION = { restock: 'good', bWare: 'bWare' } as const;

/** Every n-th order comes back: two thirds of them whole, the rest with their first line only. Pieces are inspected and put away. */
export async function bringBack(day: Day, shipped: readonly Task[], every: number): Promise<Returned> {
  const { call, office, returns } = day;
  const orders = shipped.filter((_, n) => n % every === 0);
  const result: Returned = { orders, whole: 0, pieces: 0, scrapped: 0 };
  for (const [n, order] of orders.entries()) {
    await must(call, office.token, 'POST', `/v0/tasks/${order.id}/command/requestRetour`, { reason: 'Not wanted' });
    const [retour] = (await listAll(call, office.token, `/v0/tasks?kind=retour&merchantId=${day.merchantId}`)).filter(
      (one) => one['parentId'] === order.id,
    );
    if (!retour) throw new Error(`order ${order.no} has no retour`);
    const all = await listAll<Line>(call, office.token, `/v0/taskLines?taskId=${retour.id}&s=position`);
    const lines = n % 3 === 2 ? all.slice(0, 1) : all;
    if (lines.length === all.length) result.whole += 1;
    await returns.scan(
      'return',
      lines.map((line, i): Scan => {
        const outcome = FINDINGS[(n + i) % FINDINGS.length] ?? 'restock';
        result.pieces += line.ordered;
        if (outcome === 'scrap') result.scrapped += line.ordered;
        const goods = { itemId: line.itemId, qty: line.ordered, lot: '', expiry: null, serial: '' };
        return {
          act: { do: 'takeBack', taskId: retour.id, lineId: line.id, ...goods, outcome, compartmentId: returns.placeId, note: '' },
          code: line.sku,
        };
      }),
    );
    await returns.scan('return', [{ act: { do: 'closeReceipt', taskId: retour.id, reason: 'Counted' }, code: String(retour['no']) }]);
    const shelf = day.shelves[n % day.shelves.length] as Row;
    await returns.scan(
      'putAway',
      lines.flatMap((line, i): Scan[] => {
        const outcome = FINDINGS[(n + i) % FINDINGS.length] ?? 'restock';
        if (outcome === 'scrap') return [];
        const act = acts.putAway(retour.id, line.itemId, line.ordered, returns.placeId, shelf.id, { condition: CONDITION[outcome] });
        return [{ act, code: String(shelf['code']) }];
      }),
    );
  }
  return result;
}
