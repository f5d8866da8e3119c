import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Model, randomWork, type World } from '../support/random-work.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Device, device, openHouse } from '../support/warehouse.ts';

let server: TestServer;
let admin: string;
let scanner: Device;
let work: ReturnType<typeof randomWork>;
let world: World;

beforeAll(async () => {
  server = await startServer({ sample: true });
  const house = await openHouse(server, 4);
  admin = await server.signIn('admin');
  const [me] = (await server.pool.query(`select id from users where account = 'admin@kontor.example'`)).rows;
  scanner = device(server, admin, me.id, house.stationId);
  work = randomWork(server, house, admin);
  world = await work.makeWorld(1);
});
afterAll(() => server.close());

type Lying = { merchantId: string; itemId: string; compartmentId: string; sku: string; qty: number };
type AsOf = { at: string; rows: Lying[]; total: number; pieces: number };
const ask = async (at: string, more: Record<string, string> = {}, token = admin): Promise<AsOf> =>
  (await server.call<AsOf>('GET', `/v0/stock/asOf?${new URLSearchParams({ at, ...more }).toString()}`, undefined, token)).data;
const inOrder = (rows: { itemId: string; compartmentId: string; qty: number }[]): string[] =>
  rows.map(({ itemId, compartmentId, qty }) => `${itemId} ${compartmentId} ${qty}`).sort();

/** What the balances say now, and when that was on the database's own clock. */
async function snapshot(): Promise<{ at: string; rows: string[] }> {
  const rows = await work.rows(
    `select item_id as "itemId", compartment_id as "compartmentId", sum(on_hand)::int as qty from stock_balances where item_id = any($1) group by 1, 2 having sum(on_hand) > 0`,
    [world.items.map(({ id }) => id)],
  );
  const [{ at }] = await work.rows(`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`);
  return { at, rows: inOrder(rows as never) };
}

const ROUNDS = ['receive', 'putAway', 'move', 'allocate', 'list', 'pick', 'pack', 'close', 'ship', 'takeBack', 'short', 'undo'];

test('stock at a past instant is what the balances said then, whatever work came after it', async () => {
  const model: Model = { inHouse: new Map(), undoable: [] };
  const taken = [await snapshot()];
  for (const [round, kind] of [...ROUNDS, ...ROUNDS].entries()) {
    for (let n = 0; n < 4; n++) {
      const step = { kind, a: round + n, b: n, qty: 1 + (n % 3) };
      if (work.OFFICE[kind]) await work.OFFICE[kind]?.(world, step);
      const attempt = await work.WORK[kind]?.(world, step, model);
      if (!attempt) continue;
      const event = scanner.event(attempt.act);
      const [verdict] = (await scanner.post([event])).verdicts;
      if (verdict?.outcome === 'applied' && kind !== 'undo')
        model.undoable.push({ id: event.id, itemId: attempt.itemId, delta: attempt.delta });
    }
    taken.push(await snapshot());
  }
  expect(new Set(taken.map(({ rows }) => rows.join())).size).toBeGreaterThan(8);
  for (const { at, rows } of taken) {
    const answers = await Promise.all(world.items.map(({ id }) => ask(at, { itemId: id })));
    expect(inOrder(answers.flatMap((answer) => answer.rows)), at).toEqual(rows);
    for (const { rows: own, total, pieces } of answers)
      expect([own.length, own.reduce((all, { qty }) => all + qty, 0)]).toEqual([total, pieces]);
  }
});

test('a merchant sees the own goods of the past only, whatever is asked for; the file holds the same rows', async () => {
  const at = new Date().toISOString();
  const merchant = await server.signIn('merchant');
  const [own] = await work.rows(`select merchant_id as id from users where account like 'merchant@%'`);
  const [all, mine] = [await ask(at), await ask(at, {}, merchant)];
  expect(mine.rows.length).toBeGreaterThan(0);
  expect(new Set(mine.rows.map(({ merchantId }) => merchantId))).toEqual(new Set([own.id]));
  const other = all.rows.find(({ merchantId }) => merchantId !== own.id)?.merchantId as string;
  const foreign = `/v0/stock/asOf?${new URLSearchParams({ at, merchantId: other }).toString()}`;
  expect(await server.call('GET', foreign, undefined, merchant)).toMatchObject({
    code: 'InvalidInput',
    data: [{ path: 'merchantId', rule: 'reference' }],
  });
  const file = await fetch(`${server.url}/v0/stock/asOf/file?${new URLSearchParams({ at, locale: 'de' }).toString()}`, {
    headers: { 'x-token': merchant },
  });
  expect(file.headers.get('content-disposition')).toContain('.csv');
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(1 + mine.total);
  expect(lines[1]).toContain(`"${mine.rows[0]?.sku}"`);
  expect((await server.call('GET', '/v0/stock/asOf?at=yesterday', undefined, admin)).code).toBe('InvalidInput');
});
