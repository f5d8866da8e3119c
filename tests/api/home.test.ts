import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Home, QuestionOf } from '#contract/core/home';
import type { Mask } from '#contract/core/mask';
import { bothFilters, encodeFilters } from '#contract/core/query';
import type { Reminder } from '#contract/money/reminder';
import { createDb } from '../../server/core/db/client.ts';
import { TILES } from '../../server/modules/home/routes.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { loadServices } from '../../server/sample/services.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const homeOf = async (token: string): Promise<Home> => (await server.call<Home>('GET', '/v0/home', undefined, token)).data;
const maskOf = async (key: string, token: string): Promise<Mask> =>
  (await server.call<Mask>('GET', `/v0/masken/?q=${key}`, undefined, token)).data;

beforeAll(async () => {
  server = await startServer({ sample: true });
  const db = createDb(server.pool);
  await loadOrders({ config: server.config, db, log: { warn: (data) => expect(data).toBeUndefined() } });
  await loadServices(db);
});
afterAll(() => server.close());

describe('the numbers on Home', () => {
  it.each(['admin', 'manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'])(
    'are what the lists behind them count, as %s sees them',
    async (role) => {
      const token = await server.signIn(role);
      const { tiles } = await homeOf(token);
      expect(tiles.length).toBeGreaterThan(4);
      const wrong: string[] = [];
      for (const { key, area, filters, count } of tiles) {
        const mask = await maskOf(TILES.find((one) => one.key === key)?.mask ?? '', token);
        const query = new URLSearchParams(encodeFilters(bothFilters(mask.fixed ?? [], filters ?? mask.open ?? [])));
        const list = await server.call('GET', `/v0/${area}?l=1&${query}`, undefined, token);
        const { total } = list as unknown as { total: number };
        if (total !== count) wrong.push(`${key}: ${count} instead of ${total}`);
        // What the list does not know as a field of its screen it would drop from its address.
        for (const { field } of filters ?? []) if (!mask.fields[field]) wrong.push(`${key}: ${field} is no field of ${mask.key}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('lead only to screens and stations that the role may open', async () => {
    for (const role of ['employee', 'merchant', 'warehouse', 'carrier', 'finance']) {
      const token = await server.signIn(role);
      const { data: routes } = await server.call<string[]>('GET', '/v0/role/route', undefined, token);
      const { tiles } = await homeOf(token);
      const closed = tiles
        .flatMap(({ path, station }) => [path, ...(station ? [station] : [])])
        .filter((path) => !routes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
      expect(closed, role).toEqual([]);
    }
  });

  it('of a warehouse worker lead to the station where the work is done', async () => {
    const { tiles } = await homeOf(await server.signIn('warehouse'));
    expect(tiles.filter(({ station }) => station !== null).map(({ key }) => key)).toEqual([
      'toReceive',
      'toPutAway',
      'toPick',
      'toPack',
      'toLoad',
    ]);
  });

  it('are each found by an index, so that they cost what they count and not what there is (P38)', async () => {
    const client = await server.pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off');
      const unindexed: string[] = [];
      const statements = [
        `select 1 from tasks t where t.deleted_at is null and t.status = any(array['packed']) and t.cut_off_at < now()`,
        `select 1 from tickets t where t.state = any(array['waitsForUs'])`,
        `select 1 from transport_quotes t where t.status = any(array['inProcess'])`,
        `select 1 from collections t where t.status = any(array['inProcess'])`,
        `select 1 from quotations t where t.status = any(array['draft'])`,
        `select 1 from office_tasks t where t.state = any(array['open'])`,
        `select 1 from invoices t where t.open > 0 and t.overdue = true`,
        `select 1 from invoices t where t.status = 'draft'`,
        `select 1 from bills t where t.status = any(array['entered'])`,
        `select 1 from payments t where t.status = any(array['open']) and t.open > 0`,
        `select 1 from charges t where t.loss > 0 and t.happened_on >= current_date - 60`,
        `select 1 from charges t where t.state = 'noPrice'`,
        `select 1 from offers t where t.state = any(array['asked'])`,
        `select 1 from parcels t where t.handed_over_at >= now() - interval '14 days'`,
      ];
      for (const statement of statements) {
        const { rows } = await client.query(`explain ${statement}`);
        const plan = rows.map((row) => row['QUERY PLAN'] as string).join('\n');
        if (/Seq Scan/.test(plan) || !/Index/.test(plan)) unindexed.push(`${statement}\n${plan}`);
      }
      expect(unindexed).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a tile of Home', () => {
  it('says since when, how many pieces and how much money its rows are', async () => {
    const detailOf = async (role: string, key: string) =>
      (await homeOf(await server.signIn(role))).tiles.find((tile) => tile.key === key)?.detail;
    const { rows } = await server.pool.query(
      `select sum(pieces)::int as pieces from tasks where status in ('packed', 'readyToShip') and kind = 'outbound' and deleted_at is null`,
    );
    expect(await detailOf('warehouse', 'toLoad')).toEqual({ kind: 'pieces', pieces: rows[0].pieces });
    const owed = await server.pool.query(
      `select currency, sum(open)::int as amount from invoices where open > 0 and overdue and deleted_at is null group by 1 order by 2 desc`,
    );
    expect(owed.rows.length).toBeGreaterThan(0);
    expect(await detailOf('finance', 'invoicesOverdue')).toEqual({ kind: 'amounts', amounts: owed.rows });
    const oldest = await server.pool.query(
      `select min(status_since) as at from tasks t join users u on u.merchant_id = t.merchant_id and u.account = 'merchant@kontor.example'
       where status in ('customerHandlingAwaits', 'wrongAddress') and kind = 'outbound' and t.deleted_at is null`,
    );
    const since = await detailOf('merchant', 'needYourAnswer');
    expect(since?.kind === 'since' && Date.parse(since.at)).toBe(Math.floor(oldest.rows[0].at.getTime() / 1000) * 1000);
  });
});

describe('“Do these first”', () => {
  it('takes rows of several figures in turn, six at most, each once, and what is late before the rest', async () => {
    await server.pool.query(`update tasks set cut_off_at = now() - interval '1 hour' where id in (select id from tasks
      where kind = 'outbound' and status = 'readyToPack' and blocker is null and deleted_at is null order by no limit 1)`);
    for (const role of ['admin', 'employee', 'merchant', 'finance', 'carrier']) {
      const { first, tiles } = await homeOf(await server.signIn(role));
      const listed = TILES.filter(({ first: shown, key }) => shown && tiles.some((tile) => tile.key === key && tile.count > 0));
      const late = listed.filter(({ pastDue }) => pastDue).map(({ key }) => key);
      const order = first?.order ?? [];
      expect(new Set(order.map(({ id }) => id)).size, role).toBe(order.length);
      expect(order.length, role).toBeLessThanOrEqual(6);
      expect(order.map(({ id }) => id).toSorted(), role).toEqual(
        (first?.lists ?? []).flatMap(({ list }) => list.rows.map((row) => String(row['id']))).toSorted(),
      );
      // No figure of what is late is crowded out by the first one, and nothing stands before it.
      const shown = order.map(({ tile }) => tile);
      expect(shown, role).toEqual(expect.arrayContaining(late));
      if (late.length > 0) expect(late, role).toContain(shown[0]);
    }
    const office = (await homeOf(await server.signIn('admin'))).first?.order.map(({ tile }) => tile);
    expect(new Set(office)).toEqual(new Set(['ordersLate', 'ordersStuck', 'invoicesOverdue']));
    expect(office).toEqual(office?.toSorted((a, b) => TILES.findIndex(({ key }) => key === a) - TILES.findIndex(({ key }) => key === b)));
  });
});

describe('a row of “Do these first”', () => {
  const firstOf = async (role: string, figure: string) => {
    const { first } = await homeOf(await server.signIn(role));
    const found = first?.lists.find(({ tile }) => tile === figure);
    if (!found) throw new Error(`${role} has none of ${figure} to do first`);
    return found;
  };

  it('says why an order is stopped, with the reason that was given, and names what helps to those who may do it', async () => {
    const { rows: open } = await server.pool.query<{ id: string; kind: string; reason: string }>(
      `select task_id as id, kind, reason from task_blockers where resolved_at is null`,
    );
    const { list, reasons } = await firstOf('employee', 'ordersStuck');
    expect(reasons.map(({ id }) => id)).toEqual(list.rows.map(({ id }) => id));
    for (const { id, text, reason } of reasons) {
      const blocker = open.find((one) => one.id === id && text === `tasks.missing.${one.kind}`);
      expect(blocker?.reason, text.toString()).toBe(reason);
    }
    const held = reasons.find(({ text }) => text === 'tasks.missing.hold');
    expect(held?.action).toEqual({
      label: 'tasks.commands.shipOutPlease',
      path: null,
      does: { kind: 'command', name: 'shipOutPlease' },
    });
    const wrong = await firstOf('merchant', 'needYourAnswer');
    expect(wrong.reasons.map(({ text, action }) => ({ text, action }))).toEqual([
      {
        text: 'tasks.missing.wrongAddress',
        action: { label: 'tasks.commands.correctAddress', path: null, does: { kind: 'command', name: 'correctAddress' } },
      },
    ]);
  });

  it('names the cut-off of an order and who takes it, and leads to the station where its work is done', async () => {
    await server.pool.query(`update tasks set cut_off_at = now() - interval '1 hour' where id = (select id from tasks
      where kind = 'outbound' and status = 'readyToPack' and blocker is null and deleted_at is null order by no limit 1)`);
    const { list, reasons } = await firstOf('admin', 'ordersLate');
    const row = list.rows.find(({ status }) => status === 'readyToPack');
    const why = reasons.find(({ id }) => id === row?.['id']);
    expect(why).toMatchObject({
      text: 'tasks.missing.notPacked',
      due: row?.['cutOffAt'],
      by: row?.['carrierIdLabel'],
      action: { label: 'tasks.works.pack', path: `/wEP/packScanOrder?code=${String(row?.['no'])}`, does: null },
    });
  });

  it('says how late an invoice is, that its reminder is due, and until when its payment is promised', async () => {
    const token = await server.signIn('finance');
    const before = await firstOf('finance', 'invoicesOverdue');
    const [first] = before.list.rows;
    expect(before.reasons[0]).toMatchObject({ text: 'home.why.notReminded', action: { label: 'invoices.actions.remind' } });
    const reminderOf = async () =>
      (await server.call<Reminder>('GET', `/v0/invoices/${String(first?.['id'])}/reminder`, undefined, token)).data;
    expect(await reminderOf()).toEqual({ level: 1, reason: null, on: null, runId: null });
    const until = '2999-12-31';
    const answer = await server.call(
      'POST',
      `/v0/invoices/${String(first?.['id'])}/dunningHold`,
      { kind: 'promise', until, reason: 'By phone' },
      token,
    );
    expect(answer.code).toBe('OK');
    const { reasons } = await firstOf('finance', 'invoicesOverdue');
    // While a payment is promised, no reminder is due: what comes next is the payment.
    expect(reasons[0]).toMatchObject({
      text: 'home.why.promised',
      day: until,
      reason: 'By phone',
      action: { label: 'invoices.next.recordPayment' },
    });
    expect(await reminderOf()).toEqual({ level: 1, reason: 'promised', on: until, runId: null });
    expect(reasons[0]?.values['count']).toBeGreaterThan(0);
  });
});

describe('the questions on Home', () => {
  const ask = async <Kind extends Home['questions'][number]['kind']>(role: string, kind: Kind, key?: string): Promise<QuestionOf<Kind>> => {
    const { questions } = await homeOf(await server.signIn(role));
    const found = questions.find((one) => one.kind === kind && (key === undefined || one.key === key));
    if (!found) throw new Error(`${role} is not asked ${kind}`);
    return found as QuestionOf<Kind>;
  };

  it('are two at most, and those that the role decides by', async () => {
    const asked: Record<string, string[]> = {};
    for (const role of ['admin', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'])
      asked[role] = (await homeOf(await server.signIn(role))).questions.map(({ key }) => key);
    expect(asked).toEqual({
      admin: ['cutOffs', 'workload'],
      employee: ['cutOffs', 'workload'],
      merchant: ['shortages', 'workload'],
      warehouse: ['cutOffs', 'workload'],
      carrier: ['pickups', 'ownBills'],
      finance: ['receivables', 'payables'],
    });
  });

  it('count parcels by the day they left, fourteen days up to today, and what is still to be shipped', async () => {
    await server.pool.query(`update parcels set handed_over_at = now() where id in (select id from parcels limit 3)`);
    // One is late at every time of day; in the evening all others leave tomorrow.
    await server.pool.query(
      `update tasks set cut_off_at = now() - interval '1 hour' where id in (select id from tasks where kind = 'outbound' and status = 'readyToPick' and deleted_at is null order by no limit 1)`,
    );
    const { today, tiles } = await homeOf(await server.signIn('admin'));
    const { points, more } = await ask('admin', 'days');
    expect(points).toHaveLength(14);
    expect(points.at(-1)?.at).toBe(today);
    const { rows } = await server.pool.query(`select count(*)::int as n from parcels where handed_over_at is not null`);
    expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(rows[0].n);
    const open = tiles.filter(({ key }) => ['ordersLate', 'leavingToday'].includes(key)).reduce((sum, { count }) => sum + count, 0);
    expect(more).toBe(open);
    expect(open).toBeGreaterThan(0);
  });

  it('show open invoices by age as the balance does', async () => {
    const { rows } = await server.pool.query(
      `select sum(open)::int as open from invoices where open > 0 and kind = 'invoice' and currency = 'EUR'`,
    );
    const { currency, parts } = await ask('finance', 'parts', 'receivables');
    expect(currency).toBe('EUR');
    expect(parts.reduce((all, { value }) => all + value, 0)).toBe(rows[0].open);
  });

  it('name the goods of a merchant that are below their minimum, the shortest first, and nobody else’s', async () => {
    const own = await server.pool.query(`select merchant_id as id from users where account = 'merchant@kontor.example'`);
    const free = await server.pool.query(
      `select i.id, i.merchant_id as "merchantId", coalesce((select sum(b.on_hand - b.reserved) from stock_balances b join compartments c on c.id = b.compartment_id
         where b.item_id = i.id and b.deleted_at is null and kontor_promisable(b.condition, c.kind, c.blocked_reason)), 0)::int as free
       from items i where i.deleted_at is null and i.kind = 'physical' order by i.sku`,
    );
    const mine = free.rows.filter((row) => row.merchantId === own.rows[0].id && row.free > 0).slice(0, 2);
    const foreign = free.rows.find((row) => row.merchantId !== own.rows[0].id);
    await server.pool.query(`update items set min_stock = null`);
    const want = (id: string, minStock: number) => server.pool.query('update items set min_stock = $2 where id = $1', [id, minStock]);
    await want(mine[0].id, mine[0].free + 1);
    await want(mine[1].id, mine[1].free * 4);
    await want(foreign.id, foreign.free + 100);
    const { items, total } = await ask('merchant', 'shortages');
    expect(items.map(({ id, free: left }) => ({ id, free: left }))).toEqual([
      { id: mine[1].id, free: mine[1].free },
      { id: mine[0].id, free: mine[0].free },
    ]);
    expect(total).toBe(2);
  });
});
