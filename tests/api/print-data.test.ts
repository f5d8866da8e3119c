import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sscc } from '#contract/core/barcode/build';
import { isSscc } from '#contract/core/barcode/check-digits';
import { parseGs1 } from '#contract/core/barcode/gs1';
import { gs1Association } from '#contract/core/barcode/gs1-association';
import { PrintOptions } from '#contract/printing/call';
import { DOCUMENT_NAMES, DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { createDb, type Db } from '../../server/core/db/client.ts';
import type { Actor } from '../../server/core/http/actor.ts';
import { AREAS } from '../../server/modules/index.ts';
import { printRecords } from '../../server/modules/printing/records/print-records.ts';
import { contentOf } from '../../server/modules/printing/records/units.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { addressOf } from '../support/address.ts';
import { type Printer, printer } from '../support/print.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openHouse, stockUp } from '../support/warehouse.ts';

const NAME = 'Zoë Łukasiewicz-Ångström 张伟';
/** The sample has no dunning letters; dunning.test.ts prints those of a run. */
const OF_ROWS = DOCUMENT_NAMES.filter((name) => DOCUMENTS[name].of !== null && name !== 'dunningLetter');
const TABLES: Record<string, string> = { mergedUnits: 'merged_units', loadingLists: 'loading_lists' };
const MISSING = '01890000-0000-7000-8000-000000000000';

let server: TestServer;
let admin: string;
let merchant: string;
let { ask, idsOf, print, one } = {} as Printer;
beforeAll(async () => {
  server = await startServer({ sample: true });
  await loadOrders({ config: server.config, db: createDb(server.pool), log: { warn: (data) => expect(data).toBeUndefined() } });
  [admin, merchant] = await Promise.all([server.signIn('admin'), server.signIn('merchant')]);
  ({ ask, idsOf, print, one } = printer(server, admin));
  await server.pool.query(`update parcels set retour_no = 'R' || tracking_no where tracking_no <> ''`);
});
afterAll(() => server.close());

describe('what documents print', () => {
  it.each(OF_ROWS)('%s: every row of the sample business gives its data, in the order asked', async (document) => {
    const area = DOCUMENTS[document].of ?? '';
    if (area === 'serials')
      await server.pool.query(
        `insert into serials (merchant_id, item_id, serial, state) select merchant_id, id, 'SN-' || sku, 'inStock' from items where serial_mode = 'full'`,
      );
    if (area === 'quotations')
      await server.pool.query(
        `insert into quotations (no, merchant_id, subject, currency, valid_until, lines)
          select 'QU-' || no, id, 'Storage', 'EUR', '2099-12-31', '[]' from merchants where address <> '{}'`,
      );
    const labelled = area === 'parcels' ? `and tracking_no <> ''` : '';
    const ids = await idsOf(`select id from ${TABLES[area] ?? area} where deleted_at is null ${labelled} order by md5(id::text)`);
    expect(ids.length).toBeGreaterThan(0);
    const records = await print(document, ids);
    expect(records).toHaveLength(ids.length);
    for (const record of records) expect(DOCUMENTS[document].schema.parse(record)).toEqual(record);
    const [first] = ids;
    expect(await print(document, [first ?? '', ids.at(-1) ?? '', first ?? ''])).toEqual(
      [records[0], records.at(-1), records[0]].map(withoutClock),
    );
  });

  /** Minutes may pass between two calls. */
  const withoutClock = (record: object | undefined): unknown =>
    record && 'printedAt' in record ? { ...record, printedAt: expect.any(String) } : record;

  it('accents and Chinese come through as they were typed, with the house as sender', async () => {
    const { rows } = await server.pool.query(
      `select id, (select id from carriers where code = 'DPD') as carrier from merchants where no = 'M-1001'`,
    );
    const { data } = await server.call<{ id: string }>(
      'POST',
      '/v0/tasks',
      {
        kind: 'outbound',
        merchantId: rows[0].id,
        refOrderId: '#中文-1',
        carrierId: rows[0].carrier,
        consignee: addressOf({ name1: NAME, streetName: 'Große Straße', streetNumber: '7' }),
        deliveryServices: ['namedPerson'],
        lines: [{ sku: 'TEE-EARL-250', qty: 2 }],
      },
      admin,
    );
    for (const document of ['packlist', 'deliveryNote', 'proofOfDelivery', 'returnSlip'] as const)
      expect(JSON.stringify(await one(document, data.id)), document).toContain(NAME);
    const list = await one('packlist', data.id);
    expect(list).toMatchObject({
      reference: '#中文-1',
      merchant: 'Northwind Traders',
      pieces: 2,
      house: { name: 'Kontor Sample House' },
      from: { city: 'Hamburg' },
    });
    expect(list.lines).toMatchObject([{ sku: 'TEE-EARL-250', qty: 2, weight: 560, short: null }]);
  });

  it('another merchant’s row reads like a missing one, and one among many refuses all (P17)', async () => {
    const mine = await idsOf(
      `select p.id from parcels p join merchants m on m.id = p.merchant_id where m.no = 'M-1001' and p.tracking_no <> '' order by p.no`,
    );
    const foreign = await idsOf(`select p.id from parcels p join merchants m on m.id = p.merchant_id where m.no <> 'M-1001' limit 1`);
    expect(await ask('transportLabel', mine, {}, merchant)).toMatchObject({ code: 'OK' });
    for (const ids of [foreign, [MISSING], [...mine, ...foreign]])
      expect(await ask('transportLabel', ids, {}, merchant)).toMatchObject({ status: 404, code: 'NotFound', data: null });
    const tasks = await idsOf(`select t.id from tasks t join merchants m on m.id = t.merchant_id where m.no <> 'M-1001' limit 1`);
    expect((await ask('packlist', tasks, {}, merchant)).code).toBe('NotFound');
    expect(await ask('compartmentLabel', await idsOf('select id from compartments limit 1'), {}, merchant)).toMatchObject({
      code: 'NotAllowed',
      data: 'compartments.read',
    });
  });

  it('a document that is made of no rows, and too many rows at once, are refused', async () => {
    expect(await ask('itemlist', [MISSING])).toMatchObject({ code: 'InvalidInput', data: [{ path: 'document', rule: 'choice' }] });
    expect(
      await ask(
        'packlist',
        Array.from({ length: 2001 }, () => MISSING),
      ),
    ).toMatchObject({ code: 'InvalidInput', data: [{ path: 'ids' }] });
    expect((await ask('packlist', [MISSING], { colour: 'red' })).code).toBe('InvalidInput');
  });
});

describe('labels of parcels', () => {
  const parcelOf = async (carrier: string): Promise<string> =>
    (
      await idsOf(
        `select p.id from parcels p join carriers c on c.id = p.carrier_id where c.code = $1 and p.label_state = 'bought' order by p.no limit 1`,
        [carrier],
      )
    )[0] ?? '';

  it('each carrier’s sorter finds its own code', async () => {
    const dpd = await one('transportLabel', await parcelOf('DPD'));
    expect(dpd.routing).toMatch(/^DPD 0198 · [A-Z]{2}-/);
    expect(dpd).toMatchObject({ routingCodeType: 'code128', seq: 1, of: 1, foreign: null });
    expect(dpd.routingCode).toMatch(new RegExp(`^%\\d{7}${dpd.trackingNo}101\\d{3}$`));
    const dhl = await one('transportLabel', await parcelOf('DHL'));
    expect(dhl).toMatchObject({ routingCodeType: 'leitcode', carrier: 'DHL Paket' });
    expect(dhl.routing.replace(/\D/g, '')).toBe(dhl.routingCode);
    expect(dhl.routingCode.slice(0, 5)).toBe(dhl.to.zip);
    expect(isSscc(dhl.sscc)).toBe(true);
  });

  it('the way back goes from the customer to the house', async () => {
    const label = await one('returnLabel', await parcelOf('DHL'));
    const out = await one('transportLabel', await parcelOf('DHL'));
    expect([label.from, label.to.city, label.to.name1]).toEqual([out.to, 'Hamburg', 'Kontor Sample House']);
  });

  it('the simulated carrier’s own drawing is printed only where the office asks for it; a merchant’s label always is', async () => {
    const id = await parcelOf('DHL');
    await server.pool.query(`insert into settings (key, value) values ('labels.simulatedAsSold', 'true')`);
    const { foreign } = await one('transportLabel', id);
    expect(foreign?.type).toBe('zpl');
    expect(Buffer.from(foreign?.base64 ?? '', 'base64').toString()).toContain('^XA');
    await server.pool.query(`delete from settings where key = 'labels.simulatedAsSold'`);
    expect((await one('transportLabel', id)).foreign).toBeNull();
    await server.pool.query(`update parcels set label_state = 'foreign' where id = $1`, [id]);
    expect((await one('transportLabel', id)).foreign?.type).toBe('zpl');
    await server.pool.query(`update files set size = 3000000 where id = (select label_file::uuid from parcels where id = $1)`, [id]);
    expect(await ask('transportLabel', [id])).toMatchObject({ code: 'UploadTooLarge' });
    await server.pool.query(`update parcels set label_state = 'bought' where id = $1`, [id]);
  });

  it('a parcel without a number gets no label to stick on, and says so', async () => {
    const bare = await idsOf(`select id from parcels where tracking_no = '' and label_file is null limit 1`);
    const [good = ''] = await idsOf(`select id from parcels where tracking_no <> '' limit 1`);
    for (const document of ['transportLabel', 'returnLabel'] as const)
      expect(await ask(document, [good, ...bare])).toMatchObject({ code: 'StateRefused', data: 'parcels.refusals.noLabelYet' });
  });

  it('500 parcels take as many statements as one', async () => {
    const [task] = await idsOf(`select task_id as id from parcels where label_state = 'bought' limit 1`);
    await server.pool.query(
      `insert into parcels (no, task_id, task_no, merchant_id, seq, carrier_id, tracking_no, retour_no)
       select 'Q-' || n, t.id, t.no, t.merchant_id, 1000 + n, t.carrier_id, 'Q' || n, 'R' || n from tasks t, generate_series(1, 500) n where t.id = $1`,
      [task],
    );
    const ids = await idsOf(`select id from parcels where no like 'Q-%' order by seq`);
    const db = createDb(server.pool);
    const actor = { type: 1000, merchantId: null, privileges: new Set(['*']), userId: MISSING, locale: 'en' } as unknown as Actor;
    const count = async (document: DocumentName, some: string[]): Promise<number> => {
      let statements = 0;
      const tx = { execute: (statement: Parameters<Db['execute']>[0]) => ((statements += 1), db.execute(statement)) } as unknown as Db;
      const records = await printRecords(
        { tx, areas: AREAS, config: server.config, actor, options: PrintOptions.parse({}) },
        document,
        some,
      );
      expect(records).toHaveLength(some.length);
      return statements;
    };
    for (const document of ['transportLabel', 'returnLabel'] as const)
      expect(await count(document, ids)).toBe(await count(document, ids.slice(0, 1)));
    const tasks = await idsOf(`select id from tasks where deleted_at is null`);
    for (const document of ['packlist', 'deliveryNote', 'cmr'] as const)
      expect(await count(document, tasks)).toBe(await count(document, tasks.slice(0, 1)));
    const [first] = await print('transportLabel', ids);
    expect(first).toMatchObject({ parcelNo: 'Q-1', trackingNo: 'Q1', of: 501 });
  });
});

describe('units, places and lists', () => {
  it('a pallet of one lot of one item says so in a symbol that may stand beside its SSCC', async () => {
    const house = await openHouse(server);
    const [item = ''] = await idsOf(`select id from items where sku = 'TEE-EARL-250'`);
    const code = sscc('3', '4012345', '77');
    const [unit = ''] = await idsOf(`insert into merged_units (code, kind, merchant_id) values ($1, 'pallet', $2) returning id`, [
      code,
      house.merchantId,
    ]);
    const [box = ''] = await idsOf(`insert into merged_units (code, merchant_id, parent_id) values ('BOX-IN', $1, $2) returning id`, [
      house.merchantId,
      unit,
    ]);
    const lot = { lot: 'L-7', expiry: '2027-03-31' };
    for (const inside of [unit, box]) await stockUp(server, house.merchantId, item, house.dock, 24, { ...lot, to_unit_id: inside });
    const label = await one('palletLabel', unit);
    expect(label).toMatchObject({ sscc: code, gtin: '04012345000016', count: 48, lot: 'L-7', bestBefore: '2027-03-31', pieces: 48 });
    expect(label.elements).toBe('(02)04012345000016(37)48(10)L-7(15)270331');
    const read = parseGs1(label.elements);
    expect(read.ok && gs1Association([{ ai: '00', value: code }, ...read.elements])).toEqual([]);
    const [other = ''] = await idsOf(`select id from items where sku = 'TEE-ASSAM-500'`);
    await stockUp(server, house.merchantId, other, house.dock, 1, { to_unit_id: box });
    expect(await one('palletLabel', unit)).toMatchObject({ elements: '', gtin: '', count: null, pieces: 49 });
    expect((await one('boxLabel', box)).lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['TEE-ASSAM-500', 1],
      ['TEE-EARL-250', 24],
    ]);
  });

  it('what a symbol cannot hold or say is left out of it', () => {
    const number = sscc('3', '4012345', '1');
    expect(contentOf('4012345000016', 5, 'X'.repeat(20), '2027-01-31', number)).toBe('(02)04012345000016(37)5(15)270131');
    expect(contentOf('4012345000016', 5, 'Löß', '', number)).toBe('(02)04012345000016(37)5');
    expect(contentOf('4012345000016', 5, '', '', '')).toBe('');
    expect(contentOf('', 5, '', '', number)).toBe('');
  });

  it('an item’s label has the bars that its code asks for', async () => {
    const [item = ''] = await idsOf(`select id from items where sku = 'TEE-EARL-250'`);
    expect(await one('itemLabel', item, { lot: 'A1', expiry: '2027-01-01' })).toMatchObject({
      code: '4012345000016',
      codeType: 'ean13',
      lot: 'A1',
      expiry: '2027-01-01',
    });
    await server.pool.query(`update items set barcode = '茶-1' where id = $1`, [item]);
    expect(await one('itemLabel', item)).toMatchObject({ code: '茶-1', codeType: 'datamatrix' });
    await server.pool.query(`update items set barcode = '4012345000016' where id = $1`, [item]);
  });

  it('a picklist follows the way, and its times are those of the storehouse', async () => {
    const [id = ''] = await idsOf(`select id from picklists order by no limit 1`);
    const before = Date.now();
    const list = await one('picklist', id, { locales: ['de', 'en'] });
    expect(list).toMatchObject({ kind: 'Ein Auftrag / One order', orders: 1 });
    expect(list.lines.length).toBeGreaterThan(0);
    const { rows } = await server.pool.query(`select to_char($1::timestamptz at time zone 'Europe/Berlin', 'YYYY-MM-DD"T"HH24:MI') as at`, [
      new Date(before),
    ]);
    expect(list.printedAt >= rows[0].at).toBe(true);
  });

  it('a loading list shows what is on the vehicle and what it still waits for', async () => {
    const [id = ''] = await idsOf(`select v.id from loading_lists v join carriers c on c.id = v.carrier_id where c.code = 'DHL'`);
    const list = await one('loadingList', id);
    expect(list.expected).toBe(list.parcels.length);
    expect(list.loaded).toBe(list.parcels.filter(({ loaded }) => loaded).length);
    expect(list.loaded).toBeGreaterThan(0);
    expect(list.totals).toMatchObject([{ kind: 'Parcel', packages: list.expected }]);
  });
});
