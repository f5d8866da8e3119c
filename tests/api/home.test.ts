import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { bothFilters, encodeFilters, type Filter } from '#contract/core/query';
import { TILES } from '../../server/modules/home/tiles.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Tile = { key: string; area: string; path: string; filters: Filter[] | null; station: string | null; count: number; exact: boolean };
type Series = { key: string; currency: string | null; points: { at: string; value: number }[] };
type Home = { today: string; tiles: Tile[]; series: Series[] };

let server: TestServer;
const homeOf = async (token: string): Promise<Home> => (await server.call<Home>('GET', '/v0/home', undefined, token)).data;
const maskOf = async (key: string, token: string): Promise<Mask> =>
  (await server.call<Mask>('GET', `/v0/masken/?q=${key}`, undefined, token)).data;

beforeAll(async () => {
  server = await startServer({ sample: true });
});
afterAll(() => server.close());

describe('the numbers on Home', () => {
  it.each(['admin', 'manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'])(
    'are what the lists behind them count, as %s sees them',
    async (role) => {
      const token = await server.signIn(role);
      const { tiles } = await homeOf(token);
      expect(tiles.length).toBeGreaterThan(4);
      const wrong: string[] = [];
      for (const { key, area, filters, count } of tiles) {
        const mask = await maskOf(TILES.find((one) => one.key === key)?.mask ?? '', token);
        const query = new URLSearchParams(encodeFilters(bothFilters(mask.fixed ?? [], filters ?? mask.open ?? [])));
        const list = await server.call('GET', `/v0/${area}?l=1&${query}`, undefined, token);
        const { total } = list as unknown as { total: number };
        if (total !== count) wrong.push(`${key}: ${count} instead of ${total}`);
        // What the list does not know as a field of its screen it would drop from its address.
        for (const { field } of filters ?? []) if (!mask.fields[field]) wrong.push(`${key}: ${field} is no field of ${mask.key}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('lead only to screens and stations that the role may open', async () => {
    for (const role of ['employee', 'merchant', 'warehouse', 'carrier', 'finance']) {
      const token = await server.signIn(role);
      const { data: routes } = await server.call<string[]>('GET', '/v0/role/route', undefined, token);
      const { tiles } = await homeOf(token);
      const closed = tiles
        .flatMap(({ path, station }) => [path, ...(station ? [station] : [])])
        .filter((path) => !routes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
      expect(closed, role).toEqual([]);
    }
  });

  it('of a warehouse worker lead to the station where the work is done', async () => {
    const { tiles } = await homeOf(await server.signIn('warehouse'));
    expect(tiles.filter(({ station }) => station !== null).map(({ key }) => key)).toEqual([
      'toReceive',
      'toPutAway',
      'toPick',
      'toPack',
      'toLoad',
    ]);
  });

  it('are each found by an index, so that they cost what they count and not what there is (P38)', async () => {
    const client = await server.pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off');
      const unindexed: string[] = [];
      const statements = [
        `select 1 from tasks t where t.deleted_at is null and t.status = any(array['packed']) and t.cut_off_at < now()`,
        `select 1 from tickets t where t.state = any(array['waitsForUs'])`,
        `select 1 from transport_quotes t where t.status = any(array['inProcess'])`,
        `select 1 from collections t where t.status = any(array['inProcess'])`,
        `select 1 from quotations t where t.status = any(array['draft'])`,
        `select 1 from office_tasks t where t.state = any(array['open'])`,
        `select 1 from invoices t where t.open > 0 and t.overdue = true`,
        `select 1 from invoices t where t.status = 'draft'`,
        `select 1 from bills t where t.status = any(array['entered'])`,
        `select 1 from payments t where t.status = any(array['open']) and t.open > 0`,
        `select 1 from offers t where t.state = any(array['asked'])`,
        `select 1 from parcels t where t.handed_over_at >= now() - interval '14 days'`,
      ];
      for (const statement of statements) {
        const { rows } = await client.query(`explain ${statement}`);
        const plan = rows.map((row) => row['QUERY PLAN'] as string).join('\n');
        if (/Seq Scan/.test(plan) || !/Index/.test(plan)) unindexed.push(`${statement}\n${plan}`);
      }
      expect(unindexed).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('the pictures on Home', () => {
  it('count parcels by the day they left, fourteen days up to today', async () => {
    await server.pool.query(`update parcels set handed_over_at = now() where id in (select id from parcels limit 3)`);
    const { series, today } = await homeOf(await server.signIn('admin'));
    const points = series.find(({ key }) => key === 'parcelsOut')?.points ?? [];
    expect(points).toHaveLength(14);
    expect(points.at(-1)?.at).toBe(today);
    const { rows } = await server.pool.query(`select count(*)::int as n from parcels where handed_over_at is not null`);
    expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(rows[0].n);
  });

  it('show open invoices by age as the balance does, and a merchant only the own', async () => {
    const { rows } = await server.pool.query(
      `select reader_id, sum(open)::int as open from invoices where open > 0 and kind = 'invoice' and currency = 'EUR' group by rollup(1)`,
    );
    const sum = (home: Home): number =>
      (home.series.find(({ key }) => key === 'openItems')?.points ?? []).reduce((all, { value }) => all + value, 0);
    expect(sum(await homeOf(await server.signIn('finance')))).toBe(rows.find((row) => row.reader_id === null)?.open);
    const own = await server.pool.query(`select merchant_id as id from users where account = 'merchant@kontor.example'`);
    expect(sum(await homeOf(await server.signIn('merchant')))).toBe(rows.find((row) => row.reader_id === own.rows[0].id)?.open);
    expect((await homeOf(await server.signIn('carrier'))).series.map(({ key }) => key)).toEqual(['parcelsOut']);
  });
});
