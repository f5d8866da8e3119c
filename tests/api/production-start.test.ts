import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetupStep } from '#contract/settings/setup';
import { hashPassword } from '../../server/modules/access/users/password.ts';
import { prepareHouse } from '../../server/modules/settings/setup-defaults.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Steps = { steps: { key: SetupStep; done: boolean; path: string | null }[] | null };

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
  const { data } = await server.call<Steps>('GET', '/v0/setup', undefined, token);
  return (data.steps ?? []).filter((step) => step.done).map(({ key }) => key);
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
  it('writes tax rates, disabled carriers and a storehouse to complete, and no sample data', async () => {
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
      'select (select count(*)::int from storehouses) as storehouses, (select count(*)::int from merchants) + (select count(*)::int from items) + (select count(*)::int from tasks) as sample, (select count(*)::int from users) as users',
    );
    expect(counts[0]).toEqual({ storehouses: 1, sample: 0, users: 1 });
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
      expect((await other.call<Steps>('GET', '/v0/setup', undefined, admin)).data.steps).toBeNull();
      expect((await other.call('GET', '/v0/setup', undefined, await other.signIn('employee'))).code).toBe('NotAllowed');
    } finally {
      await other.close();
    }
  });
});

describe('the first steps', () => {
  it('tick themselves as soon as the facts say so', async () => {
    token = await server.signIn(CHIEF.account, CHIEF.passwd);
    expect(await done()).toEqual(['mail']);

    const house = {
      'house.name': 'Hafen GmbH',
      'house.address.streetName': 'Kai',
      'house.address.zip': '20457',
      'house.address.city': 'Hamburg',
    };
    for (const [key, value] of Object.entries(house)) await change('settings', await idOf('settings', `key = '${key}'`), { value });
    expect(await done()).toEqual(['houseAddress', 'mail']);

    const storehouse = await idOf('storehouses', 'true');
    const { data } = await server.call<{ address: object }>('GET', `/v0/storehouses/${storehouse}`, undefined, token);
    await change('storehouses', storehouse, {
      address: { ...data.address, streetName: 'Kai', streetNumber: '1', zip: '20457', city: 'Hamburg' },
    });
    expect(await done()).toContain('storehouse');

    expect((await server.call('POST', '/v0/setup/taxRates', {}, token)).code).toBe('OK');
    expect((await server.call('POST', '/v0/setup/taxRates', {}, token)).code).toBe('OK');
    expect(await done()).toContain('taxRates');

    const dhl = await idOf('carriers', `code = 'DHL'`);
    await change('carriers', dhl, { active: true, api: 'simulated' });
    expect(await done()).not.toContain('carrier');
    await change('carriers', dhl, { api: 'none' });
    expect(await done()).toContain('carrier');

    const make = async (area: string, body: object): Promise<string> => {
      const answer = await server.call<{ id: string }>('POST', `/v0/${area}`, body, token);
      expect(answer.code, answer.error ?? undefined).toBe('OK');
      return answer.data.id;
    };
    const warehouseId = await make('warehouses', { storehouseId: storehouse, code: 'A', name: 'Hall A' });
    await make('compartments', { warehouseId, code: '01-01-A' });
    await make('merchants', { no: 'M-1', name: 'First merchant' });
    await make('users', { account: 'second@kontor.test', name: 'Second' });
    await make('printers', { name: 'Labels', queue: 'ZD421', kind: 'zpl' });
    expect(await done()).toEqual(['houseAddress', 'storehouse', 'places', 'taxRates', 'carrier', 'merchant', 'user', 'printer', 'mail']);
  });
});
