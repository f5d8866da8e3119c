import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { createDb } from '../../server/core/db/client.ts';
import { notifyFreeDays } from '../../server/modules/freight/containers/alarms.ts';
import { finishDelivered } from '../../server/modules/shipping/tracking.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Container = {
  id: string;
  no: string;
  version: number;
  status: string;
  inboundId: string | null;
  lastFreeDay: string | null;
  containerNo: string;
  arrivedAt: string | null;
  pickedUpAt: string | null;
  emptyDue: string | null;
  returnedAt: string | null;
  tariffId: string | null;
};
type Task = { id: string; no: string; kind: string; status: string; pieces: number; refOrderId: string; deletedAt: string | null };

let server: TestServer;
let desk: string;
let merchant: string;
let merchantId: string;
let otherId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  const { rows } = await server.pool.query(`select no, id from merchants where no in ('M-1001', 'M-1002') order by no`);
  [merchantId, otherId] = rows.map((row) => row.id);
});
afterAll(() => server.close());

const BOX = { vessel: 'Ever Given', voyage: '045W', eta: '2026-12-01', freeDays: 5, packingList: 'TEE-EARL-250 40\nTEE-KANNE-1L 12' };
const announce = (containerNo: string, more: Record<string, unknown> = {}, token = desk) =>
  server.call<Container>('POST', '/v0/containers', { merchantId, containerNo, ...BOX, ...more }, token);
const read = async (id: string) => (await server.call<Container>('GET', `/v0/containers/${id}`, undefined, desk)).data;
const command = (id: string, name: string, body: unknown = {}, token = desk) =>
  server.call('POST', `/v0/tasks/${id}/command/${name}`, body, token);
const devan = (id: string, token = desk) => server.call<{ inboundId: string }>('POST', `/v0/containers/${id}/devan`, undefined, token);

