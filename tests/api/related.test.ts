import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { encodeFilters } from '#contract/core/query';
import type { Related } from '#contract/core/related';
import { createDb } from '../../server/core/db/client.ts';
import { AREAS } from '../../server/modules/index.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { loadServices } from '../../server/sample/services.ts';
import { loadShelf } from '../../server/sample/shelf.ts';
import { loadTrade } from '../../server/sample/trade.ts';
import { type RoleAccount, roleAccounts } from '../support/role-accounts.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { statementCounter } from '../support/statements.ts';

/** The page of a record: figures and lists of what refers to it, with the rights of whoever reads them. */
let server: TestServer;
let admin: string;
let accounts: RoleAccount[];
beforeAll(async () => {
  server = await startServer({ sample: true });
  const db = createDb(server.pool);
  await loadOrders({ config: server.config, db, log: { warn: (data) => expect(data).toBeUndefined() } });
  await loadServices(db);
  await loadShelf(db);
  await loadTrade(db);
  accounts = await roleAccounts(server);
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

type Row = Record<string, unknown> & { id: string };
type Listed = { data: Row[]; total: number; code: string };
const list = (path: string, token: string) => server.call<Row[]>('GET', path, undefined, token) as unknown as Promise<Listed>;
const related = (area: string, id: string, token: string) => server.call<Related>('GET', `/v0/${area}/${id}/related`, undefined, token);
const tokenOf = (role: string): string => accounts.find((account) => account.role === role)?.token ?? '';
/** The fields of an area's masks as the server sends them to this user, asked once for each area. */
const ownFields = () => {
  const known = new Map<string, Set<string>>();
  return async (name: string, token: string): Promise<Set<string>> => {
    const before = known.get(name);
    if (before) return before;
    const masks = await Promise.all(
      (AREAS.get(name)?.masks ?? []).map(({ key }) => server.call<Mask>('GET', `/v0/masken/?q=${key}`, undefined, token)),
    );
    const fields = new Set(masks.flatMap(({ data }) => Object.keys(data?.fields ?? {})));
    known.set(name, fields);
    return fields;
  };
};
const declaring = [...AREAS.values()].filter(({ related: lists, facts }) => lists ?? facts);

describe('a record shows what refers to it', () => {
  it('and each list is the one that its filters open, for all areas that declare lists', async () => {
    const compared: string[] = [];
    for (const { area } of declaring) {
      const { data: rows } = await list(`/v0/${area.name}?l=3`, admin);
      for (const { id } of rows) {
        const { code, data } = await related(area.name, id, admin);
        expect(code, area.name).toBe('OK');
        for (const { key, area: name, filters, rows: first, total, fields, columns } of data.lists) {
          const opened = await list(`/v0/${name}?l=100&${new URLSearchParams(encodeFilters(filters))}`, admin);
          expect(total, `${area.name} → ${key}`).toBe(opened.total);
          expect(
            opened.data.map((row) => row.id),
            `${area.name} → ${key}`,
          ).toEqual(expect.arrayContaining(first.map((row) => row['id'])));
          expect(Object.keys(fields)).toEqual(expect.arrayContaining(columns));
          if (total > 0) compared.push(`${area.name} → ${name}`);
        }
      }
    }
    // Most lists have rows in the sample; a list that is always empty would prove nothing.
    expect(new Set(compared).size).toBeGreaterThan(40);
  });

  it('at most five figures, and five rows of a list that does not say otherwise, whatever the record has', async () => {
    for (const { area, related: declared = [] } of declaring) {
      const most = Math.max(5, ...declared.map(({ limit = 5 }) => limit));
      const { data: rows } = await list(`/v0/${area.name}?l=3`, admin);
      for (const { id } of rows) {
        const { data } = await related(area.name, id, admin);
        expect(data.facts.filter(({ section }) => section === undefined).length, area.name).toBeLessThanOrEqual(5);
        for (const { rows: first } of data.lists) expect(first.length).toBeLessThanOrEqual(most);
      }
    }
  });

  it('with a number of statements that does not grow with its rows', async () => {
    const count = statementCounter(server);
    const { data: items } = await list('/v0/items?l=50', admin);
    await count('GET', `/v0/items/${items[0]?.id}/related`, admin);
    const numbers: number[] = [];
    const reads: number[] = [];
    for (const { id } of items.slice(0, 10)) {
      const statements = await count('GET', `/v0/items/${id}/related`, admin);
      numbers.push(statements.length);
      // A list is counted only if it has more rows than it shows, and a session is marked as seen twice a minute.
      reads.push(statements.filter((text) => !/as stamp, \(select count\(|^update "?sessions/.test(text)).length);
    }
    expect(Math.max(...numbers)).toBeLessThanOrEqual(24);
    expect(new Set(reads).size, `statements of ten items: ${reads.join(', ')} of ${numbers.join(', ')}`).toBe(1);
  });
});

describe('a reader sees no more in related lists than in the lists themselves', () => {
  it('in every role: no foreign row, no field that the own mask does not have', async () => {
    let seen = 0;
    for (const { role, token } of accounts) {
      const fieldsOf = ownFields();
      for (const { area } of declaring) {
        const { code, data: rows } = await list(`/v0/${area.name}?l=2`, token);
        if (code !== 'OK') continue;
        for (const { id } of rows) {
          const { data } = await related(area.name, id, token);
          for (const { area: name, rows: first } of data.lists) {
            for (const row of first.slice(0, 2)) {
              seen += 1;
              const one = await server.call('GET', `/v0/${name}/${String(row['id'])}`, undefined, token);
              expect(one.code, `${role}: ${area.name} → ${name}`).toBe('OK');
            }
            const own = await fieldsOf(name, token);
            const sent = new Set(first.flatMap((row) => Object.keys(row)).map((field) => field.replace(/Labels?$/, '')));
            for (const field of ['id', 'rowTitle', 'deletedAt']) sent.delete(field);
            expect(
              [...sent].filter((field) => !own.has(field)),
              `${role}: ${area.name} → ${name}`,
            ).toEqual([]);
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('a merchant who names the record of another merchant is told that there is none', async () => {
    const mine = accounts.find(({ merchantId }) => merchantId);
    const { rows } = await server.pool.query('select id, merchant_id from items where merchant_id <> $1 limit 1', [mine?.merchantId]);
    expect(rows).toHaveLength(1);
    expect((await related('items', rows[0].id, mine?.token ?? '')).code).toBe('NotFound');
    expect((await related('merchants', rows[0].merchant_id, mine?.token ?? '')).code).not.toBe('OK');
  });

  it('a role without the right to invoices sees none of a merchant', async () => {
    const { data: merchants } = await list('/v0/merchants?l=1', admin);
    const id = merchants[0]?.id ?? '';
    const areas = async (token: string): Promise<string[]> => (await related('merchants', id, token)).data.lists.map(({ area }) => area);
    expect(await areas(admin)).toContain('invoices');
    expect((await list('/v0/merchants?l=1', tokenOf('warehouse'))).code).toBe('OK');
    expect(await areas(tokenOf('warehouse'))).not.toContain('invoices');
  });
});
