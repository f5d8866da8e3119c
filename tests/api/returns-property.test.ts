import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScanCommand } from '#contract/scanning/commands';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { acts } from '../support/warehouse.ts';

/** Returns of an order in any order of requests, receipts, roll-backs and cancellations. What the server refuses changes nothing. */

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());

const SHIPPED = [4, 3];
type Step =
  | { do: 'ask'; line: number; qty: number; people: number }
  | { do: 'takeBack'; of: number; line: number; qty: number; outcome: 'restock' | 'scrap' }
  | { do: 'putAway'; of: number; qty: number }
  | { do: 'requestCancel' | 'closeReceipt' | 'rollbackReceipt' | 'acceptDifference' | 'finish' | 'replacement'; of: number };

/** Mostly the first line, so that requests, receipts and put-aways meet. */
const line = fc.constantFrom(0, 0, 0, 1);
const qty = fc.integer({ min: 1, max: 2 });
const of = fc.nat(2);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), line, qty, people: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('takeBack' as const),
      of,
      line,
      qty,
      outcome: fc.constantFrom('restock' as const, 'scrap' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('putAway' as const), of, qty }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'requestCancel' as const,
        'closeReceipt' as const,
        'rollbackReceipt' as const,
        'acceptDifference' as const,
        'finish' as const,
        'replacement' as const,
      ),
      of,
    }),
  },
);

/** Pieces of a return that stand in the house, by item, and how many of them were put away. */
type Model = Map<string, { kept: number; away: number }>;
type Order = Awaited<ReturnType<Floor['ship']>> & { returns: string[]; model: Model };
const key = (id: string, item: string): string => `${id} ${item}`;

async function readReturns(order: Order): Promise<void> {
  const found = await floor.rows(`select id from tasks where parent_id = $1 and kind = 'retour' order by sort_at`, [order.task]);
  order.returns = found.map(({ id }) => String(id));
}

const scan = async (act: ScanCommand): Promise<boolean> => (await floor.scanner.send(act))[0]?.outcome === 'applied';

async function ask(order: Order, step: Extract<Step, { do: 'ask' }>): Promise<void> {
  const body = { lines: [{ lineId: order.lines[step.line], qty: step.qty, reason: 'notWanted' }] };
  await Promise.all(Array.from({ length: step.people }, () => floor.command(order.task, 'requestRetour', body)));
  await readReturns(order);
}

/** Pieces that the server received, over all runs: without any, the test would show nothing. */
let received = 0;

async function putAway(order: Order, step: Extract<Step, { do: 'putAway' }>): Promise<void> {
  const waiting = [...order.model].filter(([, { kept, away }]) => kept > away);
  const [name, pieces] = waiting[step.of % Math.max(1, waiting.length)] ?? [];
  const [id, item] = name?.split(' ') ?? [];
  if (!pieces || !id || !item) return;
  if (await scan(acts.putAway(id, item, step.qty, floor.house.returns, floor.shelf(5)))) pieces.away += step.qty;
}

async function act(order: Order, step: Step): Promise<void> {
  if (step.do === 'ask') return ask(order, step);
  if (step.do === 'putAway') return putAway(order, step);
  const id = order.returns[step.of % Math.max(1, order.returns.length)];
  if (id === undefined) return;
  if (step.do === 'replacement') return void (await floor.server.call('POST', `/v0/tasks/${id}/replacement`, undefined, floor.admin));
  if (step.do === 'takeBack') {
    const item = order.items[step.line]?.id ?? '';
    const pieces = order.model.get(key(id, item)) ?? { kept: 0, away: 0 };
    order.model.set(key(id, item), pieces);
    const taken = await scan(acts.takeBack(id, item, step.qty, floor.house.returns, { outcome: step.outcome }));
    if (taken && step.outcome === 'restock') pieces.kept += step.qty;
    if (taken) received += step.qty;
    return;
  }
  if (step.do === 'closeReceipt') return void (await scan({ do: 'closeReceipt', taskId: id, reason: 'lessDelivered' }));
  const { code } = await floor.command(id, step.do, { reason: 'Counted again' });
  if (step.do === 'rollbackReceipt' && code === 'OK') for (const one of order.model.keys()) if (one.startsWith(id)) order.model.delete(one);
}

