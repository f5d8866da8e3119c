import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { addressOf } from '../support/address.ts';
import { activate, draftTariff, openMonth, price } from '../support/charged-month.ts';
import { type ChildServer, freePort, startReadyChild } from '../support/child.ts';
import { createDatabase } from '../support/database.ts';
import { randomOf } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';

/** A billing run whose nodes are killed while they post it. RIG=long bills five times as many merchants; SEED=7 kills at other moments. */
const LONG = process.env['RIG'] === 'long';
const SEED = Number(process.env['SEED'] ?? 1);
const MERCHANTS = LONG ? 150 : 30;
const KILLS = LONG ? 8 : 3;
/** Orders of one piece each, at 1.25 an order. */
const ORDERS = 4;
const NET = ORDERS * 125;

const left: (() => unknown)[] = [];
afterAll(async () => {
  for (const tidy of left.splice(0).toReversed()) await tidy();
});

it('a billing run whose nodes are killed while they post it goes on, bills every merchant once, and every charge on one line', {
  timeout: 600_000,
}, async () => {
  const random = randomOf(SEED);
  const database = await createDatabase({ sample: true });
  const folder = mkdtempSync(join(tmpdir(), 'kontor-billing-'));
  left.push(database.drop, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { pool } = database;
  const rowsOf = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> => (await pool.query<T>(text, values)).rows;

  const { itemId, shelfId } = await openMonth(pool);
  const tariff = await draftTariff(pool, '2025-10-31');
  await price(pool, tariff, 'RIG-ORDER', 'out.order', 'order', { bands: [[0, 12_500]] });
  await activate(pool, tariff, '2025-12-31');
  await pool.query(
    `with m as (insert into merchants (no, name, address, currency, payment_days) select 'RIG-' || n, 'Rig ' || n, $1, 'EUR', 14 from generate_series(1, $2) n returning id, no),
       t as (insert into tasks (no, kind, merchant_id) select m.no || '-' || k, 'outbound', m.id from m, generate_series(1, $3) k returning id, merchant_id)
     insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, task_id)
       select '2025-11-10T10:00:00Z', t.merchant_id, $4, 'MONTH-1', 1, 'stock', $5, 'customer', t.id from t`,
    [addressOf({ name1: 'Rig' }), MERCHANTS, ORDERS, itemId, shelfId],
  );
  const merchants = (await rowsOf<{ id: string }>(`select id from merchants where no like 'RIG-%'`)).map(({ id }) => id);

  // Nodes on one database share the folder of files.
  const env = { KONTOR_DATA: folder, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' };
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number) => startReadyChild({ env, port });
  const nodes: ChildServer[] = await Promise.all(ports.map(start));
  left.push(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))));
  const [first] = nodes;
  if (!first) throw new Error('no node');
  const login = { account: 'finance@kontor.example', passwd: SAMPLE_PASSWORD };
  const { token } = (await first.call<{ token: string }>('POST', '/v0/auth/login', login)).data;
  await first.call('POST', '/v0/charges/collect', {}, token);
  const run = await first.call<{ id: string }>(
    'POST',
    '/v0/billingRuns',
    { periodFrom: '2025-11-01', periodTo: '2025-11-30', merchantIds: merchants },
    token,
  );
  const step = (name: string, body?: object) => first.call('POST', `/v0/billingRuns/${run.data.id}/${name}`, body, token);
  expect(await step('check')).toMatchObject({ code: 'OK' });
  expect(await step('approve', { reason: 'Rig' })).toMatchObject({ code: 'OK' });
  expect(await step('post')).toMatchObject({ code: 'OK' });

  const posted = async (): Promise<number> =>
    (
      await rowsOf<{ n: number }>(`select count(*)::int as n from invoices where posted_at is not null and merchant_id = any($1::uuid[])`, [
        merchants,
      ])
    )[0]?.n ?? 0;
  for (let round = 1; round <= KILLS; round += 1) {
    await expect.poll(posted, { timeout: 120_000, interval: 5 }).toBeGreaterThan((MERCHANTS * (round - 1)) / (KILLS + 1));
    await sleep(random() * 40);
    // Whichever node posts: both die, and one more often than the other.
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    for (const [i, port] of ports.entries()) nodes[i] = await start(port);
    // A job goes on every minute; the rig does not wait for the clock.
    await pool.query(`insert into jobs.job (name, data) values ('billing.post', '{}')`);
  }
  const stateOf = async () => (await rowsOf<{ state: string }>(`select state from billing_runs where id = $1`, [run.data.id]))[0]?.state;
  await expect.poll(stateOf, { timeout: 120_000, interval: 100 }).toBe('posted');

  const invoices = await rowsOf<{ merchant_id: string; net: string; numbered: boolean }>(
    `select merchant_id, net, no <> '' as numbered from invoices where merchant_id = any($1::uuid[])`,
    [merchants],
  );
  expect(invoices.map(({ merchant_id }) => merchant_id).toSorted()).toEqual(merchants.toSorted());
  expect(invoices.every(({ net, numbered }) => Number(net) === NET && numbered)).toBe(true);
  const charges = await rowsOf<{ billed: number; lines: number }>(
    `select count(*) filter (where c.state = 'billed' and exists (select from invoices i, jsonb_array_elements(i.lines) l where i.id = c.invoice_id and l ->> 'id' = c.line_id::text))::int as billed,
        count(distinct c.line_id)::int as lines from charges c where c.merchant_id = any($1::uuid[])`,
    [merchants],
  );
  expect(charges).toEqual([{ billed: MERCHANTS * ORDERS, lines: MERCHANTS }]);
  figure(`${invoices.length} merchants billed once through ${KILLS} kills of both nodes. SEED=${SEED}`);
});
