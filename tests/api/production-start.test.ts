import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETUP_STEPS, type Setup, type SetupStep } from '#contract/settings/setup';
import { hashPassword } from '../../server/modules/access/users/password.ts';
import { prepareHouse } from '../../server/modules/settings/setup-defaults.ts';
import { startServer, type TestServer } from '../support/server.ts';

const CHIEF = { account: 'chief@kontor.test', passwd: 'a quiet harbour at night' };
const TABLES = ['settings', 'tax', 'carriers', 'storehouses', 'merchants', 'items', 'tasks', 'users', 'printers', 'warehouses'] as const;

let server: TestServer;
let token: string;

const rowsOf = async (): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const table of TABLES) found[table] = (await server.pool.query(`select id, version, updated_at from ${table} order by id`)).rows;
  return found;
};
const done = async (): Promise<string[]> => {
  const { data } = await server.call<Setup>('GET', '/v0/setup', undefined, token);
  return (data.steps ?? []).filter(({ state }) => state === 'done').map(({ key }) => key);
};
const idOf = async (table: string, where: string): Promise<string> =>
  (await server.pool.query(`select id from ${table} where ${where}`)).rows[0].id;
const change = async (path: string, id: string, body: object): Promise<void> => {
  const { data } = await server.call<{ version: number }>('GET', `/v0/${path}/${id}`, undefined, token);
  const answer = await server.call('PUT', `/v0/${path}/${id}`, { ...body, version: data.version }, token);
  expect(answer.code, answer.error ?? undefined).toBe('OK');
};

beforeAll(async () => {
  server = await startServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  // The first account is made by a command, and may be there before the first start.
  await server.pool.query(
    `insert into users (account, name, type, passwd_hash, role_ids) values ($1, 'Chief', 900, $2, array(select id from roles where key = 'admin'))`,
    [CHIEF.account, await hashPassword(CHIEF.passwd)],
  );
});
afterAll(() => server.close());

describe('a production start in an empty house', () => {
  it('writes tax rates, disabled carriers and a storehouse with one warehouse to complete, and no sample data', async () => {
    expect(await prepareHouse(server.appPool)).toBe(true);
    const { rows: tax } = await server.pool.query('select code, rate, category, reverse_charge from tax order by code');
    expect(tax.map(({ code, rate, category }) => `${code} ${rate} ${category}`)).toEqual([
      'DE0 0 Z',
      'DE19 1900 S',
      'DE7 700 S',
      'EU0 0 AE',
    ]);
    expect(tax.filter((row) => row.reverse_charge).map(({ code }) => code)).toEqual(['EU0']);
    const { rows: carriers } = await server.pool.query('select code, active from carriers order by code');
    expect(carriers).toEqual(['DHL', 'DPD', 'UPS'].map((code) => ({ code, active: false })));
    const { rows: accounts } = await server.pool.query(`select kind from accounts where currency = 'EUR' and standard`);
    expect(accounts.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['bank', 'receivable', 'payable', 'revenue', 'expense', 'vat', 'inputVat']),
    );
    const { rows: counts } = await server.pool.query(
      'select (select count(*)::int from storehouses) as storehouses, (select count(*)::int from warehouses w join storehouses s on s.id = w.storehouse_id) as warehouses, (select count(*)::int from merchants) + (select count(*)::int from items) + (select count(*)::int from tasks) as sample, (select count(*)::int from users) as users',
    );
    expect(counts[0]).toEqual({ storehouses: 1, warehouses: 1, sample: 0, users: 1 });
  });

  it('adds nothing and changes nothing at the second start, whatever was deleted meanwhile', async () => {
    await server.pool.query('update tax set deleted_at = now()');
    const before = await rowsOf();
    expect(await prepareHouse(server.appPool)).toBe(false);
    expect(await rowsOf()).toEqual(before);
    await server.pool.query('update tax set deleted_at = null');
  });

  it('does not touch a house that has data', async () => {
    const other = await startServer({ sample: true });
    try {
      const count = `select (select count(*) from tax) as tax, (select count(*) from carriers) as carriers, (select count(*) from settings) as settings`;
      const before = (await other.pool.query(count)).rows;
      expect(await prepareHouse(other.appPool)).toBe(false);
      expect((await other.pool.query(count)).rows).toEqual(before);
      const admin = await other.signIn('admin');
      expect((await other.call<Setup>('GET', '/v0/setup', undefined, admin)).data.steps).toBeNull();
      expect((await other.call('GET', '/v0/setup', undefined, await other.signIn('employee'))).code).toBe('NotAllowed');
    } finally {
      await other.close();
    }
  });
});

