import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let staff: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  staff = await server.signIn('admin');
});
afterAll(() => server.close());

describe('the title of a role', () => {
  type Titled = { id: string; key: string; rowTitle: string; roleIdsLabels: string[] };
  const told = (path: string, language: string) =>
    server.call<Titled[]>('GET', path, undefined, staff, { 'accept-language': language }).then(({ data }) => data);

  it('is its name in the language of the page, in its own list and wherever it is named', async () => {
    for (const [language, name] of [
      ['en-GB', 'Warehouse'],
      ['de-DE,de;q=0.9', 'Lager'],
      ['zh-CN', '仓库'],
      ['fr, de', 'Lager'],
    ] as const) {
      expect((await told('/v0/roles?key=warehouse', language)).map(({ rowTitle }) => rowTitle)).toEqual([name]);
      const [user] = await told('/v0/users?account=warehouse@kontor.example', language);
      expect(user?.roleIdsLabels, language).toEqual([name]);
      // What is read can be searched for, as the picker does.
      expect((await told(`/v0/roles?q=${encodeURIComponent(name)}`, language)).map(({ key }) => key)).toContain('warehouse');
    }
  });

  it('is in the language of the account where the page names none that we speak', async () => {
    const roles = () => told('/v0/roles?key=warehouse', 'tlh');
    expect((await roles())[0]?.rowTitle).toBe('Warehouse');
    await server.pool.query(`update users set locale = 'de' where account = 'admin@kontor.example'`);
    expect((await roles())[0]?.rowTitle).toBe('Lager');
    await server.pool.query(`update users set locale = null where account = 'admin@kontor.example'`);
  });

  it('is what was typed where staff named it in one language only', async () => {
    const body = { key: 'nightShift', name: { en: '', cn: '', de: 'Nachtschicht' } };
    expect((await server.call('POST', '/v0/roles', body, staff)).code).toBe('OK');
    for (const language of ['en-GB', 'zh-CN', 'de-DE'])
      expect((await told('/v0/roles?key=nightShift', language))[0]?.rowTitle, language).toBe('Nachtschicht');
    const { data: hits } = await server.call<{ title: string }[]>('GET', '/v0/search?q=Nachtschicht', undefined, staff);
    expect(hits).toMatchObject([{ title: 'Nachtschicht' }]);
  });
});

describe('the day or month in a title', () => {
  const titles = async (path: string, language: string): Promise<string[]> =>
    (await server.call<{ rowTitle: string }[]>('GET', path, undefined, staff, { 'accept-language': language })).data.map(
      ({ rowTitle }) => rowTitle,
    );

  it('is written as its reader writes it', async () => {
    const body = { currency: 'USD', validOn: '2026-03-09', rate: 1_100_000 };
    expect((await server.call('POST', '/v0/fxRates', body, staff)).code).toBe('OK');
    const rates = '/v0/fxRates?validOn=2026-03-09';
    expect(await titles(rates, 'de')).toContain('USD · 09.03.2026');
    for (const language of ['en', 'zh-CN']) expect(await titles(rates, language)).toContain('USD · 2026-03-09');
    const [german] = await titles('/v0/bookPeriods?l=1', 'de');
    const [english] = await titles('/v0/bookPeriods?l=1', 'en');
    expect(german).toBe(english?.replace(/^(\d{4})-(\d\d)$/, '$2/$1'));
    expect(german).toMatch(/^\d\d\/\d{4}$/);
  });
});
