import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayNumber, houseToday } from '#contract/core/house-day';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { readTransit } from '../../server/modules/orders/transit.ts';
import { openPackery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let db: Db;
const query = (text: string, ...values: unknown[]) => server.pool.query(text, values);

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.pool);
});
afterAll(() => server.close());

/** Says that one carrier took these orders to Malta some days ago. `days`: how long it took for each; the last ones did not arrive. */
async function deliver(ids: readonly string[], days: readonly number[], ago = 8): Promise<void> {
  await query(
    `update tasks set actual_ship_at = (kontor_day() - $2::int + time '12:00') at time zone kontor_zone(),
      consignee = jsonb_set(consignee, '{country}', '"MT"') where id = any($1)`,
    ids,
    ago,
  );
  for (const [i, id] of ids.entries())
    await query(
      `update parcels set delivered_at = (select actual_ship_at from tasks where id = task_id) + $2 * interval '1 day' where task_id = $1`,
      id,
      days[i] ?? null,
    );
}

it('tells of an order under way the day by which nine of ten parcels to its country arrived, and how late it is', async () => {
  const packery = await openPackery(server);
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) ids.push((await packery.boxed()).taskId);
  const last = ids[11] ?? '';
  expect(await readTransit(db, last)).toBeNull();
  await deliver(ids, [2, 2, 2, 2, 2, 2, 2, 2, 2]);
  expect(await readTransit(db, last)).toMatchObject({ days: null, expectedOn: null, daysLate: 0 });
  await deliver(ids, [1, 1, 1, 2, 2, 2, 2, 3, 3, 7]);
  const due = addDays(houseToday(), -8 + 3);
  const expectedOn = new Date(due).getUTCDay() === 0 ? addDays(due, 1) : due;
  const daysLate = dayNumber(houseToday()) - dayNumber(expectedOn);
  expect(await readTransit(db, last)).toMatchObject({ days: 3, expectedOn, daysLate });
  // Of those that left since, the slow ones are still to come.
  await deliver(ids, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 3);
  expect(await readTransit(db, last)).toMatchObject({ days: null, expectedOn: null });
});