describe('a container order', () => {
  it('goes from the announcement over arrival and devanning to an inbound order of its goods, once', async () => {
    const { data: box } = await announce('csqu 305438 3');
    expect(box).toMatchObject({ containerNo: 'CSQU3054383', status: 'inProcess', lastFreeDay: '2026-12-06', inboundId: null });
    expect(box.no).toMatch(/^C-\d+$/);
    expect((await devan(box.id)).data).toBe('containers.refusals.notArrived');

    expect((await command(box.id, 'markUnderWay')).code).toBe('OK');
    expect((await read(box.id)).status).toBe('inTransit');
    expect((await command(box.id, 'markArrived')).code).toBe('OK');
    expect(await read(box.id)).toMatchObject({ status: 'delivered', arrivedAt: expect.any(String) });
    // Only parcels are closed by themselves once they were delivered long enough ago.
    await finishDelivered(createDb(server.pool), 0);
    expect((await read(box.id)).status).toBe('delivered');

    const { data } = await devan(box.id);
    const { data: order } = await server.call<Task>('GET', `/v0/tasks/${data.inboundId}`, undefined, desk);
    expect(order).toMatchObject({ kind: 'inbound', status: 'receiptPending', pieces: 52, refOrderId: `CSQU3054383 ${box.no}` });
    expect((await devan(box.id)).data.inboundId).toBe(data.inboundId);

    // The container is not done while its goods are being received.
    expect((await command(box.id, 'finish')).data).toBe('tasks.refusals.inboundOpen');
    await command(data.inboundId, 'requestCancel', { reason: 'Goods were never loaded' });
    expect((await command(box.id, 'finish')).code).toBe('OK');
    expect((await read(box.id)).status).toBe('finish');
  });

  it('with a wrong check digit is refused with the rule, and nothing is stored', async () => {
    const before = (await server.pool.query('select count(*)::int n from tasks')).rows[0].n;
    const { code, data } = await announce('CSQU3054384');
    expect({ code, data }).toEqual({ code: 'InvalidInput', data: [{ path: 'containerNo', rule: 'containerNo' }] });
    expect((await server.pool.query('select count(*)::int n from tasks')).rows[0].n).toBe(before);
  });

  it('with a SKU that is no item of the merchant’s is refused when it is typed, each of them named', async () => {
    expect((await announce('TEMU1234565', { packingList: 'TEE-EARL-250 4\nNO-SUCH 2\nNOR-THIS 1' })).data).toEqual([
      { path: 'packingList', rule: 'unknownItem', params: { sku: 'NO-SUCH' } },
      { path: 'packingList', rule: 'unknownItem', params: { sku: 'NOR-THIS' } },
    ]);
  });

  it('with an item that was deleted since is not devanned, and stays as it was', async () => {
    const { data: box } = await announce('TEMU1234565');
    await server.pool.query(`update containers set packing_list = E'TEE-EARL-250 4\\nNO-SUCH 2' where id = $1`, [box.id]);
    await command(box.id, 'markArrived');
    const answer = await devan(box.id);
    expect(answer.data).toEqual([{ path: 'packingList', rule: 'unknownItem', params: { sku: 'NO-SUCH' } }]);
    expect(await read(box.id)).toMatchObject({ status: 'delivered', inboundId: null });
  });

  const date = (id: string, body: object, token = desk) =>
    server.call<unknown>('POST', `/v0/containers/${id}/dates`, { reason: 'Entered after the weekend', ...body }, token);

  it('that arrived before somebody entered it is dated back with a reason, and its free days count from the day in the storehouse', async () => {
    const { data: box } = await announce('CSQU3054383', { voyage: 'back', freeDays: 5 });
    // Half past midnight in Hamburg is still the day before in UTC.
    const arrivedAt = '2026-01-04T23:30:00.000Z';
    expect((await date(box.id, { arrivedAt, reason: '' })).code).toBe('InvalidInput');
    expect((await date(box.id, { arrivedAt })).code).toBe('OK');
    expect(await read(box.id)).toMatchObject({ status: 'delivered', arrivedAt, lastFreeDay: '2026-01-10' });
    const { rows } = await server.pool.query(`select reason, payload from task_events where task_id = $1 and command = 'datesCorrected'`, [
      box.id,
    ]);
    expect(rows).toEqual([
      { reason: 'Entered after the weekend', payload: expect.objectContaining({ arrivedAt: { from: null, to: arrivedAt } }) },
    ]);
    expect((await date(box.id, { arrivedAt })).code).toBe('OK');
    expect((await date(box.id, {})).data).toEqual([{ path: 'underWayAt', rule: 'required' }]);
    expect((await date(box.id, { underWayAt: '2026-01-06T08:00:00.000Z' })).data).toEqual([{ path: 'underWayAt', rule: 'beforeStart' }]);
    expect((await date(box.id, { arrivedAt: '2099-01-01T00:00:00.000Z' })).data).toEqual([{ path: 'arrivedAt', rule: 'inFuture' }]);
    expect((await date(box.id, { devannedAt: '2026-01-06T08:00:00.000Z' })).data).toBe('containers.refusals.notDevanned');
    await devan(box.id);
    expect((await date(box.id, { devannedAt: '2026-01-06T08:00:00.000Z' })).code).toBe('OK');
    expect(await read(box.id)).toMatchObject({ devannedAt: '2026-01-06T08:00:00.000Z' });
    expect((await date(box.id, { arrivedAt }, merchant)).code).toBe('NotAllowed');
  });

  it('is picked up, devanned and returned empty; each step once, each date correctable, and a pick-up nobody entered moves with the devanning', async () => {
    const { data: box } = await announce('CSQU3054383', { voyage: 'steps', detentionFreeDays: 3 });
    const step = (name: string, token = desk) => server.call('POST', `/v0/containers/${box.id}/${name}`, undefined, token);
    expect((await step('pickUp')).data).toBe('containers.refusals.notArrived');
    await command(box.id, 'markArrived');
    expect((await step('pickUp', merchant)).code).toBe('NotAllowed');
    expect((await step('returnEmpty')).data).toBe('containers.refusals.notDevanned');
    expect(await date(box.id, { arrivedAt: '2026-01-02T08:00:00.000Z' })).toMatchObject({ code: 'OK' });
    await devan(box.id);
    expect((await date(box.id, { devannedAt: '2026-01-08T08:00:00.000Z' })).code).toBe('OK');
    expect(await read(box.id)).toMatchObject({ pickedUpAt: '2026-01-08T08:00:00.000Z', emptyDue: '2026-01-11' });
    expect((await date(box.id, { pickedUpAt: '2026-01-07T08:00:00.000Z' })).code).toBe('OK');
    expect(await read(box.id)).toMatchObject({ emptyDue: '2026-01-10', devannedAt: '2026-01-08T08:00:00.000Z' });
    expect((await step('returnEmpty')).code).toBe('OK');
    const { returnedAt } = await read(box.id);
    expect((await step('returnEmpty')).code).toBe('OK');
    expect(await read(box.id)).toMatchObject({ returnedAt });
    expect((await date(box.id, { returnedAt: '2026-01-07T09:00:00.000Z' })).data).toEqual([{ path: 'returnedAt', rule: 'beforeStart' }]);
  });

  it('that is held is not devanned', async () => {
    const { data: box } = await announce('MSKU0000006');
    await command(box.id, 'markArrived');
    await command(box.id, 'holdOn');
    expect((await read(box.id)).status).toBe('hold');
    expect((await devan(box.id)).data).toBe('tasks.refusals.blocked');
  });

  it('is announced by a merchant for the own goods only, and devanned by the house', async () => {
    const { data: box, code } = await announce('HLXU0000002', {}, merchant);
    expect(code).toBe('OK');
    expect((await announce('HLXU0000002', { merchantId: otherId, voyage: 'x' }, merchant)).code).toBe('InvalidInput');
    expect((await devan(box.id, merchant)).code).toBe('NotAllowed');
    const foreign = await announce('HLXU0000002', { merchantId: otherId, voyage: 'y', packingList: '' });
    expect((await server.call('GET', `/v0/containers/${foreign.data.id}`, undefined, merchant)).code).toBe('NotFound');
  });

  it('cancelled before it sailed leaves the list', async () => {
    const { data: box } = await announce('OOLU0000008');
    expect((await command(box.id, 'requestCancel', { reason: 'Booked twice' })).code).toBe('OK');
    const { data } = await server.call<Container[]>('GET', '/v0/containers', undefined, desk);
    expect(data.map(({ id }) => id)).not.toContain(box.id);
  });
});

