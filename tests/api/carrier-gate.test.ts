import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { createDb } from '../../server/core/db/client.ts';
import type { Actor } from '../../server/core/http/actor.ts';
import { rowsOf } from '../../server/core/http/select.ts';
import { asActor } from '../../server/core/http/write.ts';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: string; version: number };

let server: TestServer;
let admin: string;
let carrier: string;
let ids: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [admin, carrier] = [await server.signIn('admin'), await server.signIn('carrier')];
  const { rows } = await server.pool.query('select code as key, id from carriers union all select no, id from merchants');
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
});
afterAll(() => server.close());

const place = (city: string) => addressOf({ city });
const order = async (code: string) => {
  const body = {
    kind: 'transportLabel',
    merchantId: ids['M-1001'],
    carrierId: ids[code],
    labelSource: 'foreign',
    consignor: place('Hamburg'),
    consignee: place('Hamburg'),
  };
  return (await server.call<Row>('POST', '/v0/tasks', body, admin)).data.id;
};
const asCarrier = <T>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, carrier);
const upload = async (token: string) => {
  const form = new FormData();
  form.set('file', new Blob([`%PDF-1.4\n% ${crypto.randomUUID()}\n%%EOF\n`], { type: 'application/pdf' }), 'label.pdf');
  return (await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, token)).data.id;
};

describe('a carrier (P17)', () => {
  it('sees the own orders and no others', async () => {
    const [mine, other] = [await order('FORWARDER'), await order('DHL')];
    const { data } = await asCarrier<Row[]>('GET', '/v0/tasks');
    expect(data.map(({ id }) => id)).toContain(mine);
    expect(data.every((row) => row['carrierId'] === ids['FORWARDER'])).toBe(true);
    expect((await asCarrier('GET', `/v0/tasks/${mine}`)).code).toBe('OK');
    for (const path of ['', '/story', '/history']) expect((await asCarrier('GET', `/v0/tasks/${other}${path}`)).code).toBe('NotFound');
  });

  it('brings label and proof to the own order, and finds none of another carrier’s', async () => {
    const [mine, other] = [await order('FORWARDER'), await order('DHL')];
    const file = await upload(carrier);
    expect((await asCarrier('POST', `/v0/tasks/${other}/carrierLabel`, { trackingNo: 'ELB-1', file })).code).toBe('NotFound');
    expect((await asCarrier('POST', `/v0/tasks/${other}/proof`, { receiver: 'Kim' })).code).toBe('NotFound');
    expect((await asCarrier('POST', `/v0/tasks/${mine}/proof`, { receiver: 'Kim' })).data).toBe('tasks.refusals.nothingShipped');

    expect((await asCarrier('POST', `/v0/tasks/${mine}/carrierLabel`, { trackingNo: 'ELB-1', weight: 400_000, file })).code).toBe('OK');
    expect((await asCarrier('POST', `/v0/tasks/${mine}/carrierLabel`, { trackingNo: 'ELB-1' })).code).toBe('OK');
    const { data: parcels } = await asCarrier<Row[]>('GET', `/v0/parcels?taskId=${mine}`);
    expect(parcels).toMatchObject([{ trackingNo: 'ELB-1', labelState: 'foreign', labelFile: file }]);
    expect((await asCarrier<Row>('GET', `/v0/tasks/${mine}`)).data['status']).toBe('packed');

    expect((await asCarrier('POST', `/v0/tasks/${mine}/proof`, { receiver: 'Kim Berg', file: await upload(carrier) })).code).toBe('OK');
    expect((await asCarrier<Row>('GET', `/v0/tasks/${mine}`)).data['status']).toBe('delivered');
    const merchant = await server.signIn('merchant');
    expect((await fetch(`${server.url}/v0/static/${file}`, { headers: { 'x-token': merchant } })).status).toBe(200);
  });

  it('answers what it was asked, sees no other carrier’s price, and cannot take an offer', async () => {
    const body = { merchantId: ids['M-1001'], origin: place('Hamburg'), destination: place('Bremen'), pieces: '1 × 120×80×100 cm, 90 kg' };
    const { data: quote } = await server.call<Row>('POST', '/v0/transportQuotes', body, admin);
    await server.call('POST', `/v0/offers/ask/${quote.id}`, { carrierIds: [ids['FORWARDER'], ids['DHL']] }, admin);
    const { data: offers } = await asCarrier<Row[]>('GET', '/v0/offers');
    expect(offers.map((row) => row['carrierId'])).toEqual([ids['FORWARDER']]);
    const [mine] = offers;
    expect(
      (await asCarrier<Row>('PUT', `/v0/offers/${mine?.id}`, { version: mine?.version, price: 9_900, transitDays: 1 })).data['state'],
    ).toBe('offered');
    // The action of the row answers at once, without the form.
    expect((await asCarrier('POST', `/v0/offers/${mine?.id}/offer`, { price: 9_500, note: 'By noon' })).code).toBe('OK');
    expect((await asCarrier<Row>('GET', `/v0/offers/${mine?.id}`)).data).toMatchObject({ state: 'offered', price: 9_500, note: 'By noon' });
    expect((await asCarrier('POST', `/v0/offers/${mine?.id}/offer`, { note: 'no price' })).code).toBe('InvalidInput');
    const { data: all } = await server.call<Row[]>('GET', `/v0/offers?taskId=${quote.id}`, undefined, admin);
    const foreign = all.find(({ id }) => id !== mine?.id);
    expect((await asCarrier('PUT', `/v0/offers/${foreign?.id}`, { version: 1, price: 1 })).code).toBe('NotFound');
    expect((await asCarrier('POST', `/v0/offers/${mine?.id}/accept`)).code).toBe('NotAllowed');
    expect((await asCarrier('GET', `/v0/offers/of/${quote.id}`)).code).toBe('NotAllowed');
    for (const area of ['merchants', 'items', 'containers', 'transportQuotes', 'roles', 'stockBalances'])
      expect((await asCarrier('GET', `/v0/${area}`)).code).toBe('NotAllowed');
  });

  it('without a carrier of its own, an account of that role sees nothing', async () => {
    await server.pool.query(`update users set carrier_id = null where account = 'carrier@kontor.example'`);
    expect((await asCarrier<Row[]>('GET', '/v0/tasks')).data).toEqual([]);
    await server.pool.query(`update users set carrier_id = $1 where account = 'carrier@kontor.example'`, [ids['FORWARDER']]);
  });
});

