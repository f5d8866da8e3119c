import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompartmentAisle } from '#contract/stock/compartments';
import { startServer, type TestServer } from '../support/server.ts';

type Made = { total: number; created: number; existing: number; sample: string[] };
const range = (from: string, to: string) => ({ from, to });
const HALL = { aisle: range('01', '12'), rack: range('01', '40'), level: range('A', 'E') };

let server: TestServer;
let token: string;
let warehouseId: string;
const generate = (body: object, as = token, headers: Record<string, string> = {}) =>
  server.call<Made>('POST', '/v0/compartments/generate', { warehouseId, ...body }, as, headers);
const count = async (): Promise<number> =>
  (await server.pool.query('select count(*)::int as n from compartments where warehouse_id = $1', [warehouseId])).rows[0].n;

beforeAll(async () => {
  server = await startServer({ sample: true });
  token = await server.signIn('admin');
  const { rows } = await server.pool.query('select id from storehouses limit 1');
  const hall = await server.call<{ id: string }>('POST', '/v0/warehouses', { storehouseId: rows[0].id, code: 'P', name: 'Pattern' }, token);
  warehouseId = hall.data.id;
});
afterAll(() => server.close());

describe('compartments by pattern', () => {
  it('a wrong pattern is refused with the field that is wrong, and nothing is created', async () => {
    const fault = async (body: object) => {
      const answer = await generate({ ...HALL, ...body });
      expect(answer.code).toBe('InvalidInput');
      return answer.data;
    };
    expect(await fault({ aisle: range('12', '01') })).toEqual([{ path: 'aisle', rule: 'range' }]);
    expect(await fault({ level: range('A', '5') })).toEqual([{ path: 'level', rule: 'range' }]);
    expect(await fault({ level: range('a', 'e') })).toEqual([{ path: 'level', rule: 'range' }]);
    expect(await fault({ rack: range('001', '400') })).toEqual([{ path: 'rack', rule: 'tooManyPlaces' }]);
    expect(await fault({ pattern: '{aisle}-{level}' })).toEqual([{ path: 'pattern', rule: 'notUnique' }]);
    expect(await fault({ pattern: '{aisle}-{rack}-{shelf}' })).toEqual([{ path: 'pattern', rule: 'codePattern' }]);
    expect(await fault({ warehouseId: '01890000-0000-7000-8000-000000000000' })).toEqual([{ path: 'warehouseId', rule: 'reference' }]);
    expect(await count()).toBe(0);
  });

  it('12 aisles of 40 racks with 5 levels are 2,400 places from 01-01-A to 12-40-E; a repetition creates none', async () => {
    expect((await generate({ ...HALL, preview: true })).data).toMatchObject({ total: 2400, created: 2400 });
    expect(await count()).toBe(0);
    // Two clicks at the same time create each place once.
    const both = await Promise.all([generate({ ...HALL, zone: 'A' }), generate({ ...HALL, zone: 'A' })]);
    expect(both.map(({ data }) => data.created).sort((a, b) => a - b)).toEqual([0, 2400]);
    expect((await generate(HALL)).data).toEqual({
      total: 2400,
      created: 0,
      existing: 2400,
      sample: ['01-01-A', '01-01-B', '01-01-C', '12-01-E'],
    });
    expect(await count()).toBe(2400);
    const { data } = await server.call<CompartmentAisle[]>('GET', `/v0/compartments/aisles?warehouseId=${warehouseId}`, undefined, token);
    expect(data).toHaveLength(12);
    expect(data.at(-1)).toEqual({ warehouseId, aisle: '12', places: 200, first: '12-01-A', last: '12-40-E' });
  });

  it('what exists stays as it is, and only the missing places are added', async () => {
    await server.pool.query(`update compartments set blocked_reason = 'Broken beam' where warehouse_id = $1 and code = '12-40-E'`, [
      warehouseId,
    ]);
    const { data } = await generate({ ...HALL, aisle: range('12', '13') });
    expect(data).toMatchObject({ total: 400, created: 200, existing: 200 });
    const { rows } = await server.pool.query(`select blocked_reason from compartments where warehouse_id = $1 and code = '12-40-E'`, [
      warehouseId,
    ]);
    expect(rows).toEqual([{ blocked_reason: 'Broken beam' }]);
  });

  it('only those who may create compartments can, and no merchant reads the aisles', async () => {
    for (const role of ['merchant', 'carrier', 'employee', 'warehouse'])
      expect((await generate({ ...HALL, aisle: range('50', '50') }, await server.signIn(role))).code, role).toBe('NotAllowed');
    const merchant = await server.signIn('merchant');
    expect((await server.call('GET', `/v0/compartments/aisles?warehouseId=${warehouseId}`, undefined, merchant)).code).toBe('NotAllowed');
    expect(await count()).toBe(2600);
  });
});
