import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuiltServer } from '../support/built.ts';

type Row = { id: string };

/** A station that may do everything; its id is known once it is made. */
export const ALL_ROUND = { id: '', code: 'ST-ALL', name: 'Table for everything', profiles: [] as string[] };
type Call = <T = Row>(method: string, path: string, body?: unknown) => Promise<T>;

/** Adds to the sample business, through the calls that people make, what it lacks for full pages and for lists that are not empty. */
export async function fill(server: BuiltServer, token: string): Promise<void> {
  const call: Call = async <T>(method: string, path: string, body?: unknown) => {
    const { code, data, error } = await server.call<T>(method, path, body, token);
    if (code !== 'OK') throw new Error(`${method} ${path}: ${code} ${error} ${JSON.stringify(data)}`);
    return data;
  };
  const [merchant] = await call<Row[]>('GET', '/v0/merchants?no=M-1001');
  const merchantId = merchant?.id ?? null;
  await importFile(call, 'wms.item.list', 'products.csv', merchantId);
  await importFile(call, 'customer.list', 'parties.csv', merchantId);
  await importFile(call, 'supplier.list', 'parties.csv', merchantId);
  await ownLists(call, merchantId);
  const [table] = await call<Row[]>('GET', '/v0/compartments?kind=pack&l=1');
  Object.assign(
    ALL_ROUND,
    await call<Row>('POST', '/v0/stations', { code: ALL_ROUND.code, name: ALL_ROUND.name, compartmentId: table?.id }),
  );
  await call('POST', '/v0/exports', {
    mask: 'wms.item.list',
    format: 'xlsx',
    fields: ['sku', 'name', 'price'],
    q: '',
    filters: [],
    locale: 'en',
  });
}

async function importFile(call: Call, mask: string, name: string, merchantId: string | null): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures', name)))]), name);
  const { id: fileId } = await call('POST', '/v0/statics/upload/intern', form);
  const { id } = await call('POST', '/v0/imports', { mask, fileId, merchantId });
  await call('POST', `/v0/imports/${id}/run`, { mode: 'all', createMissing: true });
  let state = 'running';
  while (state === 'running') {
    await wait(50);
    ({ state } = await call<{ state: string }>('GET', `/v0/imports/${id}`));
  }
  if (state !== 'done') throw new Error(`The import of ${name} into ${mask} ended as ${state}.`);
}

async function ownLists(call: Call, merchantId: string | null): Promise<void> {
  const add = async (path: string, ...rows: Record<string, unknown>[]): Promise<void> => {
    for (const row of rows) await call('POST', `/v0/${path}`, row);
  };
  const items = (await call<Row[]>('GET', '/v0/items?l=3')).map(({ id }) => id);
  await add('groups', { code: 'XMAS', name: 'Christmas', merchantId, itemIds: items, color: '#c41d7f' });
  await add('oauthClients', { name: 'Shop connector', merchantId, scopes: ['items.read', 'items.write'] });
}
