import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { cell, command, statement } from '../../server/core/db/statement.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

/** Rows that are read through a cursor, because there are more than should be held at once. */

const findNumbers = statement({ n: cell.integer }, ({ most }: { most: number }) => sql`select n from generate_series(1, ${most}::int) n`, [
  { most: 1 },
]);
const findSeries = statement({ series: cell.text }, () => sql`select name::text as series from number_series order by 1`);
const addSeries = command(({ key }: { key: string }) => sql`insert into number_series (name, next) values (${key}, 1)`);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const sizesOf = (most: number): Promise<number[]> =>
  createDb(database.pool).transaction(async (tx) => {
    const sizes: number[] = [];
    for await (const rows of findNumbers.portions(tx, 4, { most })) sizes.push(rows.length);
    return sizes;
  });

it.each([
  [0, []],
  [3, [3]],
  [8, [4, 4]],
  [10, [4, 4, 2]],
])('%i rows come in portions, and none comes twice', async (most, sizes) => {
  expect(await sizesOf(most)).toEqual(sizes);
});

it('what is written between two portions does not change the rows that follow', async () => {
  const seen = await createDb(database.pool).transaction(async (tx) => {
    for (const key of ['a', 'b', 'c']) await addSeries(tx, { key });
    const before = (await findSeries(tx)).length;
    let read = 0;
    for await (const rows of findSeries.portions(tx, 1)) {
      read += rows.length;
      await addSeries(tx, { key: `zz-${read}` });
    }
    return { before, read };
  });
  expect(seen.read).toBe(seen.before);
  expect(seen.read).toBeGreaterThanOrEqual(3);
});