describe('users of carriers', () => {
  it('are made by staff, get the carrier’s role and nothing more', async () => {
    const manager = await server.signIn('manager');
    const body = { account: 'dispo@elbe.example', name: 'Dora Dispo', carrierId: ids['FORWARDER'] };
    const { data, code } = await server.call<Row>('POST', '/v0/users', body, manager);
    expect(code).toBe('OK');
    expect(data).toMatchObject({ type: 20, carrierId: ids['FORWARDER'], merchantId: null });
    expect(data['roleIdsLabels']).toHaveLength(1);
    const { data: listed } = await server.call<Row[]>('GET', '/v0/users?carrierId.null=false', undefined, manager);
    expect(listed.map((row) => row['account'])).toContain('dispo@elbe.example');
  });
});

describe('a file of one of a carrier’s people (P17)', () => {
  let colleague: string;
  let other: string;
  let merchant: string;
  /** Somebody else with the carrier's role. */
  const hired = async (account: string, code: string): Promise<string> => {
    await server.pool.query(
      `insert into users (account, name, type, role_ids, carrier_id, passwd_hash)
       select $1, $1, type, role_ids, $2, passwd_hash from users where account = 'carrier@kontor.example'`,
      [account, ids[code]],
    );
    return server.signIn(account);
  };
  const reads = async (token: string, file: string): Promise<number> =>
    (await fetch(`${server.url}/v0/static/${file}`, { headers: { 'x-token': token } })).status;
  beforeAll(async () => {
    [colleague, other, merchant] = [
      await hired('colleague@elbe.example', 'FORWARDER'),
      await hired('driver@dhl.example', 'DHL'),
      await server.signIn('merchant'),
    ];
  });

  it('is for the colleagues and the house, not for another carrier and not for a merchant', async () => {
    const file = await upload(carrier);
    expect(await Promise.all([carrier, colleague, admin, other, merchant].map((token) => reads(token, file)))).toEqual([
      200, 200, 200, 404, 404,
    ]);
    const listed = async (token: string) => (await server.call<Row[]>('GET', '/v0/files', undefined, token)).data.map(({ id }) => id);
    const row = file.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect(await listed(colleague)).toContain(row);
    for (const token of [other, merchant]) expect(await listed(token)).not.toContain(row);
  });

  it('does not exist for a merchant in the database either', async () => {
    const file = await upload(carrier);
    const merchantId = ids['M-1001'] ?? '';
    const actor = { userId: merchantId, actingId: merchantId, merchantId, sessionId: merchantId, type: 10 } as unknown as Actor;
    const seen = await asActor(createDb(server.pool), actor, 'test', async (tx) =>
      rowsOf(await tx.execute(sql`select id from files where replace(id::text, '-', '') = ${file}`)),
    );
    expect(seen).toEqual([]);
  });

  it('what the house brings is the carrier’s to read too: the label of its parcel, the paper of its bill', async () => {
    const [label, paper] = [await upload(admin), await upload(admin)];
    const mine = await order('FORWARDER');
    await asCarrier('POST', `/v0/tasks/${mine}/carrierLabel`, { trackingNo: 'ELB-9' });
    const { data: parcels } = await asCarrier<Row[]>('GET', `/v0/parcels?taskId=${mine}`);
    const brought = await server.call('POST', `/v0/parcels/${parcels[0]?.id}/foreignLabel`, { trackingNo: 'ELB-9', file: label }, admin);
    expect(brought.code).toBe('OK');
    const bill = { carrierId: ids['FORWARDER'], theirNo: 'ES-PAPER', billDate: houseToday(), theirTotal: 0, file: paper };
    expect((await server.call('POST', '/v0/bills', bill, admin)).code).toBe('OK');
    // The label also belongs to the merchant's own parcel.
    expect(await Promise.all([colleague, other, merchant].map((token) => reads(token, label)))).toEqual([200, 404, 200]);
    expect(await Promise.all([colleague, other, merchant].map((token) => reads(token, paper)))).toEqual([200, 404, 404]);
  });

  it('names nobody’s file its own: a carrier cannot bill with a foreign paper, and so make it readable', async () => {
    const foreign = await upload(other);
    const { data: task } = await asCarrier<Row>('GET', `/v0/tasks/${await order('FORWARDER')}`);
    const made = await asCarrier('POST', `/v0/bills/of/${task.id}`, { theirNo: 'ES-F', billDate: houseToday(), price: 100, file: foreign });
    expect(made).toMatchObject({ code: 'InvalidInput', data: [{ path: 'file', rule: 'reference' }] });
    expect(await reads(carrier, foreign)).toBe(404);
  });
});

