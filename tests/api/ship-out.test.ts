import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type House, openHouse, stockUp } from '../support/warehouse.ts';

type Story = { waiting: { wanted: number; places: { place: string; qty: number; why: string | null }[] }[] };
let server: TestServer;
let desk: string;
let merchant: string;
let house: House;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  house = await openHouse(server);
});
afterAll(() => server.close());

/** An item of which nothing is in the house yet, and an order of it. */
async function ordered(sku: string, qty: number): Promise<{ id: string; itemId: string }> {
  const item = await server.call<{ id: string }>('POST', '/v0/items', { merchantId: house.merchantId, sku, name: sku }, desk);
  expect(item.code, JSON.stringify(item.data)).toBe('OK');
  const consignee = addressOf({ name1: 'Paul Henriot' });
  const body = { kind: 'outbound', merchantId: house.merchantId, consignee, lines: [{ sku, qty }] };
  const { data } = await server.call<{ id: string }>('POST', '/v0/tasks', body, desk);
  return { id: data.id, itemId: item.data.id };
}
const command = (id: string, name: string, token = merchant) => server.call('POST', `/v0/tasks/${id}/command/${name}`, {}, token);
const story = async (id: string) => (await server.call<Story>('GET', `/v0/tasks/${id}/story`, undefined, merchant)).data;
const stock = (itemId: string, place: string, qty: number) => stockUp(server, house.merchantId, itemId, place, qty);
const statusOf = async (id: string) => (await server.pool.query('select status from tasks where id = $1', [id])).rows[0].status;

describe('ship out please', () => {
  it('is not answered "done" while nothing can be picked, and the order says where the goods are and why', async () => {
    const order = await ordered('WAIT-DOCK', 24);
    await stock(order.itemId, house.dock, 24);
    const answer = await command(order.id, 'shipOutPlease');
    expect({ code: answer.code, data: answer.data }).toEqual({ code: 'StateRefused', data: 'tasks.refusals.nothingPickable' });
    expect((await story(order.id)).waiting).toMatchObject([{ wanted: 24, places: [{ place: 'T-DOCK', qty: 24, why: 'atDock' }] }]);
    expect((await command(order.id, 'shipPart')).data).toBe('tasks.refusals.nothingPickable');
  });

  it('ships a part when that is asked for: what lies on a shelf goes, nobody waits for the rest', async () => {
    const order = await ordered('WAIT-PART', 5);
    await stock(order.itemId, house.dock, 3);
    await stock(order.itemId, house.shelves[0] ?? '', 2);
    expect((await command(order.id, 'shipOutPlease')).data).toBe('tasks.refusals.partPickable');
    expect((await command(order.id, 'shipPart')).code).toBe('OK');
    expect(await statusOf(order.id)).toBe('readyToPick');
    expect((await story(order.id)).waiting).toEqual([]);
  });

  it('goes on once the goods lie on a shelf', async () => {
    const order = await ordered('WAIT-SHELF', 2);
    await stock(order.itemId, house.shelves[1] ?? '', 2);
    expect((await command(order.id, 'shipOutPlease')).code).toBe('OK');
    expect(await statusOf(order.id)).toBe('readyToPick');
  });
});
