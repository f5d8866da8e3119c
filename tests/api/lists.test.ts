import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListEnvelope } from '#contract/core/envelope';
import { EPOCH } from '#contract/core/query';
import { createDb, createPool } from '../../server/core/db/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; code: string; sortAt: string; position: number };
const ROWS = 5000;

describe('lists page by a cursor that neither skips nor repeats (P12)', () => {
  let server: TestServer;
  let token: string;
  const list = async (query: string): Promise<ListEnvelope<Row>> =>
    (await server.call('GET', `/v0/lookup?${query}`, undefined, token)) as unknown as ListEnvelope<Row>;
  const insert = (from: number, to: number) =>
    server.pool.query(
      `insert into lookup (domain, code, text, position) select 'paging', 'c' || n, '{"en":"e","cn":"c","de":"d"}', n % 7 from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  const walk = async (query: string, limit: number): Promise<Row[]> => {
    const rows: Row[] = [];
    let cursor: string | null = EPOCH;
    while (cursor) {
      const page: ListEnvelope<Row> = await list(`${query}&l=${limit}&o=${encodeURIComponent(cursor)}`);
      expect(page.code).toBe('OK');
      rows.push(...page.data);
      cursor = page.next;
    }
    return rows;
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
    token = await server.signIn('admin');
    await insert(1, ROWS);
  });
  afterAll(() => server.close());

  it.each([25, 72, 1000])('rows written by one statement come once each, newest first, in pages of %i', async (limit) => {
    const rows = await walk('domain=paging', limit);
    expect(rows).toHaveLength(ROWS);
    expect(new Set(rows.map((row) => row.id)).size).toBe(ROWS);
    expect(rows.every((row, i) => i === 0 || row.sortAt < (rows[i - 1]?.sortAt ?? ''))).toBe(true);
  });

  it('sorted by another column with thousands of equal values, every row comes once too', async () => {
    for (const sort of ['position', '-position']) {
      const rows = await walk(`domain=paging&s=${sort}`, 500);
      expect(new Set(rows.map((row) => row.id)).size).toBe(ROWS);
      const order = rows.map((row) => row.position);
      expect(order).toEqual([...order].sort((a, b) => (sort === 'position' ? a - b : b - a)));
    }
  });

  it('rows added while somebody pages neither move nor hide the others', async () => {
    const first = await list('domain=paging&l=1000');
    await insert(ROWS + 1, ROWS + 200);
    const rows = [...first.data];
    let cursor = first.next;
    while (cursor) {
      const page = await list(`domain=paging&l=1000&o=${encodeURIComponent(cursor)}`);
      rows.push(...page.data);
      cursor = page.next;
    }
    expect(rows).toHaveLength(ROWS);
    await server.pool.query(`delete from lookup where domain = 'paging' and substr(code, 2)::int > $1`, [ROWS]);
  });

  it('the page before a cursor is the page one came from', async () => {
    const first = await list('domain=paging&l=50');
    const second = await list(`domain=paging&l=50&o=${encodeURIComponent(first.next ?? '')}`);
    const back = await list(`domain=paging&l=50&d=back&o=${encodeURIComponent(second.data[0]?.sortAt ?? '')}`);
    expect(back.data.map((row) => row.id)).toEqual(first.data.map((row) => row.id));
  });

  it('the total is exact up to 10,000 and a lower bound after it', async () => {
    expect(await list('domain=paging&l=1')).toMatchObject({ total: ROWS, totalExact: true });
    await server.pool.query(
      `insert into lookup (domain, code, text) select 'many', 'm' || n, '{"en":"","cn":"","de":""}' from generate_series(1, 10001) n`,
    );
    expect(await list('domain=many&l=1')).toMatchObject({ total: 10_000, totalExact: false });
  });

  it('rows come before their total where that is asked for, and the total is answered by a call of its own', async () => {
    const later = await list('domain=paging&position=3&l=25&t=later');
    expect(later).toMatchObject({ total: 25, totalExact: false, totalLater: true });
    const only = await list('domain=paging&position=3&l=1&t=only');
    const both = await list('domain=paging&position=3&l=25');
    expect(only).toMatchObject({ data: [], next: null, total: both.total, totalExact: true });
    expect(both.totalLater).toBeUndefined();
    expect(both.total).toBeGreaterThan(25);
    expect(later.data.map(({ id }) => id)).toEqual(both.data.map(({ id }) => id));
    // What is on one page is counted already.
    expect(await list('domain=paging&code=c7&t=later')).toMatchObject({ total: 1, totalExact: true });
    expect((await list('t=never')).code).toBe('InvalidInput');
  });

  it('a page without values is planned once; a rare word and a common one each get their own plan', async () => {
    const asked = vi.spyOn(server.appPool, 'query');
    const limitOf = async (query: string): Promise<string | undefined> => {
      asked.mockClear();
      await list(query);
      const texts = asked.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text);
      return texts.map((text) => /from "lookup" t where .* limit (\S+)$/.exec(text)?.[1]).find((limit) => limit !== undefined);
    };
    expect(await limitOf('l=25')).toBe('26');
    expect(await limitOf('l=25&q=c12')).toMatch(/^\$/);
    expect(await limitOf('l=25&domain=paging')).toMatch(/^\$/);
    asked.mockRestore();
  });

  it('a search is planned for its words however often it was asked before', async () => {
    const pool = createPool(server.databaseUrl, { max: 1 }, () => undefined);
    const db = createDb(pool);
    for (let n = 0; n < 8; n += 1) {
      await db.execute(sql`select id from lookup t where t.search like ${`%c4${n}%`} order by t.sort_at desc limit 5`);
      await db.execute(sql`select id from lookup t where t.domain = ${'paging'} order by t.sort_at desc limit ${5 + n}`);
      await db.execute(sql`select id from lookup t where t.id = ${randomUUID()}::uuid`);
    }
    const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
    await pool.end();
    // What is found by its id has one way only and is prepared; how to find a word depends on the word.
    expect(rows.map(({ statement }) => statement)).toEqual(['select id from lookup t where t.id = $1::uuid']);
  });

  it('search finds three characters anywhere, on any page, and treats % and _ as letters (P21)', async () => {
    const found = await list('q=c499&domain=paging&l=100');
    expect(found.data.map((row) => row.code).sort()).toEqual(['c499', ...Array.from({ length: 10 }, (_, i) => `c499${i}`)].sort());
    expect((await list('q=%25&domain=paging')).total).toBe(0);
    expect((await list('q=c_99&domain=paging')).total).toBe(0);
  });

  it('a word that only old rows have is found with its total, page by page, forth and back', async () => {
    const { rows } = await server.pool.query<{ code: string }>(
      `update lookup set code = 'zebra' || code where id in (select id from lookup where domain = 'paging' order by sort_at offset 100 limit 60) returning code`,
    );
    const first = await list('domain=paging&q=zebra&l=25');
    expect(first).toMatchObject({ total: 60, totalExact: true });
    const all = await walk('domain=paging&q=zebra', 25);
    expect(all.map(({ code }) => code).sort()).toEqual(rows.map(({ code }) => code).sort());
    expect(all.every((row, i) => i === 0 || row.sortAt < (all[i - 1]?.sortAt ?? ''))).toBe(true);
    const back = await list(`domain=paging&q=zebra&l=25&d=back&o=${encodeURIComponent(all[50]?.sortAt ?? '')}`);
    expect(back.data.map(({ id }) => id)).toEqual(all.slice(25, 50).map(({ id }) => id));
    expect(await list('domain=paging&q=zebrafish')).toMatchObject({ data: [], total: 0, next: null });
  });

  it('positions that a statement takes for many rows at once are never given to another', async () => {
    const asked = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 400 : 1));
    const taken = await Promise.all(
      asked.map(async (n) => {
        const { rows } = await server.pool.query<{ at: string }>(
          `select (extract(epoch from kontor_next_sort_at('lookup_sort_seq', $1::int)) * 1000000)::bigint as at`,
          [n],
        );
        return { first: Number(rows[0]?.at), n };
      }),
    );
    taken.sort((one, other) => one.first - other.first);
    expect(taken.filter(({ first }, i) => first < (taken[i - 1]?.first ?? 0) + (taken[i - 1]?.n ?? 0))).toEqual([]);
  });

  it('a filter with 25 values, and values with & # + %, arrive as they were typed', async () => {
    const codes = Array.from({ length: 25 }, (_, i) => `code.in=c${i + 1}`).join('&');
    expect((await list(`domain=paging&l=50&${codes}`)).data).toHaveLength(25);
    await server.call('POST', '/v0/lookup', { domain: 'odd', code: 'a&b#c+d%e', text: { en: 'x', cn: 'x', de: 'x' } }, token);
    expect((await list(`code=${encodeURIComponent('a&b#c+d%e')}`)).total).toBe(1);
  });

  it.each([
    ['l=1001', 'l'],
    ['l=0', 'l'],
    ['l=abc', 'l'],
    ['o=nonsense', 'o'],
    ['s=passwdHash', 'passwdHash'],
    ['bogus=1', 'bogus'],
  ])('%s is refused and the parameter named', async (query, path) => {
    const answer = await server.call<{ path: string }[]>('GET', `/v0/lookup?${query}`, undefined, token);
    expect(answer).toMatchObject({ status: 422, code: 'InvalidInput' });
    expect(answer.data[0]?.path).toBe(path);
  });
});
