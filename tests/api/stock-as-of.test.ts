import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { makeCheckpoint } from '../../server/modules/stock/checkpoint.ts';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { readQuickInvariants } from '../../server/modules/stock/quick-proof.ts';
import { type Model, randomWork, type World } from '../support/random-work.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Device, device, openHouse } from '../support/warehouse.ts';

let server: TestServer;
let admin: string;
let scanner: Device;
let work: ReturnType<typeof randomWork>;
let world: World;
let db: Db;

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
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
    // Nobody works meanwhile: what was booked until now is settled.
    if (round % 3 === 0) while (await makeCheckpoint(db, taken.at(-1)?.at ?? '', 3));
  }
  const [{ n }] = await work.rows('select count(*)::int as n from stock_checkpoints');
  expect(n).toBeGreaterThan(2);
  expect(new Set(taken.map(({ rows }) => rows.join())).size).toBeGreaterThan(8);
  for (const { at, rows } of taken) {
    const answers = await Promise.all(world.items.map(({ id }) => ask(at, { itemId: id })));
    expect(inOrder(answers.flatMap((answer) => answer.rows)), at).toEqual(rows);
    for (const { rows: own, total, pieces } of answers)
      expect([own.length, own.reduce((all, { qty }) => all + qty, 0)]).toEqual([total, pieces]);
  }
});

test('with checkpoints, the quick proof and the full one agree that the books agree', async () => {
  for (const rules of [await readQuickInvariants(db), await readInvariants(server.pool)])
    expect(rules.filter(({ broken }) => broken > 0)).toEqual([]);
});

test('totals of movements from checkpoints are those of all movements, for the house and for a merchant', async () => {
  const merchant = await server.signIn('merchant');
  const [own] = await work.rows(`select merchant_id as id from users where account like 'merchant@%'`);
  await work.rows(
    `select kontor_move(jsonb_build_object('merchant_id', merchant_id, 'item_id', id, 'qty', 7, 'from_place', 'adjust', 'to_place', 'stock', 'to_id', (select id from compartments limit 1)))
      from items where merchant_id <> $1 and serial_mode = 'none' limit 1`,
    [own.id],
  );
  const total = async (filters: Record<string, string>, token: string): Promise<number | undefined> =>
    (
      await server.call<{ qty: number }>(
        'GET',
        `/v0/stockMoves/totals?${new URLSearchParams({ fields: 'qty', ...filters })}`,
        undefined,
        token,
      )
    ).data.qty;
  const direct = async (where: string): Promise<number> =>
    (await work.rows(`select coalesce(sum(qty), 0)::int as qty from stock_moves where ${where}`))[0].qty;
  expect(await total({}, admin)).toBe(await direct('true'));
  expect(await total({ toPlace: 'customer' }, admin)).toBe(await direct(`to_place = 'customer'`));
  expect(await total({ sku: world.items[0]?.sku ?? '' }, admin)).toBe(await direct(`sku = '${world.items[0]?.sku}'`));
  const mine = await total({}, merchant);
  expect(mine).toBe(await direct(`merchant_id = '${own.id}'`));
  expect(mine).toBeLessThan(await direct('true'));
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
  expect((await server.call<AsOf>('GET', foreign, undefined, merchant)).data).toMatchObject({ rows: [], total: 0, pieces: 0 });
  const file = await fetch(`${server.url}/v0/stock/asOf/file?${new URLSearchParams({ at, locale: 'de' }).toString()}`, {
    headers: { 'x-token': merchant },
  });
  expect(file.headers.get('content-disposition')).toContain('.csv');
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(1 + mine.total);
  expect(lines[1]).toContain(`"${mine.rows[0]?.sku}"`);
  expect((await server.call('GET', '/v0/stock/asOf?at=yesterday', undefined, admin)).code).toBe('InvalidInput');
});
