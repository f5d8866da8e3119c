import { afterAll, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { collectCharges, NIGHTLY_DAYS, RECENT_DAYS } from '../../server/modules/billing/collect-charges.ts';
import { lookBack } from '../../server/modules/billing/look-back.ts';
import { createDatabase } from '../support/database.ts';

const database = await createDatabase({ sample: true });
const db = createDb(database.appPool);
afterAll(() => database.drop());

/** Days that a run was told to look back. */
async function daysOf(run: ReturnType<typeof lookBack>): Promise<number> {
  let told = 0;
  await run(async (days) => {
    told = days;
  });
  return told;
}
const MINUTES = 1 / (24 * 60);

it('a house that stood still, or was just loaded, collects the facts of weeks in the first minute after its start', async () => {
  expect(await daysOf(lookBack(db))).toBe(NIGHTLY_DAYS);
  expect((await collectCharges(db, NIGHTLY_DAYS)).made).toBeGreaterThan(0);
  expect(await daysOf(lookBack(db))).toBe(RECENT_DAYS);
  await database.pool.query(
    `begin; set local session_replication_role = replica; update charges set created_at = created_at - interval '4 days'; commit`,
  );
  expect(await daysOf(lookBack(db))).toBe(NIGHTLY_DAYS);
});

it('each minute looks back to the one before it, and a little further; one that failed does not count', async () => {
  const run = lookBack(db);
  const first = await daysOf(run);
  expect(first).toBeGreaterThanOrEqual(RECENT_DAYS);
  const next = await daysOf(run);
  expect(next).toBeGreaterThan(4 * MINUTES);
  expect(next).toBeLessThan(1);

  const failing = lookBack(db);
  await expect(failing(() => Promise.reject(new Error('the database went away')))).rejects.toThrow('went away');
  expect(await daysOf(failing)).toBe(first);
});
