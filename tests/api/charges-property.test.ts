import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { type Fact, owed, PRICE_OF, randomNumbers } from '../support/charge-oracle.ts';
import { activate, draftTariff, type Month, openMonth, price } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

const DAYS = 2_000;
const SEED = Number(process.env['SEED'] ?? 1);

let server: TestServer;
let db: Db;
let month: Month;
const one = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows[0];

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  month = await openMonth(server.pool);
  const { pool } = server;
  const tariff = await draftTariff(pool, '2025-10-01');
  const flat = (unitPrice: number) => ({ bands: [[0, unitPrice]] as const });
  await price(pool, tariff, 'Y-ORDER', 'out.order', 'order', flat(PRICE_OF.order));
  await price(pool, tariff, 'Y-LINE', 'out.line', 'line', flat(PRICE_OF.line));
  const bands = [
    [0, PRICE_OF.first],
    [1, PRICE_OF.further],
  ] as const;
  await price(pool, tariff, 'Y-PICK', 'out.piece', 'piece', { bands, mode: 'graduated', per: 'order' });
  await price(pool, tariff, 'Y-IN', 'inbound.piece', 'piece', flat(PRICE_OF.pieceIn));
  await price(pool, tariff, 'Y-SHIP', 'out.parcel', 'parcel', flat(PRICE_OF.parcel));
  await price(pool, tariff, 'Y-LABEL', 'label.ship', 'cost', flat(PRICE_OF.label));
  await activate(pool, tariff, '2025-12-31');
});
afterAll(() => server.close());

/** What stands of the month, in 10^-7 of a euro. */
const charged = async (): Promise<bigint> =>
  BigInt(
    (
      await one(
        `select coalesce(sum(c.exact), 0)::text as exact from charges c join quotation_categories q on q.id = c.category_id
          where q.code like 'Y-%' and c.state <> 'void' and (c.happened_on < '2026-01-01' or c.reverses_id is not null)`,
      )
    ).exact,
  );

type Order = { id: string; no: string; lines: string[]; parcels: string[] };

