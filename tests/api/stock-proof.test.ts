import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { makeCheckpoint, settledInstant } from '../../server/modules/stock/checkpoint.ts';
import { readProof, recordFullProof } from '../../server/modules/stock/proof.ts';
import { readQuickInvariants } from '../../server/modules/stock/quick-proof.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { stockUp } from '../support/warehouse.ts';

/** The stock proof adds up what came since a checkpoint; what it must find, it finds all the same. */

let floor: Floor;
let db: Db;
beforeAll(async () => {
  floor = await openFloor();
  db = createDb(floor.server.appPool);
});
afterAll(() => floor.server.close());

const broken = async (): Promise<string[]> => (await readQuickInvariants(db)).filter((rule) => rule.broken > 0).map(({ rule }) => rule);
const now = async (): Promise<string> => (await floor.rows('select clock_timestamp()::text as at'))[0].at;

test('a balance that raw SQL changed is found by the quick proof, also where all of its moves lie before the checkpoint (P5)', async () => {
  const { server, house, makeItem, shelf, rows } = floor;
  const item = await makeItem();
  await stockUp(server, house.merchantId, item.id, shelf(0), 5);
  while (await makeCheckpoint(db, await now(), 1));
  const [{ inside }] = await rows('select max(sort_at) <= (select max(until) from stock_checkpoints) as inside from stock_moves');
  expect(inside).toBe(true);
  expect(await broken()).toEqual([]);
  const change = async (by: number) => await rows('update stock_balances set on_hand = on_hand + $1 where item_id = $2', [by, item.id]);
  await change(-1);
  expect(await broken()).toEqual(['I2 balance = sum of moves']);
  await change(1);
  expect(await broken()).toEqual([]);
});

test('an order line that raw SQL changed is found by the quick proof while its order is open (P5)', async () => {
  const { makeItem, make, rows } = floor;
  const item = await makeItem();
  const task = await make('outbound', [{ sku: item.sku, qty: 2 }]);
  await rows('update task_lines set reserved = 1 where task_id = $1', [task]);
  expect(await broken()).toContain('I5 reserved and picked of a line = its reservations');
  await rows('update task_lines set reserved = 0 where task_id = $1', [task]);
  expect(await broken()).toEqual([]);
});

test('what only the full proof finds is shown until the next full one, with the time of it', async () => {
  const { rows, server } = floor;
  const admin = await server.signIn('admin');
  expect((await readProof(db)).full).toBeNull();
  // Nobody looks at the sums of a checkpoint but the full proof: the balance is wrong by the same piece.
  const [{ id }] = await rows('select id from stock_balances where on_hand > 0 order by id limit 1');
  const shift = async (by: number) => {
    await rows('update stock_balances set on_hand = on_hand + $1 where id = $2', [by, id]);
    await rows(
      `update stock_checkpoint_sums s set qty = s.qty + $1 from stock_balances b where b.id = $2 and s.checkpoint = (select max(no) from stock_checkpoints)
        and s.item_id = b.item_id and s.compartment_id = b.compartment_id and s.lot = b.lot and s.serial = b.serial and s.condition = b.condition and s.unit_id is not distinct from b.unit_id`,
      [by, id],
    );
  };
  await shift(1);
  expect(await broken()).toEqual([]);
  await recordFullProof(server.appPool);
  const proof = await readProof(db);
  expect(proof.rules.filter((rule) => rule.broken > 0).map(({ rule }) => rule)).toEqual([
    'I2 balance = sum of moves',
    'I2 checkpoint = sum of moves until then',
  ]);
  expect(proof.full).toMatchObject({ broken: 2 });
  await shift(-1);
  await recordFullProof(server.appPool);
  const answer = await server.call('GET', '/v0/stock/proof', undefined, admin);
  expect(answer.data).toMatchObject({ broken: 0, full: { broken: 0, at: expect.stringMatching(/^\d{4}-.*Z$/) } });
});

test('no checkpoint is made past a move that may still commit', async () => {
  const { server, house, makeItem, shelf } = floor;
  const item = await makeItem();
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select kontor_move(jsonb_build_object('merchant_id', $1::uuid, 'item_id', $2::uuid, 'qty', 1, 'from_place', 'adjust', 'to_place', 'stock', 'to_id', $3::uuid))`,
      [house.merchantId, item.id, shelf(1)],
    );
    expect(await settledInstant(db, 0)).toBeNull();
    // Others book meanwhile, with later numbers.
    await stockUp(server, house.merchantId, (await makeItem()).id, shelf(2), 1);
    await client.query('commit');
  } finally {
    client.release();
  }
  expect(await settledInstant(db, 5_000)).not.toBeNull();
  expect(await broken()).toEqual([]);
});
