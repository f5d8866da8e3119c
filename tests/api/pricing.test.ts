import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let finance: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  finance = await server.signIn('finance');
});
afterAll(() => server.close());

const idOf = async (table: string, field: string, value: string): Promise<string> =>
  (await server.pool.query(`select id from ${table} where ${field} = $1`, [value])).rows[0].id;
const band = (from: number, price: number) => ({ id: randomUUID(), from, price });
type Made = { id: string; status: string; validTo: string | null; revision: number };
const call = <T = unknown>(method: string, path: string, body?: object) => server.call<T>(method, path, body, finance);
const tariff = async (over: object = {}): Promise<Made> =>
  (await call<Made>('POST', '/v0/tariffs', { name: 'Draft', validFrom: '2026-01-01', ...over })).data;
const activate = (id: string) => call('POST', `/v0/tariffs/${id}/activate`);
const readTariff = async (id: string): Promise<Made> => (await call<Made>('GET', `/v0/tariffs/${id}`)).data;
let draft: string;
beforeAll(async () => {
  draft = (await tariff()).id;
});
const rule = (over: object) => call<{ id: string }>('POST', '/v0/priceRules', { name: 'Test', tariffId: draft, ...over });
const simulate = async (over: object): Promise<{ amount: number; rule: { name: string; own: boolean }; markup: unknown } | null> =>
  (await server.call('POST', '/v0/priceRules/simulate', { currency: 'EUR', date: '2026-03-01', quantity: 1000, ...over }, finance))
    .data as never;

describe('prices', () => {
  it('are priced by the base, by a markup, by a merchant of his own, and by nobody where no rule holds', async () => {
    const categoryId = await idOf('quotation_categories', 'code', 'PICK');
    const tea = await idOf('merchants', 'no', 'M-1001');
    expect((await simulate({ categoryId, quantity: 100_000 }))?.amount).toBe(4500);
    expect(await simulate({ categoryId, merchantId: tea, quantity: 100_000 })).toMatchObject({ amount: 4275, markup: { markup: -500 } });
    const own = await tariff({ name: 'Tea', merchantId: tea, validFrom: '2026-02-01' });
    await rule({ name: 'Tea picks', tariffId: own.id, categoryId, bands: [band(0, 2000)] });
    expect(await simulate({ categoryId, merchantId: tea, quantity: 100_000 })).toMatchObject({ amount: 4275 });
    const tried = await simulate({ categoryId, merchantId: tea, quantity: 100_000, tariffId: own.id });
    expect(tried).toMatchObject({ amount: 2000, markup: null });
    await activate(own.id);
    expect(await simulate({ categoryId, merchantId: tea, quantity: 100_000, date: '2026-01-31' })).toMatchObject({ amount: 4275 });
    expect(await simulate({ categoryId, merchantId: tea, quantity: 100_000 })).toMatchObject({
      amount: 2000,
      rule: { name: 'Tea picks', own: true },
    });
    expect(await simulate({ categoryId, currency: 'CNY' })).toBeNull();
  });

  it.each([
    ['bands', 'bandsNeeded', {}],
    [
      'bands',
      'bandsInOrder',
      {
        bands: [band(0, 1), band(0, 1)],
      },
    ],
    ['validTo', 'beforeStart', { bands: [band(0, 1)], validFrom: '2026-02-02', validTo: '2026-02-01' }],
  ])('a rule with broken %s is refused: %s', async (path, name, over) => {
    const answer = await rule({ categoryId: await idOf('quotation_categories', 'code', 'PICK'), ...over });
    expect(answer).toMatchObject({ code: 'InvalidInput', data: expect.arrayContaining([expect.objectContaining({ path, rule: name })]) });
  });

  it('an impossible day, a huge price and an unknown currency are refused, and nothing is stored', async () => {
    const categoryId = await idOf('quotation_categories', 'code', 'PICK');
    const before = (await server.pool.query('select count(*)::int as n from price_rules')).rows[0].n;
    const bands = [band(0, 1)];
    for (const over of [{ validFrom: '2026-02-30' }, { bands: [band(0, 1e15)] }, { bands: [band(0, -1)] }, { currency: 'XXX' }])
      expect((await rule({ categoryId, bands, ...over })).code, JSON.stringify(over)).toBe('InvalidInput');
    expect((await server.pool.query('select count(*)::int as n from price_rules')).rows[0].n).toBe(before);
  });
});

