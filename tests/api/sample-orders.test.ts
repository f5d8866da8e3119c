import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
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
