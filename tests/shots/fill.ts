import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuiltServer } from '../support/built.ts';

type Row = { id: string };
type Call = <T = Row>(method: string, path: string, body?: unknown) => Promise<T>;

/** Fills the sample business through the same calls that people make, so that no list is empty. */
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
  await places(call);
  await ownLists(call, merchantId);
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
  await call('POST', `/v0/imports/${id}/run`, { mode: 'all' });
  let state = 'running';
  while (state === 'running') {
    await wait(50);
    ({ state } = await call<{ state: string }>('GET', `/v0/imports/${id}`));
  }
  if (state !== 'done') throw new Error(`The import of ${name} into ${mask} ended as ${state}.`);
}

async function places(call: Call): Promise<void> {
  const { id: storehouseId } = await call('POST', '/v0/storehouses', { code: 'HAM', name: 'Hamburg Billbrook', contact: 'Willi Lager' });
  await call('POST', '/v0/storehouses', { code: 'SZX', name: 'Shenzhen Bao’an', timezone: 'Asia/Shanghai' });
  const { id: warehouseId } = await call('POST', '/v0/warehouses', { code: 'H1', name: 'Hall 1', storehouseId, kind: 'shelving' });
  await call('POST', '/v0/warehouses', { code: 'H2', name: 'Hall 2', storehouseId, kind: 'pallet', description: 'High bay, 8 levels' });
  await call('POST', '/v0/warehouses', { code: 'RET', name: 'Returns', storehouseId, kind: 'returns' });
  const range = (from: string, to: string) => ({ from, to });
  await call('POST', '/v0/compartments/generate', {
    warehouseId,
    zone: 'A',
    aisle: range('01', '04'),
    rack: range('01', '06'),
    level: range('A', 'D'),
    slot: range('1', '2'),
    maxWeight: 80_000,
  });
}

async function ownLists(call: Call, merchantId: string | null): Promise<void> {
  const add = async (path: string, ...rows: Record<string, unknown>[]): Promise<void> => {
    for (const row of rows) await call('POST', `/v0/${path}`, row);
  };
  const items = (await call<Row[]>('GET', '/v0/items?l=3')).map(({ id }) => id);
  await add('groups', { code: 'XMAS', name: 'Christmas', merchantId, itemIds: items, color: '#c41d7f' });
  await add(
    'tax',
    { code: 'DE19', name: 'Umsatzsteuer', country: 'DE', rate: 1900, validFrom: '2021-01-01' },
    { code: 'DE7', name: 'Umsatzsteuer ermäßigt', country: 'DE', rate: 700, validFrom: '2021-01-01' },
    { code: 'EU0', name: 'Reverse charge', country: 'AT', rate: 0, reverseCharge: true },
  );
  await add(
    'lookup',
    { domain: 'returnReason', code: 'damaged', text: { en: 'Damaged', cn: '损坏', de: 'Beschädigt' }, color: '#cf1322', position: 10 },
    { domain: 'returnReason', code: 'wrongItem', text: { en: 'Wrong item', cn: '发错货', de: 'Falscher Artikel' }, position: 20 },
    { domain: 'unit', code: 'carton', text: { en: 'Carton', cn: '箱', de: 'Karton' }, position: 10 },
  );
  await add(
    'printers',
    { name: 'Label, packing table 1', kind: 'zpl', queue: 'ZD421-01', location: 'Hall 1' },
    { name: 'Office', kind: 'pdf', queue: 'office-a4', mediaWidth: 210, mediaHeight: 297, dpi: 600, location: 'Office' },
  );
  await add('announcements', {
    title: { en: 'Stocktaking on Friday', cn: '周五盘点', de: 'Inventur am Freitag' },
    text: { en: 'Hall 1 is closed from 14:00.', cn: '一号库 14:00 起关闭。', de: 'Halle 1 ist ab 14:00 Uhr geschlossen.' },
    important: true,
  });
  const { id: dutyId } = await call('POST', '/v0/duties', {
    code: 'receiving',
    name: 'Receiving',
    description: 'Checks and books in what arrives.',
  });
  await add('classes', { code: 'early', name: 'Early shift', dutyIds: [dutyId] });
  await add('oauthClients', { name: 'Shop connector', merchantId, scopes: ['items.read', 'items.update'] });
}
