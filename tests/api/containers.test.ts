import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
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
