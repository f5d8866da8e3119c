import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer({ sample: true });
  for (const role of ['manager', 'merchant', 'carrier', 'warehouse']) tokens[role] = await server.signIn(role);
});
afterAll(() => server.close());

const say = (audience: string, more: Record<string, unknown> = {}) => {
  const title = { en: `To ${audience}`, cn: '致', de: 'An' };
  return server.call<{ id: string }>('POST', '/v0/announcements', { title, text: title, audience, ...more }, tokens['manager']);
};
const news = async (role: string) =>
  (await server.call<{ id: string; title: { en: string } }[]>('GET', '/v0/announcements/news', undefined, tokens[role])).data.map(
    ({ title }) => title.en,
  );

it('reaches those it is for, on its days, until each has read it; the house sees who has', async () => {
  const { data } = await say('merchants');
  await say('carriers');
  await say('warehouse');
  await say('merchants', { validTo: '2020-01-01' });
  expect(await news('merchant')).toEqual(['To merchants', 'Welcome to the sample house']);
  expect(await news('carrier')).toEqual(['To carriers', 'Welcome to the sample house']);
  expect(await news('warehouse')).toEqual(['To warehouse', 'Welcome to the sample house']);

  for (const _twice of [1, 2]) await server.call('POST', `/v0/announcements/${data.id}/read`, undefined, tokens['merchant']);
  expect(await news('merchant')).toEqual(['Welcome to the sample house']);
  const readers = await server.call<{ name: string; at: string | null }[]>(
    'GET',
    `/v0/announcements/${data.id}/readers`,
    undefined,
    tokens['manager'],
  );
  expect(readers.data).toEqual([{ name: 'Mei Lin', at: expect.any(String) }]);
});

it('for others cannot be read by somebody it is not for', async () => {
  const { data } = await say('staff');
  expect((await server.call('POST', `/v0/announcements/${data.id}/read`, undefined, tokens['merchant'])).code).toBe('NotFound');
});