describe('users of a carrier (P17)', () => {
  const invite = (body: object) =>
    asCarrier<Row>('POST', '/v0/users', { name: 'Nora Fahrt', account: `${crypto.randomUUID()}@forwarder.example`, ...body });

  it('are invited, renamed and disabled by the carrier, with its role and nothing more', async () => {
    const { code, data: made } = await invite({ locale: 'de' });
    expect(code).toBe('OK');
    const { rows } = await server.pool.query(
      `select u.carrier_id, u.merchant_id, u.type, (select array_agg(key) from roles where id = any (u.role_ids)) as roles,
        (select count(*)::int from invitations i where i.user_id = u.id and i.ended_at is null) as invitations from users u where id = $1`,
      [made.id],
    );
    expect(rows).toEqual([{ carrier_id: ids['FORWARDER'], merchant_id: null, type: 20, roles: ['carrier'], invitations: 1 }]);
    const named = await asCarrier<Row>('PUT', `/v0/users/${made.id}`, { version: made.version, name: 'Nora Fahrt-Weg' });
    expect(named.data).toMatchObject({ name: 'Nora Fahrt-Weg' });
    expect((await asCarrier('POST', `/v0/users/${made.id}/invitation`, { by: 'link' })).data).toMatchObject({
      link: expect.stringContaining('http'),
    });
    const off = { version: named.data.version, disabledAt: new Date().toISOString() };
    expect((await asCarrier('PUT', `/v0/users/${made.id}`, off)).code).toBe('OK');
  });

  it('are those of the own carrier: no other account is seen or changed', async () => {
    const { data } = await asCarrier<Row[]>('GET', '/v0/users');
    expect(data.length).toBeGreaterThan(0);
    expect(data.every((row) => row['carrierId'] === ids['FORWARDER'])).toBe(true);
    const { rows } = await server.pool.query(`select id, version from users where account = any ($1)`, [
      ['admin@kontor.example', 'merchant@kontor.example', 'employee@kontor.example'],
    ]);
    for (const { id, version } of rows) {
      expect((await asCarrier('GET', `/v0/users/${id}`)).code).toBe('NotFound');
      expect((await asCarrier('PUT', `/v0/users/${id}`, { version, name: 'Taken' })).code).toBe('NotFound');
      expect((await asCarrier('POST', `/v0/users/${id}/invitation`, { by: 'link' })).code).toBe('NotFound');
    }
  });

  it('get no merchant, role, type or other carrier from a carrier, new or changed, one by one or in bulk', async () => {
    const { rows } = await server.pool.query(`select id from roles where key = 'admin'`);
    const grabs = [
      { merchantId: ids['M-1001'] },
      { carrierId: ids['DHL'] },
      { roleIds: [rows[0].id] },
      { type: 200 },
      { training: true },
      { subOf: (await server.pool.query(`select id from users where account = 'admin@kontor.example'`)).rows[0].id },
    ];
    const { data: made } = await invite({});
    for (const grab of grabs) {
      expect((await invite(grab)).code, JSON.stringify(grab)).toBe('InvalidInput');
      const changed = await asCarrier('PUT', `/v0/users/${made.id}`, { version: made.version, ...grab });
      expect(changed.code, JSON.stringify(grab)).toBe('InvalidInput');
    }
    for (const path of ['', '/recover', '/purge'])
      expect((await asCarrier(path === '/recover' ? 'PUT' : 'DELETE', `/v0/users/${made.id}${path}`)).code).toBe('NotAllowed');
    expect((await asCarrier('GET', `/v0/users/${made.id}/sessions`)).code).toBe('NotAllowed');
    expect((await asCarrier('GET', '/v0/roles')).code).toBe('NotAllowed');
  });

  it('do not lock themselves out, and no answer has what the house keeps of an account', async () => {
    const { data } = await asCarrier<Row[]>('GET', '/v0/users');
    const own = data.find((row) => row['account'] === 'carrier@kontor.example');
    const off = await asCarrier('PUT', `/v0/users/${own?.id}`, { version: own?.version, disabledAt: new Date().toISOString() });
    expect(off).toMatchObject({ code: 'InvalidInput', data: [{ path: 'disabledAt', rule: 'notOwn' }] });
    expect(JSON.stringify(data)).not.toMatch(/argon2|Hash"/);
  });
});
