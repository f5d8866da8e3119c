import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Floor, openFloor } from '../support/floor.ts';
import { type Counter, statementCounter } from '../support/statements.ts';
import { stockUp } from '../support/warehouse.ts';

/** How many statements the calls of the daily work make: a call whose number grows with the rows gets slower as the house grows. */
describe('a call of the daily work asks the database a fixed, small number of times (P38)', () => {
  let floor: Floor;
  let token: string;
  let count: Counter;
  beforeAll(async () => {
    floor = await openFloor();
    token = await floor.server.signIn('admin');
    count = statementCounter(floor.server);
    // A first call may read what is kept afterwards.
    await count('GET', '/v0/tasks?l=25', token);
  });
  afterAll(() => floor.server.close());

  it('a list, however many rows it shows', async () => {
    const few = await count('GET', '/v0/tasks?l=5', token);
    const many = await count('GET', '/v0/tasks?l=100', token);
    expect(few.length).toBeLessThanOrEqual(3);
    expect(many.length).toBeLessThanOrEqual(few.length);
  });

  it('the page of an order, however many lines it has', async () => {
    const skus = await Promise.all([1, 2, 3, 4].map(async () => (await floor.makeItem()).sku));
    const pageOf = async (ordered: string[]): Promise<number> => {
      const id = await floor.make(
        'outbound',
        ordered.map((sku) => ({ sku, qty: 1 })),
      );
      return (await count('GET', `/v0/tasks/${id}`, token)).length + (await count('GET', `/v0/tasks/${id}/story`, token)).length;
    };
    const one = await pageOf(skus.slice(0, 1));
    expect(one).toBeLessThanOrEqual(13);
    expect(await pageOf(skus)).toBe(one);
  });

  it('home', async () => {
    // Three of them decide whether overdue invoices are reminded next.
    expect((await count('GET', '/v0/home', token)).length).toBeLessThanOrEqual(13);
  });

  it('the palette, over all areas at once', async () => {
    const statements = await count('GET', '/v0/search?q=an', token);
    expect(statements.length).toBeLessThanOrEqual(5);
  });

  it('one scan', async () => {
    const { server, house, makeItem, make, walks, listFor, shelf } = floor;
    const item = await makeItem();
    await stockUp(server, house.merchantId, item.id, shelf(0), 3);
    const task = await make('outbound', [{ sku: item.sku, qty: 3 }]);
    await listFor([task]);
    const [walk] = await walks(task);
    const authorId: string = (await floor.rows(`select id from users where account = 'admin@kontor.example'`))[0].id;
    const act = { do: 'pick' as const, picklistLineId: walk.id, qty: 1, serial: '', cartId: house.cart };
    const event = floor.scanner.event(act, { profile: 'pickingScan' });
    const statements = await count('POST', '/v0/scan/events', token, {
      deviceId: floor.scanner.id,
      stationId: house.stationId,
      authorId,
      events: [event],
    });
    expect(statements.length).toBeLessThanOrEqual(20);
  });
});
