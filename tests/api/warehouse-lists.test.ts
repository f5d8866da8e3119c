import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows } from '#contract/core/access';
import { encodeFilters } from '#contract/core/query';
import { BUILT_IN_ROLES } from '../../server/core/db/roles.ts';
import { AREAS } from '../../server/modules/index.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: string };

const WAREHOUSE = [
  'carriers',
  'stations',
  'stockBalances',
  'stockMoves',
  'mergedUnits',
  'serials',
  'tasks',
  'taskLines',
  'parcels',
  'picklists',
  'scans',
  'loadingLists',
  'counts',
];
const OF_MERCHANTS = ['tasks', 'taskLines', 'parcels', 'picklists', 'stockBalances', 'stockMoves', 'serials'];
const ROLES = ['admin', 'manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'];
const MASKS = WAREHOUSE.flatMap((name) => AREAS.get(name)?.masks ?? []);

/** One outbound order with a line, a parcel, a picklist, a piece in stock and the move that brought it, for this merchant. */
const STORY = `
  with m as (select id from merchants where no = $1), i as (select * from items where merchant_id = (select id from m) order by sku limit 1), p as (select id, code from compartments where code = $2),
  t as (insert into tasks (no, kind, merchant_id, carrier_id, ref_order_id, received) select 'O-' || $1, 'outbound', m.id, (select id from carriers where code = $3), 'REF-' || $1, 0 from m returning *),
  l as (insert into task_lines (task_id, merchant_id, item_id, sku, name, ordered) select t.id, t.merchant_id, i.id, i.sku, i.name, 2 from t, i),
  k as (insert into picklists (no, merchant_id, carrier_id) select 'PL-' || $1, merchant_id, carrier_id from t),
  b as (insert into stock_balances (merchant_id, item_id, sku, item_name, compartment_id, place, on_hand) select i.merchant_id, i.id, i.sku, i.name, p.id, p.code, 5 from i, p),
  s as (insert into serials (merchant_id, item_id, serial, state) select i.merchant_id, i.id, 'SN-' || $1, 'inStock' from i),
  v as (insert into stock_moves (merchant_id, item_id, sku, qty, from_place, to_place, to_id, station_id, user_id)
    select i.merchant_id, i.id, i.sku, 5, 'supplier', 'stock', p.id, (select id from stations where code = 'ST-DOCK-1'), (select id from users where account = 'warehouse@kontor.example') from i, p)
  insert into parcels (no, task_id, task_no, merchant_id, state, packed_by) select 'PK-' || $1, t.id, t.no, t.merchant_id, 'closed', (select id from users where account = 'warehouse@kontor.example') from t`;

