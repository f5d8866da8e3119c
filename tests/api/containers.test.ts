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

    expect((await command(box.id, 'finish')).code).toBe('OK');
    expect((await read(box.id)).status).toBe('finish');
  });

  it('with a wrong check digit is refused with the rule, and nothing is stored', async () => {
    const before = (await server.pool.query('select count(*)::int n from tasks')).rows[0].n;
    const { code, data } = await announce('CSQU3054384');
    expect({ code, data }).toEqual({ code: 'InvalidInput', data: [{ path: 'containerNo', rule: 'containerNo' }] });
    expect((await server.pool.query('select count(*)::int n from tasks')).rows[0].n).toBe(before);
  });

  it('with a SKU that is no item of the merchant’s is not devanned, and stays as it was', async () => {
    const { data: box } = await announce('TEMU1234565', { packingList: 'TEE-EARL-250 4\nNO-SUCH 2' });
    await command(box.id, 'markArrived');
    const answer = await devan(box.id);
    expect(answer.data).toEqual([{ path: 'packingList', rule: 'unknownItem', params: { sku: 'NO-SUCH' } }]);
    expect(await read(box.id)).toMatchObject({ status: 'delivered', inboundId: null });
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
    const foreign = await announce('HLXU0000002', { merchantId: otherId, voyage: 'y' });
    expect((await server.call('GET', `/v0/containers/${foreign.data.id}`, undefined, merchant)).code).toBe('NotFound');
  });

  it('cancelled before it sailed leaves the list', async () => {
    const { data: box } = await announce('OOLU0000008');
    expect((await command(box.id, 'requestCancel', { reason: 'Booked twice' })).code).toBe('OK');
    const { data } = await server.call<Container[]>('GET', '/v0/containers', undefined, desk);
    expect(data.map(({ id }) => id)).not.toContain(box.id);
  });
});