async function check(order: Order): Promise<void> {
  const story = await floor.server.call<{ lines: { returnable: number }[] }>(
    'GET',
    `/v0/tasks/${order.task}/story`,
    undefined,
    floor.admin,
  );
  const back = await floor.rows(
    `select o.id, coalesce(sum(l.received), 0)::int as received from task_lines o
       left join (task_lines l join tasks r on r.id = l.task_id and r.kind = 'retour' and r.deleted_at is null) on l.order_line_id = o.id
     where o.task_id = $1 group by o.id, o.position order by o.position`,
    [order.task],
  );
  for (const [i, shipped] of SHIPPED.entries()) {
    const returnable = story.data.lines[i]?.returnable ?? -1;
    expect(returnable, 'pieces that can still be requested').toBeGreaterThanOrEqual(0);
    expect(returnable + Number(back[i]?.received), 'pieces that came back or can be requested').toBeLessThanOrEqual(shipped);
  }
  const stock = await floor.rows(
    `select item_id, sum(on_hand)::int as qty from stock_balances where item_id = any($1::uuid[]) group by item_id`,
    [order.items.map(({ id }) => id)],
  );
  for (const { id } of order.items) {
    const kept = [...order.model].filter(([one]) => one.endsWith(id)).reduce((sum, [, pieces]) => sum + pieces.kept, 0);
    expect(stock.find((row) => row['item_id'] === id)?.['qty'] ?? 0, 'pieces in stock').toBe(kept);
  }
  for (const one of order.returns) {
    const pieces = [...order.model].filter(([name]) => name.startsWith(one)).map(([, of]) => of);
    if ((await floor.status(one)) === 'inbounded')
      expect(
        pieces.reduce((sum, { kept, away }) => sum + kept - away, 0),
        'pieces left to put away',
      ).toBeLessThanOrEqual(0);
  }
}

test('whatever is requested, received, rolled back and cancelled, no more comes back than was shipped, and each piece is accounted for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const order: Order = { ...(await floor.ship(SHIPPED)), returns: [], model: new Map() };
      await ask(order, { do: 'ask', line: 0, qty: 2, people: 1 });
      await act(order, { do: 'takeBack', of: 0, line: 0, qty: 1, outcome: 'restock' });
      for (const step of steps) {
        await act(order, step);
        await check(order);
      }
      expect((await readInvariants(floor.server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
    }),
    { numRuns: 15 },
  );
  expect(received).toBeGreaterThanOrEqual(15);
});

test('a piece that two returns expect comes back once: with the other one it needs a reason', async () => {
  const order: Order = { ...(await floor.ship([2])), returns: [], model: new Map() };
  const item = order.items[0]?.id ?? '';
  const takeBack = (id: string | undefined, note = ''): Promise<boolean> =>
    scan(acts.takeBack(id ?? '', item, 1, floor.house.returns, { note }));
  await ask(order, { do: 'ask', line: 0, qty: 2, people: 1 });
  expect(await takeBack(order.returns[0])).toBe(true);
  // Closed as one piece short, so the piece can be requested again; then both arrive.
  expect(await scan({ do: 'closeReceipt', taskId: order.returns[0] ?? '', reason: 'lessDelivered' })).toBe(true);
  await ask(order, { do: 'ask', line: 0, qty: 1, people: 1 });
  expect(await takeBack(order.returns[1])).toBe(true);
  expect(await takeBack(order.returns[0])).toBe(false);
  expect(await takeBack(order.returns[0], 'Three pieces came')).toBe(true);
});

test('pieces on the returns table are in the house, but free to promise only once they are put away; what is scrapped is neither', async () => {
  const order: Order = { ...(await floor.ship([4])), returns: [], model: new Map() };
  const item = order.items[0]?.id ?? '';
  const stock = async () => (await floor.server.call<Record<string, number>>('GET', `/v0/itemStocks/${item}`, undefined, floor.admin)).data;
  const pieces = async () => {
    const { available, unavailable, onHand } = await stock();
    return { available, unavailable, onHand };
  };
  await ask(order, { do: 'ask', line: 0, qty: 2, people: 1 });
  await ask(order, { do: 'ask', line: 0, qty: 1, people: 1 });
  expect(await pieces()).toEqual({ available: 0, unavailable: 0, onHand: 0 });
  await act(order, { do: 'takeBack', of: 0, line: 0, qty: 2, outcome: 'restock' });
  await act(order, { do: 'takeBack', of: 1, line: 0, qty: 1, outcome: 'scrap' });
  expect(await pieces()).toEqual({ available: 0, unavailable: 2, onHand: 2 });
  await scan({ do: 'closeReceipt', taskId: order.returns[1] ?? '', reason: 'complete' });
  // Nothing is left to put away of it.
  expect(await floor.status(order.returns[1] ?? '')).toBe('inbounded');
  await act(order, { do: 'putAway', of: 0, qty: 1 });
  expect(await pieces()).toEqual({ available: 1, unavailable: 1, onHand: 2 });
  await act(order, { do: 'putAway', of: 0, qty: 1 });
  expect(await pieces()).toEqual({ available: 2, unavailable: 0, onHand: 2 });
});