/** Random work of the month: pieces come in and go out, parcels leave, labels are bought; any of it may be undone, and done again. */
function randomWork(facts: Map<string, Fact>, random: (below: number) => number) {
  const { merchantId, itemId, shelfId, carrierId } = month;
  const orders: Order[] = [];
  const day = (): string => `2025-11-${String(1 + random(28)).padStart(2, '0')}T12:00:00Z`;
  const move = async (sides: string, values: unknown[]): Promise<string> =>
    (
      await one(
        `insert into stock_moves (at, merchant_id, item_id, sku, qty, ${sides}) values ($1, $2, $3, 'MONTH-1', ${values.map((_, n) => `$${n + 4}`).join(', ')}) returning id`,
        [day(), merchantId, itemId, ...values],
      )
    ).id;
  const makeOrder = async (): Promise<void> => {
    const no = `Y-${orders.length}`;
    const { id } = await one(
      `insert into tasks (no, kind, merchant_id, carrier_id, consignee) values ($1, 'outbound', $2, $3, '{"country": "DE"}') returning id`,
      [no, merchantId, carrierId],
    );
    const lines: string[] = [];
    const parcels: string[] = [];
    for (let n = 0; n <= random(3); n++)
      lines.push(
        (
          await one(`insert into task_lines (task_id, merchant_id, item_id, sku, name) values ($1, $2, $3, 'MONTH-1', '') returning id`, [
            id,
            merchantId,
            itemId,
          ])
        ).id,
      );
    for (let n = 0; n <= random(2); n++)
      parcels.push(
        (
          await one(
            `insert into parcels (no, task_id, task_no, merchant_id, seq, state, carrier_id) values ($1, $2, $3, $4, $5, 'labelled', $6) returning id`,
            [`${no}/${n}`, id, no, merchantId, n, carrierId],
          )
        ).id,
      );
    orders.push({ id, no, lines, parcels });
  };
  const any = <T>(list: readonly T[]): T | undefined => list[random(Math.max(1, list.length))];
  const steps: (() => Promise<void>)[] = [
    makeOrder,
    async () => {
      const qty = 1 + random(40);
      const id = await move('from_place, to_place, to_id', [qty, 'supplier', 'stock', shelfId]);
      facts.set(id, { kind: 'moveIn', id, qty });
    },
    async () => {
      const order = any(orders);
      const line = order && any(order.lines);
      if (!order || !line) return;
      const qty = 1 + random(4);
      const id = await move('from_place, from_id, to_place, task_id, line_id', [qty, 'stock', shelfId, 'customer', order.id, line]);
      facts.set(id, { kind: 'moveOut', id, order: order.id, line, qty });
    },
    async () => {
      const id = any(any(orders)?.parcels ?? []);
      if (!id) return;
      await server.pool.query(`update parcels set handed_over_at = coalesce(handed_over_at, $2) where id = $1`, [id, day()]);
      facts.set(`parcel ${id}`, { kind: 'parcel', id });
    },
    async () => {
      const order = any(orders);
      const parcel = order && any(order.parcels);
      if (!order || !parcel) return;
      const cost = 349 + random(500);
      const { id } = await one(
        `insert into label_purchases (parcel_id, task_id, merchant_id, round, role, shipment_id, cost, currency, bought_at) values ($1, $2, $3, 0, 'ship', gen_random_uuid(), $4, 'EUR', $5) returning id`,
        [parcel, order.id, merchantId, cost, day()],
      );
      facts.set(id, { kind: 'label', id, cost });
    },
  ];
  const undo = async (key: string): Promise<void> => {
    const fact = facts.get(key);
    if (!fact) return;
    facts.delete(key);
    if (fact.kind === 'parcel') await server.pool.query(`update parcels set handed_over_at = null where id = $1`, [fact.id]);
    else if (fact.kind === 'label') await server.pool.query(`update label_purchases set voided_at = now() where id = $1`, [fact.id]);
    else
      await server.pool.query(
        `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, to_id, task_id, line_id, reverses_id)
          select now(), merchant_id, item_id, sku, qty, to_place, to_id, from_place, from_id, task_id, line_id, id from stock_moves where id = $1`,
        [fact.id],
      );
  };
  return {
    step: async (): Promise<void> => {
      if (random(5) === 0) return undo(any([...facts.keys()]) ?? '');
      await steps[random(steps.length)]?.();
    },
    undo,
  };
}

describe('random work', () => {
  const facts = new Map<string, Fact>();
  const random = randomNumbers(SEED);
  let work: ReturnType<typeof randomWork>;

  it('costs what an independent count says, whenever it is collected, also by two collectors at the same time', async () => {
    work = randomWork(facts, random);
    for (let round = 0; round < 8; round++) {
      for (let n = 0; n < 60; n++) await work.step();
      await Promise.all(Array.from({ length: 1 + (round % 3) }, () => collectCharges(db, DAYS)));
      expect(await charged(), `seed ${SEED}, round ${round}`).toBe(owed([...facts.values()]));
      expect(await collectCharges(db, DAYS)).toEqual({ made: 0, undone: 0 });
    }
    const doubles = await one(
      `select count(*)::int as n from (select 1 from charges where reverses_id is null group by category_id, source_kind, source_id, part having count(*) > 1) d`,
    );
    expect(doubles.n).toBe(0);
  });

  it('costs what it must after a collector was killed in the middle, and the next one went on', async () => {
    for (let n = 0; n < 60; n++) await work.step();
    const killed = collectCharges(db, DAYS).catch((error: unknown) => error);
    for (let tries = 0; tries < 200; tries++) {
      const { rows } = await server.pool.query(
        `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.objid = 726 and l.granted and l.database = (select oid from pg_database where datname = current_database())`,
      );
      if (rows.length > 0) break;
    }
    await killed;
    await collectCharges(db, DAYS);
    expect(await charged()).toBe(owed([...facts.values()]));
  });

  it('costs nothing once all of it is undone', async () => {
    for (const key of facts.keys()) await work.undo(key);
    await collectCharges(db, DAYS);
    expect(await charged()).toBe(0n);
  });
});
