import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { TENANT_ROLE } from '../../server/core/db/role-names.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { chargedMonth, openMonth } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

const DAYS = 2_000;
/** What only the house may know of a charge: what it cost, and how its price came about. */
const PRIVATE = ['cost', 'costCurrency', 'tariffId', 'ruleId', 'markupId', 'parts'] as const;

type Charge = Record<string, unknown> & { id: string; merchantId: string };
let server: TestServer;
let merchant: string;
let finance: string;
let ownId: string;
const read = async (token: string, query = '') => (await server.call<Charge[]>('GET', `/v0/charges?l=100${query}`, undefined, token)).data;

beforeAll(async () => {
  server = await startServer({ sample: true });
  const month = await openMonth(server.pool);
  await chargedMonth(server.pool, month);
  await collectCharges(createDb(server.appPool), DAYS);
  [merchant, finance] = [await server.signIn('merchant'), await server.signIn('finance')];
  const { rows } = await server.pool.query<{ id: string }>(`select merchant_id as id from users where account = 'merchant@kontor.example'`);
  ownId = rows[0]?.id as string;
});
afterAll(() => server.close());

describe('a merchant', () => {
  it('reads the own charges without their cost and without how their price came about', async () => {
    const own = await read(merchant);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ merchantId }) => merchantId))).toEqual(new Set([ownId]));
    for (const charge of own) for (const field of PRIVATE) expect(charge[field] ?? null, field).toBeNull();
    // The house sees them of the same charges, so there was something to keep back.
    const labels = await read(finance, `&merchantId=${ownId}&sourceKind=label`);
    expect(labels.some(({ cost }) => cost !== null)).toBe(true);
    expect(labels.some(({ ruleId }) => ruleId !== null)).toBe(true);
  });

  it('finds out nothing by filters, sorting or another merchant’s charge', async () => {
    const [strange] = (
      await server.pool.query<{
        id: string;
      }>(`insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, qty, currency, storehouse_id)
        select m.id, c.category_id, c.source_kind, kontor_uuid7(), c.happened_on, c.qty, c.currency, c.storehouse_id from charges c, merchants m where m.no = 'M-1003' limit 1 returning id`)
    ).rows;
    expect(await server.call('GET', `/v0/charges/${strange?.id}`, undefined, merchant)).toMatchObject({ code: 'NotFound' });
    const byCost = await server.call<Charge[]>('GET', '/v0/charges?l=5&cost.gt=1', undefined, merchant);
    expect(byCost.code).not.toBe('OK');
    const sorted = await server.call<Charge[]>('GET', '/v0/charges?l=5&s=cost', undefined, merchant);
    expect(sorted.code).not.toBe('OK');
    for (const path of ['/v0/charges/gaps?from=2025-11-01&to=2025-11-30', '/v0/billingRuns', '/v0/merchantTerms', '/v0/workEntries'])
      expect((await server.call('GET', path, undefined, merchant)).code, path).toBe('NotAllowed');
  });

  it('sees no charge of others by raw SQL under the tenant role', async () => {
    const client = await server.appPool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('app.merchant', $1, true), set_config('role', $2, true)`, [ownId, TENANT_ROLE]);
      const { rows } = await client.query<{ id: string }>('select distinct merchant_id as id from charges');
      expect(rows.map(({ id }) => id)).toEqual([ownId]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
