import { afterAll, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { collectCharges, NIGHTLY_DAYS, RECENT_DAYS } from '../../server/modules/billing/collect-charges.ts';
import { lookBack } from '../../server/modules/billing/look-back.ts';
import { createDatabase } from '../support/database.ts';

const database = await createDatabase({ sample: true });
const db = createDb(database.appPool);
afterAll(() => database.drop());

it('a house that stood still, or was just loaded, collects the facts of weeks in the first minute after its start, and of days from then on', async () => {
  const days = lookBack(db);
  expect([await days(), await days()]).toEqual([NIGHTLY_DAYS, RECENT_DAYS]);
  expect((await collectCharges(db, NIGHTLY_DAYS)).made).toBeGreaterThan(0);
  expect(await lookBack(db)()).toBe(RECENT_DAYS);
  await database.pool.query(
    `begin; set local session_replication_role = replica; update charges set created_at = created_at - interval '4 days'; commit`,
  );
  expect(await lookBack(db)()).toBe(NIGHTLY_DAYS);
});
