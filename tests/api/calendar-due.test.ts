import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { createDb } from '../../server/core/db/client.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { loadServices } from '../../server/sample/services.ts';
import { loadTrade } from '../../server/sample/trade.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Entry = { id: string; area: string; kind: string; title: string; startDay: string; moves: string | null };
const MONEY = ['invoiceDue', 'billDue', 'quotationEnds', 'goodsExpected'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: true });
  const db = createDb(server.pool);
  await loadOrders({ config: server.config, db, log: { warn: (data) => expect(data).toBeUndefined() } });
  await loadServices(db);
  await loadTrade(db);
});
afterAll(() => server.close());

const kinds = async (role: string): Promise<Entry[]> => {
  const today = houseToday();
  const path = `/v0/calendar?from=${addDays(today, -30)}&to=${addDays(today, 31)}`;
  return (await server.call<Entry[]>('GET', path, undefined, await server.signIn(role))).data;
};

describe('what falls due', () => {
  it('stands in the calendar on its day: invoices, bills, quotations, expected goods', async () => {
    const entries = await kinds('manager');
    for (const kind of MONEY) expect(entries.filter((entry) => entry.kind === kind).length, kind).toBeGreaterThan(0);
    const { rows } = await server.pool.query(
      `select id, due_date::text as day, concat_ws(' · ', party_name, no) as title from invoices where open > 0 and kind = 'invoice' order by due_date desc limit 1`,
    );
    expect(entries).toContainEqual(expect.objectContaining({ id: rows[0].id, startDay: rows[0].day, title: rows[0].title, moves: null }));
  });

  it('is no longer there once it is settled, answered or received', async () => {
    await server.pool.query(`update purchase_orders set status = 'received' where status in ('ordered', 'partlyReceived')`);
    await server.pool.query(`update quotations set status = 'declined' where status = 'sent'`);
    const left = (await kinds('manager')).map(({ kind }) => kind);
    expect(left).not.toContain('goodsExpected');
    expect(left).not.toContain('quotationEnds');
  });

  it('moves with its record where the house plans the day, for those who may change the record', async () => {
    const tomorrow = addDays(houseToday(), 1);
    const token = await server.signIn('manager');
    const dated = (await kinds('manager')).filter(({ kind }) => kind === 'eta' || kind === 'pickup');
    for (const { id, area, kind, moves } of dated) {
      const path = `/v0/${area}/${id}`;
      const { data: row } = await server.call<{ version: number; arrivedAt?: string | null }>('GET', path, undefined, token);
      if (row.arrivedAt) expect(moves, kind).toBeNull();
      if (moves === null) continue;
      expect((await server.call('PUT', path, { version: row.version, [moves]: tomorrow }, token)).code, kind).toBe('OK');
    }
    const moved = (await kinds('manager')).filter(
      ({ id, moves }) => moves !== null && dated.some((one) => one.id === id && one.moves === moves),
    );
    expect(new Set(moved.map(({ kind }) => kind))).toEqual(new Set(['eta', 'pickup']));
    expect(new Set(moved.map(({ startDay }) => startDay))).toEqual(new Set([tomorrow]));
    await server.pool.query(
      `update roles set privilege_ids = array_replace(privilege_ids, (select id from privileges where key = 'containers.*'), (select id from privileges where key = 'containers.read')) where key = 'employee'`,
    );
    const read = (await kinds('employee')).filter(({ kind }) => kind === 'eta');
    expect(new Set(read.map(({ moves }) => moves))).toEqual(new Set([null]));
  });

  it('is not told to who may not read the papers', async () => {
    const seen = (await kinds('employee')).map(({ kind }) => kind);
    expect(seen).not.toContain('invoiceDue');
    expect(seen).not.toContain('billDue');
  });
});