describe('a tariff', () => {
  const pick = () => idOf('quotation_categories', 'code', 'PICK');
  const usd = { currency: 'USD' };

  it('that is active keeps its prices: by the screen, by raw SQL, and when it is activated while somebody adds a price', async () => {
    const { id } = await tariff({ ...usd, validFrom: '2026-03-01' });
    const price = (await rule({ tariffId: id, categoryId: await pick(), bands: [band(0, 1000)] })).data.id;
    const adding = await server.pool.connect();
    await adding.query('begin');
    await adding.query(`update price_rules set name = 'late' where id = $1`, [price]);
    const activated = activate(id);
    await adding.query('commit');
    adding.release();
    expect((await activated).code).toBe('OK');
    expect((await activate(id)).code).toBe('OK');

    const frozen = expect.objectContaining({ code: 'StateRefused', data: 'tariffs.refusals.frozen' });
    const version = async (path: string) => (await call<{ version: number }>('GET', path)).data.version;
    const put = async (path: string, body: object) => call('PUT', path, { version: await version(path), ...body });
    expect(await put(`/v0/priceRules/${price}`, { name: 'Other' })).toEqual(frozen);
    expect(await put(`/v0/tariffs/${id}`, { name: 'Other' })).toEqual(frozen);
    expect(await call('DELETE', `/v0/priceRules/${price}`)).toEqual(frozen);
    expect(await call('DELETE', `/v0/tariffs/${id}`)).toEqual(frozen);
    expect(await rule({ tariffId: id, categoryId: await pick(), bands: [band(0, 1)] })).toEqual(frozen);
    for (const text of [
      `update price_rules set bands = '[]' where id = '${price}'`,
      `delete from price_rules where id = '${price}'`,
      `update tariffs set valid_from = '2020-01-01' where id = '${id}'`,
      `update tariffs set status = 'draft' where id = '${id}'`,
    ])
      await expect(server.pool.query(text), text).rejects.toMatchObject({ code: 'KM001', message: 'tariffs.refusals.frozen' });
  });

  it('without prices is not activated', async () => {
    const { id } = await tariff({ currency: 'GBP' });
    expect(await activate(id)).toMatchObject({ code: 'StateRefused', data: 'tariffs.refusals.empty' });
  });

  it('does not begin before the last day that was billed at the prices it replaces', async () => {
    const posted = `with r as (insert into billing_runs (period_from, period_to, state) values ('2031-01-01', '2031-01-31', 'posted') returning id)
      insert into billing_run_merchants (run_id, merchant_id, currency, posted_at) select r.id, $1, 'USD', now() from r`;
    const [mine, other] = [await idOf('merchants', 'no', 'M-1001'), await idOf('merchants', 'no', 'M-1002')];
    await server.pool.query(posted, [mine]);
    const starting = async (validFrom: string, merchantId: string | null) => {
      const { id } = await tariff({ ...usd, validFrom, merchantId });
      await rule({ tariffId: id, categoryId: await pick(), bands: [band(0, 1)] });
      return activate(id);
    };
    const refused = { code: 'StateRefused', data: 'tariffs.refusals.billed' };
    expect(await starting('2031-01-31', null)).toMatchObject(refused);
    expect(await starting('2031-01-31', mine)).toMatchObject(refused);
    expect(await starting('2031-01-31', other)).toMatchObject({ code: 'OK' });
    expect(await starting('2031-02-01', mine)).toMatchObject({ code: 'OK' });
  });

  it('is followed by its next version: the one before ends the day before, and goes on if the next is withdrawn in time', async () => {
    const gbp = { currency: 'GBP' };
    const categoryId = await pick();
    const first = await tariff({ ...gbp, validFrom: '2026-01-01' });
    await rule({ tariffId: first.id, categoryId, bands: [band(0, 1000)] });
    await activate(first.id);
    const next = await readTariff((await call<{ id: string }>('POST', `/v0/tariffs/${first.id}/copy`)).data.id);
    expect(next).toMatchObject({ status: 'draft', revision: 2 });
    const rules = await server.pool.query('select id, version from price_rules where tariff_id = $1', [next.id]);
    expect(rules.rowCount).toBe(1);
    await call('PUT', `/v0/priceRules/${rules.rows[0].id}`, { version: rules.rows[0].version, bands: [band(0, 2000)] });
    const { version } = (await call<{ version: number }>('GET', `/v0/tariffs/${next.id}`)).data;
    await call('PUT', `/v0/tariffs/${next.id}`, { version, validFrom: '2030-06-01' });

    await activate(next.id);
    expect((await readTariff(first.id)).validTo).toBe('2030-05-31');
    const on = async (date: string) => (await simulate({ categoryId, ...gbp, date }))?.amount;
    expect([await on('2025-12-31'), await on('2026-01-01'), await on('2030-05-31'), await on('2030-06-01')]).toEqual([
      undefined,
      10,
      10,
      20,
    ]);

    const between = await tariff({ ...gbp, validFrom: '2028-01-01' });
    await rule({ tariffId: between.id, categoryId, bands: [band(0, 1)] });
    expect(await activate(between.id)).toMatchObject({ code: 'StateRefused', data: 'tariffs.refusals.overlaps' });
    expect((await readTariff(first.id)).validTo).toBe('2030-05-31');

    expect((await call('POST', `/v0/tariffs/${next.id}/withdraw`)).code).toBe('OK');
    expect((await readTariff(first.id)).validTo).toBeNull();
    expect(await on('2030-06-01')).toBe(10);
    expect(await call('POST', `/v0/tariffs/${first.id}/withdraw`)).toMatchObject({ code: 'StateRefused' });
  });

  it('that is a draft is deleted with its prices, comes back with them, and goes for good with them', async () => {
    const { id } = await tariff();
    const categoryId = await pick();
    const first = (await rule({ tariffId: id, categoryId, bands: [band(0, 1)] })).data.id;
    const second = (await rule({ tariffId: id, categoryId, bands: [band(0, 2)] })).data.id;
    expect((await call('DELETE', `/v0/priceRules/${first}`)).code).toBe('OK');
    const alive = async () =>
      (await server.pool.query(`select id from price_rules where tariff_id = $1 and deleted_at is null`, [id])).rows.map((row) => row.id);
    expect((await call('DELETE', `/v0/tariffs/${id}`)).code).toBe('OK');
    expect(await alive()).toEqual([]);
    expect((await call('PUT', `/v0/tariffs/${id}/recover`)).code).toBe('OK');
    expect(await alive()).toEqual([second]);
    await call('DELETE', `/v0/tariffs/${id}`);
    expect((await call('DELETE', `/v0/tariffs/${id}/purge`)).code).toBe('OK');
    expect((await server.pool.query('select from price_rules where tariff_id = $1', [id])).rowCount).toBe(0);
  });

  it('is one of two at most when both are activated at once', async () => {
    const cny = { currency: 'CNY', validFrom: '2026-01-01' };
    const both = await Promise.all([tariff(cny), tariff(cny)]);
    const categoryId = await pick();
    for (const { id } of both) await rule({ tariffId: id, categoryId, bands: [band(0, 1)] });
    const codes = (await Promise.all(both.map(({ id }) => activate(id)))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['OK', 'StateRefused']);
  });
});

describe('numbers with a check of their own', () => {
  it.each(['customers', 'suppliers'])('%s: a mistyped VAT number or bank account is named', async (area) => {
    const answer = await server.call(
      'POST',
      `/v0/${area}`,
      { name: 'X', vatId: 'DE 136695977', iban: 'DE02 1203 0000 0000 2020 52' },
      finance,
    );
    expect(answer).toMatchObject({
      code: 'InvalidInput',
      data: [
        { path: 'vatId', rule: 'vatIdCheckDigit' },
        { path: 'iban', rule: 'ibanCheckDigits' },
      ],
    });
    const good = await server.call(
      'POST',
      `/v0/${area}`,
      { name: 'X', vatId: 'de 136.695.976', iban: 'de02 1203 0000 0000 2020 51' },
      finance,
    );
    expect(good.code).toBe('OK');
  });
});
