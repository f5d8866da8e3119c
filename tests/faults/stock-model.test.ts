import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { figure } from '../support/figure.ts';
import { type Model, randomWork, type Step, type World } from '../support/random-work.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Device, device, type House, openHouse } from '../support/warehouse.ts';

/**
 * Random work by four people at once, against a model that only adds up what was confirmed (reliability.md P5, rig "model test").
 * RUNS=1000 makes it the long form.
 */
const RUNS = Number(process.env['RUNS'] ?? 6);
const STEPS = 50;
const ACTORS = 4;

let server: TestServer;
let house: House;
let admin: string;
let adminId: string;

beforeAll(async () => {
  server = await startServer({ sample: true });
  house = await openHouse(server, 4);
  admin = await server.signIn('admin');
  work = randomWork(server, house, admin);
  adminId = (await server.pool.query(`select id from users where account = 'admin@kontor.example'`)).rows[0].id;
});
afterAll(() => server.close());

let work: ReturnType<typeof randomWork>;
/** What was booked at all: a kind of work that never succeeds would prove nothing. */
const booked = new Set<string>();

async function act(world: World, model: Model, scanner: Device, step: Step): Promise<void> {
  if (work.OFFICE[step.kind]) {
    const answer = (await work.OFFICE[step.kind]?.(world, step)) as { code: string };
    expect(['OK', 'StateRefused', 'NotFound', 'InvalidInput']).toContain(answer.code);
    return;
  }
  const attempt = await work.WORK[step.kind]?.(world, step, model);
  if (!attempt) return;
  const event = scanner.event(attempt.act);
  const [verdict] = (await scanner.post([event])).verdicts;
  expect(verdict?.why).not.toBe('broken');
  if (verdict?.outcome !== 'applied') return;
  booked.add(attempt.act.do);
  const add = (itemId: string, n: number) => model.inHouse.set(itemId, (model.inHouse.get(itemId) ?? 0) + n);
  if (['handOver', 'undo'].includes(attempt.act.do)) {
    const sums = await work.rows(
      `select item_id, sum((to_place = 'stock')::int * qty - (from_place = 'stock')::int * qty)::int as n from stock_moves where scan_id = $1 group by 1`,
      [event.id],
    );
    for (const { item_id, n } of sums) add(item_id, n);
    if (attempt.act.do === 'handOver') expect((await work.shippedBy(event.id)).every(({ n }) => n > 0)).toBe(true);
  } else add(attempt.itemId, attempt.delta);
  if (attempt.act.do !== 'undo') model.undoable.push({ id: event.id, itemId: attempt.itemId, delta: attempt.delta });
}

const kinds = [
  'receive',
  'receive',
  'putAway',
  'putAway',
  'move',
  'list',
  'allocate',
  'pick',
  'pick',
  'pick',
  'short',
  'pack',
  'pack',
  'pack',
  'packShort',
  'close',
  'close',
  'ship',
  'ship',
  'ship',
  'takeBack',
  'undo',
  'undo',
  'unlink',
  'cancel',
  'acceptCancel',
];
const step = fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(50), b: fc.nat(3), qty: fc.integer({ min: 1, max: 4 }) });

test('whatever four people do at once, every piece is accounted for and nothing is negative or in two places (P5)', {
  timeout: 600_000,
}, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const world = await work.makeWorld(run++);
      const model: Model = { inHouse: new Map(), undoable: [] };
      const devices = Array.from({ length: ACTORS }, () => device(server, admin, adminId, house.stationId));
      // Goods to begin with, so that every kind of work finds some.
      const start = devices[0] as Device;
      for (let n = 0; n < 8; n++) await act(world, model, start, { kind: 'receive', a: n, b: n, qty: 4 });
      for (let n = 0; n < 8; n++) await act(world, model, start, { kind: 'putAway', a: n, b: n, qty: 4 });
      for (const id of world.tasks) await work.OFFICE['allocate']?.({ ...world, tasks: [id] }, { kind: 'allocate', a: 0, b: 0, qty: 1 });
      // Some of everything under way, so that the random part meets work in every state. Each kind of work is booked here once; whether the
      // random part books it as well is chance.
      const picks = Array<string>(8).fill('pick');
      const packs = Array<string>(8).fill('pack');
      const warm = ['list', ...picks, 'short', ...packs, 'packShort', 'close', 'close', 'ship', 'takeBack', 'move'];
      for (const [n, kind] of warm.entries()) await act(world, model, start, { kind, a: n, b: n % 4, qty: 1 + (n % 3) });
      await act(world, model, start, { kind: 'undo', a: model.undoable.length - 1, b: 0, qty: 1 });
      await Promise.all(
        devices.map(async (scanner, actor) => {
          for (const one of steps.filter((_, n) => n % ACTORS === actor)) await act(world, model, scanner, one);
        }),
      );
      expect((await readInvariants(server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
      for (const { id, sku } of world.items) {
        const [{ n }] = await work.rows('select coalesce(sum(on_hand), 0)::int as n from stock_balances where item_id = $1', [id]);
        expect(n, sku).toBe(model.inHouse.get(id) ?? 0);
      }
    }),
    { numRuns: RUNS, endOnFailure: process.env['RUNS'] === undefined },
  );
  figure(`${RUNS} runs of ${STEPS} steps by ${ACTORS} people`);
  expect([...booked].sort()).toEqual([
    'closeParcel',
    'handOver',
    'move',
    'pack',
    'packShort',
    'pick',
    'putAway',
    'receive',
    'short',
    'takeBack',
    'undo',
  ]);
});
