import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows } from '#contract/core/access';
import { encodeFilters } from '#contract/core/query';
import { BUILT_IN_ROLES } from '../../server/core/db/roles.ts';
import { makePerson, makeRole, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What an actor needs to reach the calls at all; the rights over the target come from the built-in role beside it. */
const WRITERS = ['users.*', 'roles.*', 'classes.*', 'duties.*', 'privileges.*', 'oauthClients.*', 'exports.*', 'imports.*', 'files.*'];
const ROLES = BUILT_IN_ROLES.map(({ key }) => key);
const roleOf = (key: string) => {
  const role = BUILT_IN_ROLES.find((one) => one.key === key);
  if (!role) throw new Error(key);
  return role;
};
/** Written apart from server/modules/access/rights.ts: a privilege is held as it is, by `area.*` or by `*`. */
const holdsAll = (actor: string, target: string): boolean => {
  const own = new Set([...roleOf(actor).privileges, ...WRITERS]);
  return (
    roleOf(target).privileges.every((one) => allows(own, one)) &&
    (own.has('*') || roleOf(target).userType <= Math.max(roleOf(actor).userType, 0))
  );
};

let server: TestServer;
const roleIds = new Map<string, string>();
const actors = new Map<string, Person>();

beforeAll(async () => {
  server = await startServer();
  await makePerson(server.pool, ['admin']);
  for (const { id, key } of (await server.pool.query('select id, key from roles')).rows) roleIds.set(key, id);
  await makeRole(server.pool, 'writer', WRITERS, 1);
  for (const role of ROLES) actors.set(role, await makePerson(server.pool, [role, 'writer'], { type: roleOf(role).userType }));
});
afterAll(() => server.close());

const stateOf = async (id: string): Promise<unknown> =>
  (
    await server.pool.query(
      'select account, pending_account, name, type, role_ids, class_ids, disabled_at, deleted_at, passwd_hash, totp_secret, totp_reset_reason from users where id = $1',
      [id],
    )
  ).rows[0] ?? null;

type Write = { prepare?: string; call: (actor: Person, target: Person) => Promise<{ code: string; data: unknown }> };
const put = (body: object) => (actor: Person, target: Person) =>
  server.call('PUT', `/v0/users/${target.id}`, { version: 1, ...body }, actor.token);
const bulk = (action: string) => async (actor: Person, target: Person) => {
  const answer = await server.call<{ code: string; data: unknown }[]>('POST', '/v0/users/bulk', { action, ids: [target.id] }, actor.token);
  return answer.data[0] ?? answer;
};
const DELETED = 'update users set deleted_at = now() where id = $1';
const WITH_FACTOR = `update users set totp_secret = 'JBSWY3DPEHPK3PXP' where id = $1`;
const UNINVITED = 'update users set passwd_hash = null where id = $1';
const WRITES: Record<string, Write> = {
  rename: { call: put({ name: 'Renamed' }) },
  'change the address': { call: (actor, target) => put({ account: `x-${target.account}` })(actor, target) },
  disable: { call: put({ disabledAt: '2026-01-01T00:00:00Z' }) },
  demote: { call: put({ roleIds: [] }) },
  delete: { call: (actor, target) => server.call('DELETE', `/v0/users/${target.id}`, undefined, actor.token) },
  'delete in bulk': { call: bulk('delete') },
  recover: { prepare: DELETED, call: (actor, target) => server.call('PUT', `/v0/users/${target.id}/recover`, {}, actor.token) },
  'recover in bulk': { prepare: DELETED, call: bulk('recover') },
  purge: { prepare: DELETED, call: (actor, target) => server.call('DELETE', `/v0/users/${target.id}/purge`, undefined, actor.token) },
  'end the sessions': { call: (actor, target) => server.call('DELETE', `/v0/users/${target.id}/sessions`, undefined, actor.token) },
  'reset the second factor': {
    prepare: WITH_FACTOR,
    call: (actor, target) => server.call('POST', `/v0/users/${target.id}/totp/reset`, { reason: 'Phone lost' }, actor.token),
  },
  invite: {
    prepare: UNINVITED,
    call: (actor, target) => server.call('POST', `/v0/users/${target.id}/invitation`, { by: 'link' }, actor.token),
  },
};

describe.each(ROLES)('an actor with the role %s (P18)', (actorRole) => {
  const actor = (): Person => actors.get(actorRole) ?? { id: '', account: '', token: '' };
  const isStaff = roleOf(actorRole).userType > 100;

  it.each(Object.keys(WRITES))('%s: only accounts whose rights are a subset of the own', async (name) => {
    const { prepare, call } = WRITES[name] ?? { call: put({}) };
    const tryOn = async (targetRole: string): Promise<void> => {
      const target = await makePerson(server.pool, [targetRole]);
      if (prepare) await server.pool.query(prepare, [target.id]);
      const before = await stateOf(target.id);
      const { code } = await call(actor(), target);
      if (!holdsAll(actorRole, targetRole) || !isStaff) {
        expect(code, `${targetRole} by ${actorRole}`).not.toBe('OK');
        expect(await stateOf(target.id), `${targetRole} by ${actorRole}`).toEqual(before);
        if (isStaff && !prepare) expect(code, `${targetRole} by ${actorRole}`).toBe('RightsExceeded');
      } else {
        expect(code, `${targetRole} by ${actorRole}`).toBe('OK');
      }
    };
    await Promise.all(ROLES.map(tryOn));
  });

  it('makes accounts and gives roles only within the own rights', async () => {
    for (const role of ROLES) {
      const target = await makePerson(server.pool, [], { type: 10 });
      const account = `new-${target.account}`;
      const made = await server.call<{ type: number }>(
        'POST',
        '/v0/users',
        { account, name: 'New', roleIds: [roleIds.get(role)] },
        actor().token,
      );
      const given = await put({ roleIds: [roleIds.get(role)] })(actor(), target);
      const { rows } = await server.pool.query('select type from users where account = $1', [account]);
      if (holdsAll(actorRole, role) && isStaff) {
        expect([made.code, given.code], role).toEqual(['OK', 'OK']);
        expect(rows[0].type, role).toBe(roleOf(role).userType);
      } else {
        expect(rows, role).toEqual([]);
        expect((await server.pool.query('select role_ids from users where id = $1', [target.id])).rows[0].role_ids, role).toEqual([]);
      }
    }
  });

  it('puts into a duty, a class or a role only privileges that it holds, wildcards included', async () => {
    const own = new Set([...roleOf(actorRole).privileges, ...WRITERS]);
    for (const key of ['*', 'invoices.*', 'items.read', 'users.*']) {
      const { rows } = await server.pool.query('select id from privileges where key = $1', [key]);
      const code = `d-${actorRole}-${key}`.replace(/[^\w-]/g, 'x');
      const duty = await server.call('POST', '/v0/duties', { code, name: 'Duty', privilegeIds: [rows[0].id] }, actor().token);
      const role = {
        key: code.replace(/[^a-zA-Z0-9]/g, ''),
        name: { en: 'R', cn: 'R', de: 'R' },
        userType: 10,
        privilegeIds: [rows[0].id],
      };
      const made = await server.call('POST', '/v0/roles', role, actor().token);
      // To outside users these areas are closed by the database itself, whatever their privileges say.
      const isOutside = ['merchant', 'carrier'].includes(actorRole);
      const wanted = isOutside ? 'NotFound' : allows(own, key) ? 'OK' : 'RightsExceeded';
      expect([duty.code, made.code], key).toEqual([wanted, wanted]);
      const kept = await server.pool.query('select 1 from duties where code = $1', [code]);
      expect(kept.rowCount, key).toBe(wanted === 'OK' ? 1 : 0);
    }
  });
});

describe('rights that are given around the account (P18)', () => {
  const manager = (): Person => actors.get('manager') ?? { id: '', account: '', token: '' };
  const privilegeId = async (key: string): Promise<string> =>
    (await server.pool.query('select id from privileges where key = $1', [key])).rows[0].id;

  it('a class or duty that an administrator holds is not edited by a manager, nor one made stronger that others hold', async () => {
    const admin = await makePerson(server.pool, ['admin']);
    const duty = await server.call<{ id: string; version: number }>(
      'POST',
      '/v0/duties',
      { code: 'D-HELD', name: 'Held' },
      manager().token,
    );
    const body = { code: 'C-HELD', name: 'Held', dutyIds: [duty.data.id] };
    const made = await server.call<{ id: string }>('POST', '/v0/classes', body, manager().token);
    await server.pool.query('update users set class_ids = array[$1::uuid] where id = $2', [made.data.id, admin.id]);
    const change = async (privilegeIds: string[]) =>
      server.call('PUT', `/v0/duties/${duty.data.id}`, { version: duty.data.version, privilegeIds }, manager().token);
    expect(await change([await privilegeId('*')])).toMatchObject({ status: 400, code: 'RightsExceeded' });
    const { rows } = await server.pool.query('select privilege_ids from duties where id = $1', [duty.data.id]);
    expect(rows[0].privilege_ids).toEqual([]);
  });

  it('the key of a privilege that somebody holds is not turned into a wildcard', async () => {
    const made = await server.call<{ id: string; version: number }>('POST', '/v0/privileges', { key: 'items.special' }, manager().token);
    expect(made.code).toBe('OK');
    const change = { version: made.data.version, key: '*.x' };
    expect((await server.call('PUT', `/v0/privileges/${made.data.id}`, change, manager().token)).code).not.toBe('OK');
  });

  it('a program gets only scopes that its maker holds', async () => {
    await makeRole(server.pool, 'programs', ['oauthClients.*', 'items.read']);
    const maker = await makePerson(server.pool, ['programs']);
    const create = (scopes: string[]) => server.call<{ id: string }>('POST', '/v0/oauthClients', { name: 'P', scopes }, maker.token);
    expect((await create(['items.write'])).code).toBe('RightsExceeded');
    expect((await create(['items.read'])).code).toBe('OK');
    const { rows } = await server.pool.query(`insert into oauth_clients (name, scopes) values ('Q', '{orders.write}') returning id`);
    expect((await server.call('POST', `/v0/oauthClients/${rows[0].id}/secret`, {}, maker.token)).code).toBe('RightsExceeded');
    expect((await server.pool.query('select secret_hash from oauth_clients where id = $1', [rows[0].id])).rows[0].secret_hash).toBeNull();
  });

  it('acting as somebody asks for the same rights of the person who acts', async () => {
    const target = await makePerson(server.pool, ['finance']);
    const [weak, admin] = [await makePerson(server.pool, ['admin']), await makePerson(server.pool, ['admin'])];
    // The role is there, but this person is held to less: the name of a role alone opens nothing.
    const small = await makeRole(server.pool, 'small', ['items.read']);
    await server.pool.query(`update roles set deleted_at = now() where key = 'admin'`);
    await server.pool.query(`insert into roles (key, name, user_type) values ('admin', '{"en":"A","cn":"A","de":"A"}', 200)`);
    await server.pool.query(
      `update users set role_ids = array[$1::uuid, (select id from roles where key = 'admin' and deleted_at is null)] where id = $2`,
      [small, weak.id],
    );
    const answer = await server.call('PUT', `/v0/auth/__subId?q=${target.id}`, undefined, weak.token);
    await server.pool.query(`delete from roles where key = 'admin' and deleted_at is null`);
    await server.pool.query(`update roles set deleted_at = null where key = 'admin'`);
    expect(answer.code).toBe('RightsExceeded');
    expect((await server.call('PUT', `/v0/auth/__subId?q=${target.id}`, undefined, admin.token)).code).toBe('OK');
  });

  it('one built-in role and outside role do not go together, and the type of a built-in role stays', async () => {
    const admin = actors.get('admin') ?? manager();
    const both = { account: 'mixed@people.example', name: 'Mixed', roleIds: [roleIds.get('merchant'), roleIds.get('employee')] };
    expect((await server.call('POST', '/v0/users', both, admin.token)).data).toEqual([{ path: 'roleIds', rule: 'rolesMixed' }]);
    const { rows } = await server.pool.query(`select id, version from roles where key = 'warehouse'`);
    const change = { version: rows[0].version, userType: 10 };
    expect((await server.call('PUT', `/v0/roles/${rows[0].id}`, change, admin.token)).data).toEqual([
      { path: 'userType', rule: 'builtIn' },
    ]);
  });

  it('roles are found by their user types, which stay numbers, and are sorted by them', async () => {
    const admin = actors.get('admin') ?? manager();
    const own = await server.call('POST', '/v0/roles', { key: 'halfDay', name: { en: 'x', cn: 'x', de: 'x' }, userType: 115 }, admin.token);
    expect(own).toMatchObject({ code: 'OK', data: { userType: 115 } });
    const query = new URLSearchParams([...encodeFilters([{ field: 'userType', op: 'in', value: ['115', '110'] }]), ['s', 'userType']]);
    const { data } = await server.call<{ userType: number }[]>('GET', `/v0/roles?${query}`, undefined, admin.token);
    expect(new Set(data.map(({ userType }) => userType))).toEqual(new Set([110, 115]));
    expect(data.at(-1)).toMatchObject({ key: 'halfDay', userType: 115 });
  });
});

describe('the last administrator that can sign in', () => {
  let house: TestServer;
  let admins: Person[];
  beforeAll(async () => {
    house = await startServer();
    admins = [await makePerson(house.pool, ['admin']), await makePerson(house.pool, ['admin'])];
  });
  afterAll(() => house.close());
  const disable = (by: Person, whom: Person) =>
    house.call('PUT', `/v0/users/${whom.id}`, { version: 1, disabledAt: '2026-01-01T00:00:00Z' }, by.token);

  it('is left when two administrators disable each other at the same moment', async () => {
    const [one, two] = admins as [Person, Person];
    const answers = await Promise.all([disable(one, two), disable(two, one)]);
    expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(1);
    const { rows } = await house.pool.query('select count(*)::int as n from users where disabled_at is null');
    expect(rows[0].n).toBe(1);
  });

  it('is not disabled, deleted or demoted, and the role of administrators keeps its rights', async () => {
    const { rows } = await house.pool.query('select id, version from users where disabled_at is null');
    const [{ id, version }] = rows;
    const last = admins.find((one) => one.id === id) ?? { id: '', account: '', token: '' };
    const put = (body: object) => house.call('PUT', `/v0/users/${id}`, { version, ...body }, last.token);
    expect(await put({ disabledAt: '2026-01-01T00:00:00Z' })).toMatchObject({ status: 409, code: 'LastAdmin' });
    expect(await put({ roleIds: [] })).toMatchObject({ code: 'LastAdmin' });
    expect(await house.call('DELETE', `/v0/users/${id}`, undefined, last.token)).toMatchObject({ code: 'LastAdmin' });
    const role = (await house.pool.query(`select id, version from roles where key = 'admin'`)).rows[0];
    const empty = { version: role.version, privilegeIds: [] };
    expect(await house.call('PUT', `/v0/roles/${role.id}`, empty, last.token)).toMatchObject({ code: 'LastAdmin' });
    expect(await house.call('DELETE', `/v0/roles/${role.id}`, undefined, last.token)).toMatchObject({ code: 'LastAdmin' });
    const state = await house.pool.query('select disabled_at, deleted_at, cardinality(role_ids) as roles from users where id = $1', [id]);
    expect(state.rows[0]).toEqual({ disabled_at: null, deleted_at: null, roles: 1 });
  });
});
