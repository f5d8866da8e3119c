import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { APP_ROLE } from '../../server/core/db/role-names.ts';
import type { Actor } from '../../server/core/http/actor.ts';
import { rowsOf } from '../../server/core/http/select.ts';
import { asActor } from '../../server/core/http/write.ts';
import { AREAS } from '../../server/modules/index.ts';
import { startServer, type TestServer } from '../support/server.ts';

const REFUSED = /permission denied|must be owner|must be able to SET ROLE|never changed or removed|cannot drop/;

describe('the application’s database role cannot undo what the database guards (P41, P43)', () => {
  let server: TestServer;

  /** Why the application's own connection may not do this; nothing of it stays. */
  const why = async (statement: string): Promise<string> => {
    const client = await server.appPool.connect();
    try {
      await client.query('begin');
      await client.query(statement);
      return 'was not refused';
    } catch (error) {
      return String(error);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
  });
  afterAll(() => server.close());

  it('is no superuser, owns nothing and makes no roles', async () => {
    const { rows } = await server.appPool.query(`select current_user as name, session_user as login, rolsuper, rolcreaterole, rolbypassrls,
      (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = session_user`);
    expect(rows).toEqual([{ name: APP_ROLE, login: APP_ROLE, rolsuper: false, rolcreaterole: false, rolbypassrls: false, owned: 0 }]);
  });

  it.each([
    'alter table audit_log disable trigger all',
    'alter table invoices disable trigger frozen',
    'alter table items disable row level security',
    'alter table items add column x text',
    'drop table audit_log',
    'drop trigger refuse_change on audit_log',
    'drop policy tenant_read on items',
    'create table x (y text)',
    'truncate audit_log',
    'truncate stock_moves',
    'truncate invoices cascade',
    'delete from audit_log',
    `update audit_log set action = 'x'`,
    `insert into audit_log (area, action) values ('items', 'update')`,
    'delete from audit_seal',
    'delete from audit_anchor',
    'delete from stock_moves',
    'update stock_moves set qty = 1',
    'delete from transactions',
    'delete from scans',
    'delete from invoices',
    'delete from bills',
    'update live_event set no = 1',
    'update live_counter set no = 1',
    'set session_replication_role = replica',
    `create function f() returns int language sql security definer as 'select 1'`,
  ])('is refused: %s', async (statement) => {
    expect(await why(statement)).toMatch(REFUSED);
  });

  it('is refused: to become the owner', async () => {
    const { rows } = await server.pool.query('select current_user as owner');
    expect(await why(`set role "${rows[0].owner}"`)).toMatch(/permission denied to set role/);
    expect(await why(`set session authorization "${rows[0].owner}"`)).toMatch(/permission denied to set session authorization/);
    const client = await server.appPool.connect();
    await client.query('reset role');
    expect((await client.query('select current_user as name')).rows).toEqual([{ name: APP_ROLE }]);
    client.release();
  });

  it('a posted invoice is not changed by raw SQL either', async () => {
    const { rows } = await server.pool.query('select id from invoices where posted_at is not null limit 1');
    expect(await why(`update invoices set gross = 1 where id = '${rows[0].id}'`)).toMatch(/posted|never changed/i);
  });
});

describe('statements of outside users see no foreign rows, even where they forget the condition (P17)', () => {
  let server: TestServer;
  const idOf = async (text: string): Promise<string> => (await server.pool.query(text)).rows[0].id;
  const reads = (actor: object, table: string) =>
    asActor(createDb(server.appPool), actor as Actor, 'test', async (tx) =>
      rowsOf(await tx.execute(sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`)),
    ).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      expect(cause, table).toContain('permission denied');
      return [];
    });

  beforeAll(async () => {
    server = await startServer({ sample: true });
    await server.pool.query(
      `insert into tasks (no, kind, merchant_id, carrier_id) select 'T-' || c.code, 'outbound', (select id from merchants order by no limit 1), c.id from carriers c`,
    );
  });
  afterAll(() => server.close());

  it.each([
    ['carrier', 'kontor_external'],
    ['merchant', 'kontor_tenant'],
  ] as const)('a %s, on the table of every area', async (kind, role) => {
    const userId = await idOf(`select id from users where account = '${kind}@kontor.example'`);
    const { rows } = await server.pool.query('select merchant_id as "merchantId", carrier_id as "carrierId" from users where id = $1', [
      userId,
    ]);
    const actor = { userId, actingId: userId, sessionId: userId, type: kind === 'carrier' ? 20 : 10, ...rows[0] };
    await asActor(createDb(server.appPool), actor as Actor, 'test', async (tx) => {
      expect(rowsOf(await tx.execute(sql`select current_user as name`))).toEqual([{ name: role }]);
    });
    let seen = 0;
    for (const { area, owned, table } of AREAS.values()) {
      const column = kind === 'carrier' ? area.carrier : area.merchant;
      const own = rows[0][`${kind}Id`];
      for (const { row } of (await reads(actor, getTableName(table))) as { row: Record<string, unknown> }[]) {
        seen += 1;
        const whose = column ? row[column.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`)] : undefined;
        const mine = column !== undefined && (whose === own || (kind === 'merchant' && area.sharedWhenNull && whose === null));
        const open = area.shared || (area.named && !area.merchant);
        const personal = owned && (row['created_by'] === userId || row['shared'] === true);
        expect(mine || open || personal || area.name === 'files', `${area.name} ${JSON.stringify(row)}`).toBe(true);
      }
    }
    expect(seen).toBeGreaterThan(5);
  });

  it('a carrier neither reads nor changes another carrier’s order', async () => {
    const userId = await idOf(`select id from users where account = 'carrier@kontor.example'`);
    const carrierId = await idOf(`select carrier_id as id from users where account = 'carrier@kontor.example'`);
    const actor = { userId, actingId: userId, sessionId: userId, type: 20, merchantId: null, carrierId } as unknown as Actor;
    const touched = await asActor(createDb(server.appPool), actor, 'test', async (tx) =>
      rowsOf(await tx.execute(sql`update tasks set service = 'stolen' returning carrier_id`)),
    );
    expect(touched.length).toBeGreaterThan(0);
    expect(touched.filter((row) => row['carrier_id'] !== carrierId)).toEqual([]);
  });
});