describe('the guided set-up', () => {
  const company = {
    name: 'Hafen GmbH',
    vatId: 'de 136 695 976',
    bank: 'DE02 1203 0000 0000 2020 51',
    streetName: 'Kai',
    streetNumber: '1',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
    phone: '',
    email: '',
  };

  it('starts with every step open, and stores the company for documents, labels and the storehouse', async () => {
    token = await server.signIn(CHIEF.account, CHIEF.passwd);
    const { data } = await server.call<Setup>('GET', '/v0/setup', undefined, token);
    expect(data).toMatchObject({ hidden: false, mail: true, backup: false, facts: { company: '', places: 0, users: 1 } });
    expect(data.steps?.every(({ state }) => state === 'open')).toBe(true);

    expect(await server.call('PUT', '/v0/setup/company', { ...company, vatId: 'DE136695977' }, token)).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'vatId', rule: 'vatIdCheckDigit' }],
    });
    expect(await done()).toEqual([]);
    const key = { 'idempotency-key': 'company' };
    for (const _ of [1, 2]) expect((await server.call('PUT', '/v0/setup/company', company, token, key)).code).toBe('OK');
    expect((await server.call('GET', '/v0/setup/company', undefined, token)).data).toEqual({ ...company, vatId: 'DE136695976' });
    const { rows } = await server.pool.query(`select address->>'name1' as name, address->>'city' as city from storehouses`);
    expect(rows).toEqual([{ name: 'Hafen GmbH', city: 'Hamburg' }]);
    expect(await done()).toEqual(['company']);
  });

  it('can be interrupted: a skipped step stays skipped on another computer until it is done or opened again', async () => {
    const skip = (step: SetupStep, skipped: boolean) => server.call<Setup>('PUT', `/v0/setup/steps/${step}`, { skipped }, token);
    expect((await skip('printers', true)).code).toBe('OK');
    await Promise.all([skip('items', true), skip('users', true)]);
    const other = await server.signIn(CHIEF.account, CHIEF.passwd);
    const states = async () => {
      const { data } = await server.call<Setup>('GET', '/v0/setup', undefined, other);
      return Object.fromEntries((data.steps ?? []).map(({ key, state }) => [key, state]));
    };
    expect(await states()).toMatchObject({ company: 'done', places: 'open', printers: 'skipped', items: 'skipped', users: 'skipped' });
    await skip('items', false);
    expect(await states()).toMatchObject({ items: 'open', users: 'skipped' });
    // Skipping what is done changes nothing.
    await skip('company', true);
    expect(await states()).toMatchObject({ company: 'done' });
  });

  it('counts a step as done as soon as the facts say so, whichever screen they come from', async () => {
    const make = async (area: string, body: object): Promise<string> => {
      const answer = await server.call<{ id: string }>('POST', `/v0/${area}`, body, token);
      expect(answer.code, answer.error ?? undefined).toBe('OK');
      return answer.data.id;
    };
    const dhl = await idOf('carriers', `code = 'DHL'`);
    await change('carriers', dhl, { active: true, api: 'simulated' });
    expect(await done()).not.toContain('carriers');
    await change('carriers', dhl, { api: 'none' });
    expect(await done()).toContain('carriers');

    await make('compartments', { warehouseId: await idOf('warehouses', `code = 'H1'`), code: '01-01-A' });
    const merchantId = await make('merchants', { no: 'M-1', name: 'First merchant' });
    await make('printers', { name: 'Labels', queue: 'ZD421', kind: 'zpl' });
    await make('items', { sku: 'A-1', name: 'Lamp', merchantId });
    // The log-in of a merchant is no colleague.
    await make('users', { account: 'shop@kontor.test', name: 'Shop', merchantId, roleIds: [await idOf('roles', `key = 'merchant'`)] });
    expect(await done()).not.toContain('users');
    await make('users', { account: 'second@kontor.test', name: 'Second', roleIds: [await idOf('roles', `key = 'warehouse'`)] });
    expect(await done()).toEqual([...SETUP_STEPS]);
    const { data } = await server.call<Setup>('GET', '/v0/setup', undefined, token);
    expect(data.facts).toMatchObject({
      carriers: ['DHL Paket'],
      merchants: ['First merchant'],
      printers: ['Labels'],
      users: 2,
      invited: 1,
    });
  });

  it('is removed from Home for all administrators, and can be shown again', async () => {
    for (const hidden of [true, false]) {
      expect((await server.call<Setup>('PUT', '/v0/setup/hidden', { hidden }, token)).data.hidden).toBe(hidden);
      expect((await server.call<Setup>('GET', '/v0/setup', undefined, token)).data.hidden).toBe(hidden);
    }
  });
});
