import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeListQuery } from '#contract/core/query';
import { packedQuery } from '../../src/print/hub/packed-labels.ts';
import { openPackery, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { device } from '../support/warehouse.ts';

let server: TestServer;
let shop: Packery;
beforeAll(async () => {
  server = await startServer({ sample: true });
  shop = await openPackery(server);
  // Labels come when the test says so.
  await server.pool.query('update carriers set active = false where id = $1', [shop.carrierId]);
});
afterAll(() => server.close());

const station = async (code: string): Promise<string> =>
  (
    await shop.one(
      `insert into stations (code, name, compartment_id, profiles) values ($1, $1, $2, '{}') returning id`,
      code,
      shop.house.table,
    )
  )['id'] as string;
const printedAt = (stationId: string) =>
  shop.call<{ no: string }[]>('GET', `/v0/parcels?${encodeListQuery(packedQuery(stationId, Date.now()))}`);

test('a table prints the labels of what it closed, the newest first, and none of a parcel that left', async () => {
  const [taskId, table] = [await shop.order(), await station('TABLE-L')];
  await server.pool.query(
    `insert into parcels (no, task_id, task_no, merchant_id, seq, kind, state, label_state, tracking_no, station_id, closed_at)
     select 'L-' || n, t.id, t.no, t.merchant_id, 1000 + n, 'box', case when n % 3 = 0 then 'handedOver' else 'labelled' end, 'bought', 'L' || n, $1, now() - make_interval(secs => n)
     from (select id, no, merchant_id from tasks where id = $2) t, generate_series(1, 45) n`,
    [table, taskId],
  );
  const expected = Array.from({ length: 45 }, (_, i) => i + 1).filter((n) => n % 3 !== 0);
  expect((await printedAt(table)).map(({ no }) => no)).toEqual(expected.map((n) => `L-${n}`));
});

test('a parcel begun at one table and closed at another gets its label where it was closed', async () => {
  const [box, other] = [await shop.boxed(), await station('TABLE-M')];
  const author = await shop.one(`select id from users where account = 'admin@kontor.example'`);
  const second = device(server, await server.signIn('admin'), author['id'] as string, other);
  const sizes = { length: null, width: null, height: null };
  const [verdict] = await second.send({ do: 'closeParcel', ...box, weight: 1300, ...sizes });
  expect(verdict).toMatchObject({ outcome: 'applied' });
  await server.pool.query(`update parcels set state = 'labelled', label_state = 'bought' where id = $1`, [box.parcelId]);
  expect(await printedAt(other)).toMatchObject([{ id: box.parcelId }]);
  expect(await printedAt(shop.house.stationId)).toEqual([]);
});
