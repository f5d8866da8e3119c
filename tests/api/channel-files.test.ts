import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { createExchange } from '../../server/modules/channels/files/exchange.ts';
import { folderOf } from '../../server/modules/channels/files/folder.ts';
import { openShop } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A channel that exchanges files: orders come in, acknowledgements, shipments and stock go out. */

let server: TestServer;
let shop: Awaited<ReturnType<typeof openShop>>;
let channelId: string;
let path: string;
let look: (settled?: number) => Promise<void>;
const data = mkdtempSync(join(tmpdir(), 'kontor-files-'));

beforeAll(async () => {
  server = await startServer({ sample: true });
  shop = await openShop(server, ['items.write', 'items.read']);
  const body = { merchantId: shop.merchant, name: 'Files', kind: 'csv', stockSync: true };
  channelId = (await server.call<{ id: string }>('POST', '/v0/channels', body, shop.admin)).data.id;
  path = join(data, 'channels', folderOf(channelId));
  look = createExchange({
    db: createDb(server.pool),
    config: { KONTOR_DATA: data, CHANNEL_FILES: 'channels' },
    log: pino({ level: 'silent' }),
  });
  await look();
});
afterAll(() => server.close());

const put = (name: string, content: string | Buffer): void => writeFileSync(join(path, 'in', name), content);
const namesIn = (part: string): string[] => readdirSync(join(path, part)).sort((a, b) => a.localeCompare(b));
const read = (part: string, name: string): string => readFileSync(join(path, part, name), 'utf8');
const ack = (name: string): string[][] =>
  read('out', `ack_${name}`)
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(',').map((cell) => cell.replaceAll('"', '')));
const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const orders = () => rows(`select external_no, state, reason from channel_orders where channel_id = $1 order by external_no`, channelId);

const HEAD = 'order_no,name,street,house_no,zip,city,country,sku,qty,price';
const line = (no: string, sku = 'SHOP-A', qty = '2', zip = '10115') =>
  `${no},Erika Muster,Lange Straße,5,${zip},Berlin,DE,${sku},${qty},"12.50"`;

