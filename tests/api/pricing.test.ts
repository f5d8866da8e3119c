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
const rule = (over: object) => server.call('POST', '/v0/priceRules', { name: 'Test', ...over }, finance);
const simulate = async (over: object): Promise<{ amount: number; rule: { name: string; own: boolean }; markup: unknown } | null> =>
  (await server.call('POST', '/v0/priceRules/simulate', { currency: 'EUR', date: '2026-03-01', quantity: 1000, ...over }, finance))
    .data as never;

describe('prices', () => {
  it('are priced by the base, by a markup, by a merchant of his own, and by nobody where no rule holds', async () => {
    const categoryId = await idOf('quotation_categories', 'code', 'PICK');
    const tea = await idOf('merchants', 'no', 'M-1001');
    expect((await simulate({ categoryId, quantity: 100_000 }))?.amount).toBe(4500);
    expect(await simulate({ categoryId, merchantId: tea, quantity: 100_000 })).toMatchObject({ amount: 4275, markup: { markup: -500 } });
    await rule({ name: 'Tea picks', categoryId, merchantId: tea, bands: [band(0, 2000)] });
    expect(await simulate({ categoryId, merchantId: tea, quantity: 100_000 })).toMatchObject({
      amount: 2000,
      rule: { name: 'Tea picks', own: true },
    });
    expect(await simulate({ categoryId, currency: 'USD' })).toBeNull();
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
