import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/core/db/migrate.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

/** The start of a node whose version the database already has. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await migrate(database.pool, DECLARATIONS);
});
afterAll(() => database.drop());

const holds = async (question: string): Promise<boolean> => (await database.pool.query(`select (${question}) as yes`)).rows[0].yes;

describe('a second start', () => {
  it('waits for no table on which other nodes work', async () => {
    const node = await database.pool.connect();
    await node.query('begin');
    await node.query('lock table users, items, invoices, stock_moves in row exclusive mode');
    await migrate(database.pool, DECLARATIONS);
    await node.query('commit');
    node.release();
  });

  it.each([
    ['drop trigger z_after on items', `select count(*) = 1 from pg_trigger where tgrelid = 'items'::regclass and tgname = 'z_after'`],
    [
      'drop policy tenant_read on items',
      `select count(*) = 1 from pg_policy where polrelid = 'items'::regclass and polname = 'tenant_read'`,
    ],
    ['alter table items disable row level security', `select relrowsecurity from pg_class where oid = 'items'::regclass`],
    ['revoke select on items from kontor_app', `has_table_privilege('kontor_app', 'items', 'select')`],
    ['grant delete on audit_log to kontor_app', `not has_table_privilege('kontor_app', 'audit_log', 'delete')`],
    ['drop index items_sort_at', `to_regclass('items_sort_at') is not null`],
    [
      'alter view item_stocks set (security_invoker = false)',
      `select reloptions @> array['security_invoker=true'] from pg_class where oid = 'item_stocks'::regclass`,
    ],
    ['drop view file_uses cascade', `to_regclass('file_uses') is not null`],
    [
      `create or replace function kontor_refuse() returns trigger language plpgsql as 'begin return new; end'`,
      `select prosrc like '%raise exception%' from pg_proc where proname = 'kontor_refuse'`,
    ],
  ])('restores what was changed by hand: %s', async (change, question) => {
    expect(await holds(question)).toBe(true);
    await database.pool.query(change);
    expect(await holds(question)).toBe(false);
    await migrate(database.pool, DECLARATIONS);
    expect(await holds(question)).toBe(true);
  });
});