describe('orders', () => {
  it('are taken once, each with its lines, and acknowledged row by row; an order that must wait says why', async () => {
    put('ord_1.csv', [HEAD, line('F-1'), line('F-2', 'NOBODY'), line('F-1', 'SHOP-B', '1'), ''].join('\n'));
    await look(10_000);
    expect(namesIn('in')).toEqual(['ord_1.csv']);
    await look(0);
    expect(await orders()).toEqual([
      { external_no: 'F-1', state: 'taken', reason: null },
      { external_no: 'F-2', state: 'held', reason: 'unknownSku' },
    ]);
    const lines = await rows(
      `select l.sku, l.ordered from tasks t join task_lines l on l.task_id = t.id where t.ref_order_id = 'F-1' and t.source = $1 order by l.position`,
      `ch:${channelId}`,
    );
    expect(lines).toEqual([
      { sku: 'SHOP-A', ordered: 2 },
      { sku: 'SHOP-B', ordered: 1 },
    ]);
    const [, first, second] = ack('ord_1.csv');
    expect(first).toEqual(['2', 'F-1', 'created', expect.stringMatching(/^A-|^O-|\d/)]);
    expect(second?.slice(0, 3)).toEqual(['3', 'F-2', 'held:unknownSku']);
    expect(second?.[3]).toContain('NOBODY');
    expect([namesIn('in'), namesIn('bad')]).toEqual([[], []]);
  });

  it('of the same file under another name are acknowledged and not taken again; a changed file changes them', async () => {
    const before = await orders();
    put('ord_2.csv', [HEAD, line('F-1'), line('F-2', 'NOBODY'), line('F-1', 'SHOP-B', '1'), ''].join('\n'));
    await look(0);
    expect(await orders()).toEqual(before);
    expect(ack('ord_2.csv')[1]).toEqual(['0', '', 'again', 'The same file was already taken as ord_1.csv.']);
    expect(ack('ord_2.csv')[2]?.slice(0, 3)).toEqual(['2', 'F-1', 'created']);
    put('ord_3.csv', [HEAD, line('F-1', 'SHOP-A', '3')].join('\n'));
    await look(0);
    expect(ack('ord_3.csv')[1]?.slice(0, 3)).toEqual(['2', 'F-1', 'changed']);
  });

  it('are read with another separator, a byte order mark, German headings and days, and the letters of older Windows', async () => {
    const german =
      'Bestellnummer;Empfänger;Straße;Hausnummer;PLZ;Ort;Land;Artikelnummer;Menge;Preis;Bestelldatum\nG-1;Müller;Weg;1;20095;Hamburg;Deutschland;SHOP-A;1;9,90;24.11.2026\n';
    put('ord_bom.csv', `\ufeff${german}`);
    put('ord_latin.csv', Buffer.from(german.replace('G-1', 'G-2'), 'latin1'));
    await look(0);
    const [first, second] = await rows(
      `select external_no, body->'consignee'->>'name1' as name, body->'consignee'->>'country' as country, body->>'orderedAt' as at, body->'lines'->0->>'price' as price from channel_orders where external_no like 'G-%' order by 1`,
    );
    expect(first).toEqual({ external_no: 'G-1', name: 'Müller', country: 'DE', at: '2026-11-23T23:00:00.000Z', price: '990' });
    expect(second).toMatchObject({ external_no: 'G-2', name: 'Müller' });
  });

  it('that cannot be read stop no other: the file waits in “bad” with the reason, and people are told', async () => {
    put(
      'ord_bad.csv',
      [HEAD, line('B-1', 'SHOP-A', 'two'), line('B-2'), line('', 'SHOP-A'), line('B-3'), line('B-3').replace('Erika', 'Max'), ''].join(
        '\n',
      ),
    );
    put('ord_empty.csv', '');
    put('ord_columns.csv', 'order_no,sku\nC-1,SHOP-A\n');
    put('photo.jpg', 'x');
    await look(0);
    expect((await orders()).filter(({ external_no: no }) => String(no).startsWith('B-'))).toEqual([
      { external_no: 'B-2', state: 'taken', reason: null },
    ]);
    const codes = ack('ord_bad.csv')
      .slice(1)
      .map(([row, no, code]) => [row, no, code]);
    expect(codes).toEqual([
      ['2', 'B-1', 'InvalidInput'],
      ['3', 'B-2', 'created'],
      ['4', '', 'InvalidInput'],
      ['5', 'B-3', 'InvalidInput'],
    ]);
    expect(read('out', 'ack_ord_bad.csv')).toContain('different values of name');
    expect(read('out', 'ack_ord_columns.csv')).toContain('Missing columns: name');
    expect(ack('ord_empty.csv')[1]?.slice(2)).toEqual(['refused', 'The file is empty.']);
    expect(ack('photo.jpg')[1]?.[2]).toBe('refused');
    expect(namesIn('bad').filter((name) => !name.endsWith('.txt'))).toHaveLength(4);
    const [told] = await rows(`select title, link from messages where title like 'Files of Files%' limit 1`);
    expect(told).toEqual({ title: 'Files of Files that need you: 4', link: `/eEP/channels/${channelId}` });
  });

  it('of 50,000 lines are taken whole', async () => {
    const [count, each] = [250, 200];
    const many = Array.from({ length: count }, (_, n) => Array.from({ length: each }, (_line, at) => line(`LARGE-${n}`, `UNKNOWN-${at}`)));
    put('large.csv', [HEAD, ...many.flat()].join('\n'));
    await look(0);
    const [stored] = await rows(
      `select count(distinct o.id)::int as orders, count(*)::int as lines, count(distinct o.id) filter (where o.state = 'held')::int as held
        from channel_orders o join channel_lines l on l.order_id = o.id where o.external_no like 'LARGE-%' and o.channel_id = $1`,
      channelId,
    );
    expect(stored).toEqual({ orders: count, lines: count * each, held: count });
    expect(ack('large.csv')).toHaveLength(1 + count);
  });

  it('of an unfinished file wait; one that a node had taken before it died is acknowledged and moved', async () => {
    put('ord_half.csv.part', HEAD);
    put('ord_dead.csv', [HEAD, line('D-1')].join('\n'));
    const [name] = (await look(0), namesIn('done').filter((one) => one.endsWith('ord_dead.csv')));
    // As if the node had ended after the transaction.
    renameSync(join(path, 'done', String(name)), join(path, 'in', 'ord_dead.csv'));
    await look(0);
    expect(namesIn('in')).toEqual(['ord_half.csv.part']);
    expect((await orders()).filter(({ external_no: no }) => no === 'D-1')).toHaveLength(1);
    expect(ack('ord_dead.csv')[1]?.[2]).toBe('again');
  });
});