describe('lists of the warehouse', () => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  const list = (role: string, path: string) => server.call<Row[]>('GET', path, undefined, tokens.get(role));
  const ofMask = (key: string): string => {
    const mask = MASKS.find((one) => one.key === key);
    if (!mask) throw new Error(key);
    const query = new URLSearchParams(encodeFilters([...(mask.fixed ?? []), ...(mask.open ?? [])]));
    if (mask.sort) query.set('s', mask.sort);
    if (mask.deleted) query.set('trash', '1');
    return `/v0/${mask.area}?l=50&${query}`;
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
    for (const role of ROLES) tokens.set(role, await server.signIn(role));
    await server.pool.query(STORY, ['M-1001', '01-01-A', 'DHL']);
    await server.pool.query(STORY, ['M-1002', '01-02-A', 'UPS']);
  });
  afterAll(() => server.close());

  it.each(MASKS.map(({ key }) => key))('%s opens for the roles that may read its rows, and for nobody else', async (key) => {
    const mask = MASKS.find((one) => one.key === key);
    // A list cut by what another area says (`carrierId.code=DHL`) tells about that area too.
    const cutByCarrier = (mask?.fixed ?? []).some(({ field }) => field.startsWith('carrierId.'));
    for (const role of ROLES) {
      const granted = new Set(BUILT_IN_ROLES.find((one) => one.key === role)?.privileges);
      const code = allows(granted, `${mask?.area}.read`) ? 'OK' : 'NotAllowed';
      const cut = code === 'OK' && cutByCarrier && !allows(granted, 'carriers.read') ? 'InvalidInput' : code;
      expect((await list(role, ofMask(key))).code, role).toBe(cut);
      expect((await list(role, `/v0/masken/?q=${key}`)).code, role).toBe(code);
    }
  });

  it.each(OF_MERCHANTS)('of %s, a merchant sees the own rows only', async (area) => {
    const { rows } = await server.pool.query(`select id from merchants where no = 'M-1001'`);
    const mine = await list('merchant', `/v0/${area}?l=1000`);
    expect(mine.data.length).toBeGreaterThan(0);
    expect(mine.data.filter((row) => row['merchantId'] !== rows[0].id)).toEqual([]);
    const all = await list('admin', `/v0/${area}?l=1000`);
    const foreign = all.data.find((row) => row['merchantId'] !== rows[0].id);
    expect(foreign).toBeDefined();
    expect(await list('merchant', `/v0/${area}/${foreign?.id}`)).toMatchObject({ code: 'NotFound' });
  });

  it('a merchant learns from nothing who of the house did it', async () => {
    const [move] = (await list('merchant', '/v0/stockMoves?l=1')).data;
    const [parcel] = (await list('merchant', '/v0/parcels?l=1')).data;
    expect(move?.['userIdLabel']).toBeNull();
    expect(parcel?.['packedByLabel']).toBeNull();
    expect((await list('admin', '/v0/stockMoves?l=1')).data[0]?.['userIdLabel']).toBe('Willi Lager');
    const { data } = await server.call<{ fields: object }>('GET', '/v0/masken/?q=mEP.inventorylog.list', undefined, tokens.get('merchant'));
    expect(Object.keys(data.fields)).not.toEqual(expect.arrayContaining(['userId']));
    expect(Object.keys(data.fields)).not.toEqual(expect.arrayContaining(['stationId']));
  });

  it('a carrier’s list shows the orders of that carrier, whoever ordered them', async () => {
    const numbers = async (key: string) => (await list('employee', ofMask(key))).data.map((row) => row['no']);
    expect(await numbers('p11y.ordersDHL.list')).toEqual(['O-M-1001']);
    expect(await numbers('p11y.ordersUPS.list')).toEqual(['O-M-1002']);
    expect(await numbers('p11y.ordersDPD.list')).toEqual([]);
  });

  it('a filter on what a reference points to tells nothing that the reader may not read', async () => {
    expect((await list('merchant', '/v0/tasks?carrierId.code=DHL')).data.map((row) => row['no'])).toEqual(['O-M-1001']);
    expect(await list('merchant', '/v0/parcels?packedBy.account=warehouse@kontor.example')).toMatchObject({ code: 'InvalidInput' });
    expect(await list('admin', '/v0/parcels?packedBy.passwdHash=x')).toMatchObject({ code: 'InvalidInput' });
    expect(await list('admin', '/v0/parcels?nobody.code=x')).toMatchObject({ code: 'InvalidInput' });
  });

  it('a cancelled order stands among the deleted ones and nowhere else', async () => {
    await server.pool.query(
      `insert into tasks (no, kind, merchant_id, deleted_at) select 'O-GONE', 'outbound', id, now() from merchants where no = 'M-1001'`,
    );
    const numbers = async (key: string) => (await list('merchant', ofMask(key))).data.map((row) => row['no']);
    expect(await numbers('p11y.ordersDeleted.list')).toEqual(['O-GONE']);
    expect(await numbers('p11y.orders.list')).toEqual(['O-M-1001']);
  });

  it('what an order is and whose can never be edited, and a merchant passes no gate of the house', async () => {
    const [order] = (await list('merchant', '/v0/tasks?no=O-M-1001')).data;
    const edit = (role: string, body: object) =>
      server.call<Row>('PUT', `/v0/tasks/${order?.id}`, { version: order?.['version'], ...body }, tokens.get(role));
    expect(await edit('admin', { kind: 'inbound' })).toMatchObject({ code: 'InvalidInput', data: [{ path: 'kind', rule: 'fixed' }] });
    expect(await edit('merchant', { forceShipLabel: true })).toMatchObject({ data: [{ path: 'forceShipLabel', rule: 'fixed' }] });
    expect(await edit('merchant', { remark: 'Please ring twice' })).toMatchObject({ code: 'OK', data: { remark: 'Please ring twice' } });
  });

  it('what numbers itself asks for no number: a handling unit made without a code gets the next one', async () => {
    for (const { area, number, masks } of AREAS.values()) {
      const required = masks.filter((mask) => number && mask.fields[number.field]?.required).map(({ key }) => key);
      expect(required, area.name).toEqual([]);
    }
    const made = await server.call<Row>('POST', '/v0/mergedUnits', { kind: 'pallet' }, tokens.get('employee'));
    expect(made).toMatchObject({ code: 'OK', data: { code: expect.stringMatching(/^LPN\d+$/) } });
  });

  it.each(['stock_moves', 'scans'])('the journal %s refuses change and removal, also by raw SQL', async (table) => {
    await server.pool.query(
      `insert into scans (device_id, seq, at, profile, source, code, act, body, outcome) values (gen_random_uuid(), 1, now(), 'loggingScan', 'typed', 'X', 'log', '{}', 'applied')`,
    );
    await expect(server.pool.query(`update ${table} set created_by = null`)).rejects.toThrow('never changed or removed');
    await expect(server.pool.query(`delete from ${table}`)).rejects.toThrow('never changed or removed');
    await expect(server.pool.query(`truncate ${table} cascade`)).rejects.toThrow('never changed or removed');
  });
});
