import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierChoice } from '#contract/shipping/carrier-choice';
import { createDb } from '../../server/core/db/client.ts';
import { chooseDue } from '../../server/modules/shipping/carrier-choices.ts';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: true });
  await loadOrders({ config: server.config, db: createDb(server.pool), log: { warn: (data) => expect(data).toBeUndefined() } });
});
afterAll(() => server.close());

test('a first look finds orders at every point of the work, and books that are right', async () => {
  const { rows } = await server.pool.query<{ status: string }>('select distinct status from tasks');
  const wanted = `receiptPending receiving readyToInbound partiallyInbounded inbounded customerHandlingAwaits
    readyToPick inPicklist picklistPrinted readyToPack partiallyPacked packingCompleted weightNeeded dimensionNeeded packed
    readyToShip shipped outOfStock wrongAddress hold standby cancelRequested problematic`;
  expect(rows.map((row) => row.status)).toEqual(expect.arrayContaining(wanted.split(/\s+/)));
  expect((await readInvariants(server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
});

test('a first look finds orders whose carrier was chosen by price, with what was compared', async () => {
  await chooseDue({ config: server.config, db: createDb(server.pool), log: { warn: (data) => expect(data).toBeUndefined() } });
  const read = async () =>
    (
      await server.pool.query<{ choice: CarrierChoice | null }>(
        `select c.choice from carrier_choices c join tasks t on t.id = c.task_id join merchants m on m.id = t.merchant_id where m.no = 'M-1003'`,
      )
    ).rows;
  // The job of the server may have claimed some orders as well.
  await expect.poll(async () => (await read()).every(({ choice }) => choice !== null)).toBe(true);
  const compared = (await read()).flatMap(({ choice }) => (choice?.reason === 'cheapest' ? [choice] : []));
  expect(compared.length).toBeGreaterThan(0);
  for (const { chosen, rates } of compared) expect(Math.min(...rates.map(({ amount }) => amount))).toBe(chosen?.amount);
});
