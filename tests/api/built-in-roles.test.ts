import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/core/db/migrate.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: true });
});
afterAll(() => server.close());

const keysOf = async (role: string): Promise<string[]> =>
  (
    await server.pool.query(
      `select array(select p.key from privileges p where p.id = any(r.privilege_ids) order by p.key) as keys from roles r where r.key = $1`,
      [role],
    )
  ).rows[0].keys;

it('an update gives a role that nobody has edited what the new version lets it do', async () => {
  const before = await keysOf('warehouse');
  expect(before).toEqual(expect.arrayContaining(['printJobs.create', 'printJobs.read']));
  // As an older version left it.
  await server.pool.query(
    `update roles set privilege_ids = array(select id from privileges where id = any(privilege_ids) and area <> 'printJobs') where key = 'warehouse'`,
  );
  await migrate(server.pool, DECLARATIONS);
  expect(await keysOf('warehouse')).toEqual(before);
});

it('a merchant who packs at a table of the house finds the table, and the work on the own orders', async () => {
  const token = await server.signIn('merchant');
  const { data } = await server.call<{ id: string; code: string }[]>('GET', '/v0/stations?code=ST-PACK-1', undefined, token);
  expect(data).toHaveLength(1);
  const work = await server.call('GET', `/v0/scan/work?profile=packScanRef&stationId=${data[0]?.id}`, undefined, token);
  expect(work.code).toBe('OK');
});

it('a role that somebody has edited keeps its edits', async () => {
  const admin = await server.signIn('admin');
  const { rows } = await server.pool.query(`select id, version from roles where key = 'employee'`);
  const { rows: few } = await server.pool.query(`select id from privileges where key in ('items.read', 'views.*') order by key`);
  const answer = await server.call(
    'PUT',
    `/v0/roles/${rows[0].id}`,
    { version: rows[0].version, privilegeIds: few.map(({ id }) => id) },
    admin,
  );
  expect(answer.code).toBe('OK');
  await migrate(server.pool, DECLARATIONS);
  expect(await keysOf('employee')).toEqual(['items.read', 'views.*']);
});