describe('what a container costs beyond its free days', () => {
  const bands = (...steps: [from: number, perDay: number][]) => steps.map(([from, perDay]) => ({ id: randomUUID(), from, perDay }));
  const tariff = (more: object = {}) =>
    server.call<{ id: string; version: number }>(
      'POST',
      '/v0/containerTariffs',
      { name: 'Evergreen', shippingLine: 'Evergreen', freeDays: 2, demurrage: bands([1, 5500], [4, 9500]), detentionFreeDays: 4, ...more },
      desk,
    );
  const charges = (id: string, token = desk) =>
    server.call<Record<string, unknown>>('GET', `/v0/containers/${id}/charges`, undefined, token);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const dates = (id: string, body: object) => server.call('POST', `/v0/containers/${id}/dates`, { reason: 'Terminal', ...body }, desk);

  it('follows the tariff of its shipping line, by size where there is one, and its merchant sees the amount so far', async () => {
    const [all, large] = [await tariff(), await tariff({ name: 'Evergreen 45', sizeTypes: ['L5G1'], freeDays: 9 })];
    const ours = { shippingLine: 'EVERGREEN', freeDays: null };
    const { data: box } = await announce('EGHU1234562', ours, merchant);
    expect(box).toMatchObject({ tariffId: all.data.id, lastFreeDay: '2026-12-03' });
    expect((await announce('EGHU1234562', { ...ours, voyage: 'L', sizeType: 'L5G1' })).data.tariffId).toBe(large.data.id);
    expect((await announce('EGHU1234562', { ...ours, voyage: 'own', freeDays: 1 })).data.lastFreeDay).toBe('2026-12-02');
    expect((await charges(box.id)).data).toEqual({ currency: 'EUR', demurrage: null, detention: null });

    await command(box.id, 'markArrived');
    await dates(box.id, { arrivedAt: daysAgo(6) });
    // Six days since arrival, of which two are free: three at 55.00 and one at 95.00.
    const demurrage = { days: 4, amount: 26_000, perDay: 9500, ended: false };
    expect((await charges(box.id, merchant)).data).toMatchObject({ demurrage, detention: null });
    await dates(box.id, { pickedUpAt: daysAgo(5) });
    expect((await charges(box.id)).data).toMatchObject({
      demurrage: { days: 0, amount: 0, perDay: null, ended: true },
      detention: { days: 1, amount: null, ended: false },
    });
    const foreign = await announce('EGHU1234562', { merchantId: otherId, voyage: 'z', packingList: '' });
    expect((await charges(foreign.data.id, merchant)).code).toBe('NotFound');
  });

  it('keeps its price: a tariff that a container has is copied, not changed', async () => {
    const { data: made } = await tariff({ name: 'Hapag', shippingLine: 'Hapag', validFrom: '2020-01-01' });
    const change = (values: object, version: number) => server.call('PUT', `/v0/containerTariffs/${made.id}`, { version, ...values }, desk);
    expect((await change({ freeDays: 3 }, made.version)).code).toBe('OK');
    await announce('HLXU0000002', { voyage: 'tariff', shippingLine: 'Hapag' });
    expect((await change({ demurrage: bands([1, 1]) }, made.version + 1)).data).toBe('containerTariffs.refusals.used');
    expect((await change({ remark: 'As of the rate sheet of January' }, made.version + 1)).code).toBe('OK');
    expect((await tariff({ demurrage: bands([2, 100]) })).data).toEqual([{ path: 'demurrage', rule: 'bandsFromOne' }]);
    expect((await server.call('GET', '/v0/containerTariffs', undefined, merchant)).code).toBe('NotAllowed');
  });

  it('is told to office and merchant two days before the free days end, once, and again when the day is moved', async () => {
    const db = createDb(server.pool);
    const told = async (title: string): Promise<string[]> => {
      await Promise.all([notifyFreeDays(db), notifyFreeDays(db)]);
      const { rows } = await server.pool.query(
        `select u.account from messages m join users u on u.id = m.to_id where m.title like $1 and m.title like '%OOLU0000008%' order by 1`,
        [`%${title}%`],
      );
      return rows.map(({ account }) => account);
    };
    const { data: box } = await announce('OOLU0000008', { voyage: 'alarm', freeDays: 4, detentionFreeDays: 1 });
    await command(box.id, 'markArrived');
    expect(await told('last free day')).toEqual([]);
    await dates(box.id, { arrivedAt: daysAgo(2) });
    const people = ['employee@kontor.example', 'merchant@kontor.example'];
    expect(await told('last free day')).toEqual(expect.arrayContaining(people));
    const once = (await told('last free day')).length;
    await dates(box.id, { arrivedAt: daysAgo(3) });
    expect((await told('last free day')).length).toBe(2 * once);
    await server.call('POST', `/v0/containers/${box.id}/pickUp`, undefined, desk);
    expect(await told('return empty')).toEqual(expect.arrayContaining(people));
  });

  it('stands in the calendar as the last free day and the day of return, until it is picked up and returned', async () => {
    const { data: box } = await announce('MSKU0000006', { voyage: 'calendar', freeDays: 4, detentionFreeDays: 5 });
    const kinds = async () => {
      const [from, to] = [houseToday(), addDays(houseToday(), 20)];
      const { data } = await server.call<{ id: string; kind: string; title: string }[]>(
        'GET',
        `/v0/calendar?from=${from}&to=${to}`,
        undefined,
        desk,
      );
      return data.filter(({ id, kind }) => id === box.id && kind !== 'eta').map(({ kind, title }) => `${kind} ${title}`);
    };
    expect(await kinds()).toEqual([]);
    await command(box.id, 'markArrived');
    expect(await kinds()).toEqual([`lastFreeDay Northwind Traders · MSKU0000006 · ${box.no}`]);
    await devan(box.id);
    expect(await kinds()).toEqual([`emptyDue Northwind Traders · MSKU0000006 · ${box.no}`]);
    await server.call('POST', `/v0/containers/${box.id}/returnEmpty`, undefined, desk);
    expect(await kinds()).toEqual([]);
  });
});
