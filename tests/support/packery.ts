import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import type { CarrierContext } from '../../server/modules/shipping/registry.ts';
import { addressOf } from './address.ts';
import type { TestServer } from './server.ts';
import { type Device, device, type House, openHouse, stockUp, uuid7 } from './warehouse.ts';

export type Boxed = { taskId: string; parcelId: string };
export type Packery = {
  house: House;
  scanner: Device;
  /** What this node's jobs are run with. */
  node: CarrierContext;
  item: { id: string; sku: string };
  carrierId: string;
  one: (text: string, ...values: unknown[]) => Promise<Record<string, unknown>>;
  /** A call as admin that must succeed. */
  call: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;
  order: (name2?: string, more?: Record<string, unknown>) => Promise<string>;
  /** An order of one piece, packed and closed on the scale. */
  boxed: (name2?: string, more?: Record<string, unknown>) => Promise<Boxed>;
  parcelOf: (box: Boxed) => Promise<Record<string, unknown>>;
  statusOf: (box: Boxed) => Promise<string>;
  /** What the simulated carrier's own books hold for a parcel: all, and those not voided. */
  shipments: (box: Boxed) => Promise<[number, number]>;
};

export const nodeOf = ({ config, pool }: TestServer): CarrierContext => ({
  config,
  db: createDb(pool),
  log: { warn: () => undefined },
});

export const consignee = addressOf({ name1: 'Paul Henriot' });

/** A small house that packs orders of one piece for a simulated carrier, on the sample business. */
export async function openPackery(server: TestServer): Promise<Packery> {
  const one: Packery['one'] = async (text, ...values) => (await server.pool.query(text, values)).rows[0];
  const house = await openHouse(server);
  const admin = await server.signIn('admin');
  const author = await one(`select id from users where account = 'admin@kontor.example'`);
  const scanner = device(server, admin, author['id'] as string, house.stationId);
  const item = (await one(
    `select id, sku from items where merchant_id = $1 and serial_mode = 'none' order by sku limit 1`,
    house.merchantId,
  )) as Packery['item'];
  const shelf = house.shelves[0] as string;
  await stockUp(server, house.merchantId, item.id, shelf, 200);
  const carrierId = (await one(`insert into carriers (code, name) values ('T-C', 'Test carrier') returning id`))['id'] as string;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await server.call<T>(method, path, body, admin);
    if (answer.code !== 'OK') throw new Error(`${method} ${path}: ${answer.code} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  const order: Packery['order'] = async (name2 = '', more = {}) => {
    const lines = [{ sku: item.sku, qty: 1 }];
    const head = { kind: 'outbound', merchantId: house.merchantId, consignee: { ...consignee, name2 }, carrierId, lines, ...more };
    return (await call<{ id: string }>('POST', '/v0/tasks', head)).id;
  };
  return {
    house,
    scanner,
    node: nodeOf(server),
    item,
    carrierId,
    one,
    call,
    order,
    async boxed(name2, more) {
      const taskId = await order(name2, more);
      const parcelId = uuid7();
      const lineId = (await one('select id from task_lines where task_id = $1', taskId))['id'] as string;
      const verdicts = await scanner.send(
        { do: 'packSingle', taskId, lineId, parcelId, fromId: shelf, qty: 1, serial: '', compartmentId: house.table },
        { do: 'closeParcel', taskId, parcelId, weight: 1200, length: null, width: null, height: null },
      );
      for (const { outcome, why, params } of verdicts) if (outcome !== 'applied') throw new Error(`${why} ${JSON.stringify(params)}`);
      return { taskId, parcelId };
    },
    parcelOf: ({ parcelId }) => one('select * from parcels where id = $1', parcelId),
    statusOf: async ({ taskId }) => (await one('select status from tasks where id = $1', taskId))['status'] as string,
    shipments: async ({ parcelId }) => {
      const row = await one(
        'select count(*)::int as n, (count(*) filter (where voided_at is null))::int as live from sim_shipments where reference = $1 and booked_at is not null',
        parcelId,
      );
      return [row['n'] as number, row['live'] as number];
    },
  };
}

/**
 * A node has claimed the parcel and works on it. A claim lasts 300 s; what waits after a failure is due at other times. The upper limit is
 * later, because `now()` is when a statement began, and a claim may begin after that and be seen by it.
 */
const LEASED = `label_due_at between now() + interval '250 s' and now() + interval '350 s'`;
/** How many there are. The lock waits for a claim that is being made. */
const COUNT_LEASED = `select count(*) filter (where ${LEASED})::int as n
  from (select label_due_at from parcels where carrier_id = $1 for update) p`;

/**
 * Works through what is due at the carrier, as if `seconds` had passed since each purchase was sent. Only the test buys: the server's job finds
 * the carrier off. It voids labels also then, so a lease that it holds is left to it: without the lease, the carrier would be asked twice.
 */
export async function labelsDue(server: TestServer, shop: Packery, seconds = 0, nodes = [shop.node]): Promise<void> {
  const { carrierId } = shop;
  const working = async (): Promise<boolean> => (await shop.one(COUNT_LEASED, carrierId))['n'] !== 0;
  await server.pool.query(`update label_attempts set asked_at = now() - make_interval(secs => $1) where state = 'asked'`, [seconds]);
  let leased = await working();
  for (let n = 0; n < 100 && leased; n++) {
    await wait(20);
    leased = await working();
  }
  // A lease that is left after two seconds is that of a node that failed. One that is made after the last look is that of the job.
  const taken = leased ? 'true' : `not (${LEASED})`;
  await server.pool.query(`update parcels set label_due_at = null where label_due_at is not null and ${taken}`);
  await server.pool.query('update carriers set active = true, held_until = null where id = $1', [carrierId]);
  await Promise.all(nodes.map(labelDue));
  await expect.poll(working).toBe(false);
  await server.pool.query('update carriers set active = false where id = $1', [carrierId]);
}

/** Further closed parcels of the same order. */
export async function addParcels(server: TestServer, { parcelId }: Boxed, count: number): Promise<void> {
  await server.pool.query(
    `insert into parcels (no, task_id, task_no, merchant_id, seq, kind, state, carrier_id, weight, closed_at)
     select 'P-' || nextval('parcel_no'), p.task_id, p.task_no, p.merchant_id, p.seq + n, 'parcel', 'closed', p.carrier_id, 900, now() from parcels p, generate_series(1, $2::int) n where p.id = $1`,
    [parcelId, count],
  );
}
