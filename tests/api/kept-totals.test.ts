import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

/** Enough for a total to be kept between calls. */
const ROWS = 1_500;

describe('the total of a large list', () => {
  let server: TestServer;
  let staff: string;
  const total = async (query = ''): Promise<number> => {
    const answer = await server.call('GET', `/v0/lookup?domain=bulk${query}`, undefined, staff);
    return (answer as unknown as { total: number }).total;
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
    staff = await server.signIn('admin');
    await server.pool.query(
      `insert into lookup (domain, code, text, position) select 'bulk', 'c' || i, '{"en":"x","cn":"x","de":"x"}', i from generate_series(1, ${ROWS}) i`,
    );
  });
  afterAll(() => server.close());

  it('is the same on every page, and follows a row that comes, changes or goes', async () => {
    const first = await server.call<{ id: string; sortAt: string }[]>('GET', '/v0/lookup?domain=bulk', undefined, staff);
    expect([await total(), await total(`&o=${first.data.at(-1)?.sortAt}`)]).toEqual([ROWS, ROWS]);
    await server.call('DELETE', `/v0/lookup/${first.data[0]?.id}`, undefined, staff);
    expect(await total()).toBe(ROWS - 1);
    await server.pool.query(`update lookup set domain = 'other' where id = $1`, [first.data[1]?.id]);
    expect(await total()).toBe(ROWS - 2);
    await server.call('PUT', `/v0/lookup/${first.data[0]?.id}/recover`, undefined, staff);
    expect(await total()).toBe(ROWS - 1);
  });

  it('is counted for each filter by itself', async () => {
    expect(await total('&position.lte=1200')).toBeGreaterThan(1_190);
    expect(await total('&position.lte=10')).toBe(10);
  });

  it('a first page that is not full is the whole list', async () => {
    expect(await total('&position.lte=10&l=25')).toBe(10);
    expect(await total('&position.lte=0')).toBe(0);
  });
});