describe('what goes out', () => {
  it('a parcel that was handed over is told once, with the number of the order and what is in it', async () => {
    const shipped = await rows(
      `with parcel as (insert into parcels (no, task_id, task_no, merchant_id, seq, kind, state, weight, closed_at, handed_over_at, tracking_no)
        select 'P-FILE-1', t.id, t.no, t.merchant_id, 1, 'parcel', 'handedOver', 900, now(), now(), 'TRACK-1' from tasks t where t.source = $1 and t.ref_order_id = 'F-1' returning id, task_id)
      insert into parcel_contents (parcel_id, line_id, qty) select parcel.id, l.id, l.ordered from parcel join task_lines l on l.task_id = parcel.task_id returning parcel_id`,
      `ch:${channelId}`,
    );
    expect(shipped.length).toBeGreaterThan(0);
    await look(0);
    await look(0);
    const told = namesIn('out').filter((name) => name.startsWith('shp_'));
    expect(told).toHaveLength(1);
    const [head, first] = read('out', String(told[0])).trimEnd().split('\r\n');
    expect(head).toBe('shipment_no,order_no,line,sku,qty,serial,carrier,tracking_no,shipped_at');
    expect(first).toMatch(/^P-FILE-1,F-1,1,SHOP-A,3,,,TRACK-1,\d{4}-/);
  });

  it('the stock of the merchant is told at the start, and no other merchant’s', async () => {
    const [name] = namesIn('out').filter((one) => one.startsWith('inv_'));
    const told = read('out', String(name)).trimEnd().split('\r\n');
    const mine = await rows(`select sku from items where merchant_id = $1 and deleted_at is null and kind <> 'logical'`, shop.merchant);
    expect(told[0]).toBe('sku,name,available,reserved,on_hand');
    expect(new Set(told.slice(1).map((row) => row.split(',')[0]))).toEqual(new Set(mine.map(({ sku }) => sku)));
  });

  it('a folder that cannot be made stops no other channel, and a channel that is switched off is left alone', async () => {
    const body = { merchantId: shop.merchant, name: 'Second', kind: 'csv' };
    const other = (await server.call<{ id: string }>('POST', '/v0/channels', body, shop.admin)).data.id;
    writeFileSync(join(data, 'channels', folderOf(other)), 'a file where the folder belongs');
    put('ord_after.csv', [HEAD, line('E-1')].join('\n'));
    await look(0);
    expect((await orders()).map(({ external_no: no }) => no)).toContain('E-1');
    await rows('update channels set active = false where id = $1', channelId);
    put('ord_off.csv', [HEAD, line('E-2')].join('\n'));
    await look(0);
    expect(namesIn('in')).toContain('ord_off.csv');
  });

  it('the record of the channel names its folder', async () => {
    const { data: related } = await server.call<{ facts: { key: string; value: unknown }[] }>(
      'GET',
      `/v0/channels/${channelId}/related`,
      undefined,
      shop.admin,
    );
    expect(related.facts.find(({ key }) => key === 'folder')?.value).toBe(folderOf(channelId));
  });
});
