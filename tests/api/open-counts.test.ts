import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mask } from '#contract/mask';
import { bothFilters, encodeFilters } from '#contract/query';
import { startServer, type TestServer } from '../support/server.ts';

type Counts = Record<string, { total: number; exact: boolean }>;

describe('the numbers on Home', () => {
  let server: TestServer;
  const countsOf = async (keys: string[], token: string): Promise<Counts> =>
    (await server.call<Counts>('POST', '/v0/masken/counts', { keys }, token)).data;

  beforeAll(async () => {
    server = await startServer({ sample: true });
  });
  afterAll(() => server.close());

  it.each(['admin', 'merchant', 'warehouse'])('are what each list opens with, as %s sees it, in one call', async (role) => {
    const token = await server.signIn(role);
    const admin = await server.signIn('admin');
    const { data: all } = await server.call<{ key: string; kind: string }[]>('GET', '/v0/masken/all', undefined, admin);
    const counts = await countsOf(
      all.map(({ key }) => key),
      token,
    );
    expect(Object.keys(counts).length).toBeGreaterThan(3);
    const wrong: string[] = [];
    for (const { key, kind } of all) {
      if (kind !== 'list') continue;
      const { data: mask, code } = await server.call<Mask>('GET', `/v0/masken/?q=${key}`, undefined, token);
      if (code !== 'OK') {
        if (counts[key]) wrong.push(`${key} is counted though it may not be read`);
        continue;
      }
      const filters = new URLSearchParams(encodeFilters(bothFilters(mask.fixed ?? [], mask.open ?? [])));
      const list = await server.call('GET', `/v0/${mask.area}?l=1&${filters}${mask.deleted ? '&trash=1' : ''}`, undefined, token);
      const { total } = list as unknown as { total: number };
      if (counts[key]?.total !== total) wrong.push(`${key}: ${counts[key]?.total} instead of ${total}`);
    }
    expect(wrong).toEqual([]);
  });

  it('leave out what does not exist, and layouts of documents', async () => {
    expect(await countsOf(['no.such.list', 'print.picklist'], await server.signIn('admin'))).toEqual({});
  });
});
