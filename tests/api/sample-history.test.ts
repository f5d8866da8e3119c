import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import type { Mask } from '#contract/core/mask';
import { bothFilters, encodeFilters } from '#contract/core/query';
import { statusOf } from '#contract/orders/status';
import { anchorAudit, anchorFile } from '../../server/core/audit/anchor-file.ts';
import { auditKey, lockAudit, sealAudit } from '../../server/core/audit/chain.ts';
import { verifyChain } from '../../server/core/audit/verify.ts';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { rowsOf } from '../../server/core/http/select.ts';
import { readFacts } from '../../server/modules/orders/facts.ts';
import { makePicklists } from '../../server/modules/orders/make-picklist.ts';
import { latestCheckpoint, makeCheckpoint, settledInstant } from '../../server/modules/stock/checkpoint.ts';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { readProof } from '../../server/modules/stock/proof.ts';
import { named, namesOf, scan } from '../../server/sample/crew.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { loadSample, planSample } from '../../server/sample/sample.ts';
import { loadServices } from '../../server/sample/services.ts';
import { loadShelf } from '../../server/sample/shelf.ts';
import { loadTrade } from '../../server/sample/trade.ts';
import { AREAS } from '../../src/resources/index.ts';
import { line } from '../support/books.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The sample house with its 90 days of history, and today's work on top of it. */

let server: TestServer;
let db: Db;
const log = { warn: (data: object) => expect(data).toBeUndefined(), info: () => undefined };
const rows = async <T = Record<string, number>>(text: string): Promise<T[]> => (await server.pool.query(text)).rows as T[];
const count = async (text: string): Promise<number> => Number((await rows<{ n: string }>(`select count(*) as n from ${text}`))[0]?.n);

beforeAll(async () => {
  server = await startServer();
  db = createDb(server.pool);
  expect(await loadSample(server.pool, planSample({ history: true }))).toBe(true);
  await loadOrders({ config: server.config, db, log });
  await loadServices(db);
  await loadShelf(db);
  await loadTrade(db);
});
afterAll(() => server.close());

it('has a label to check of each kind that people decide on, and tells nobody of them at the first start', async () => {
  const found = await rows<{ kind: string; state: string }>('select kind, state from label_findings order by kind');
  expect(found).toEqual(['maybeBought', 'twoNumbers', 'voidedLocally'].map((kind) => ({ kind, state: 'open' })));
  expect(await count('label_findings where told_at is null')).toBe(0);
});

describe('the proofs', () => {
  it('hold for the stock: over all rows, quickly, and from a checkpoint on', async () => {
    expect((await readInvariants(server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
    expect((await readProof(db)).broken).toBe(0);
    // Where the sample took minutes, the server's own job was first.
    await makeCheckpoint(db, (await settledInstant(db)) ?? '', 1_000);
    expect((await latestCheckpoint(db)).no).toBeGreaterThan(0);
    expect((await readProof(db)).broken).toBe(0);
    expect((await readInvariants(server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('hold for every status: it is what follows from the facts', async () => {
    const ids = (await rows<{ id: string }>('select id from tasks')).map(({ id }) => id);
    const wrong: string[] = [];
    for (let from = 0; from < ids.length; from += 1_000)
      for (const { no, status, facts } of await readFacts(db, ids.slice(from, from + 1_000)))
        if (statusOf(facts) !== status) wrong.push(`${no} is ${status} and should be ${statusOf(facts)}`);
    expect(wrong).toEqual([]);
  });

  it('hold for kept counters: pieces of orders and parcels, parcels and weight of loading lists, messages of tickets', async () => {
    expect(
      await count(`tasks t join lateral (select sum(ordered - cancelled) as ordered, sum(picked) as picked, sum(shipped) as shipped, sum(received) as received, sum(put_away) as away
        from task_lines where task_id = t.id) l on true where (t.pieces, t.picked, t.shipped, t.received, t.put_away) <> (l.ordered, l.picked, l.shipped, l.received, l.away)`),
    ).toBe(0);
    expect(await count('parcels p where pieces <> (select coalesce(sum(qty), 0) from parcel_contents where parcel_id = p.id)')).toBe(0);
    expect(
      await count(
        `loading_lists l where (parcels, weight) <> (select count(*), coalesce(sum(p.weight), 0) from parcels p where p.loading_list_id = l.id and p.state <> 'void')`,
      ),
    ).toBe(0);
    expect(
      await count('tickets t where messages <> (select count(*) from ticket_messages m where m.ticket_id = t.id and not internal)'),
    ).toBe(0);
  });

  it('hold for the books: every entry, every account, every document, and numbers without a gap', async () => {
    expect(await rows('select entry_id from transactions group by entry_id, currency having sum(debit - credit) <> 0')).toEqual([]);
    expect(await rows('select entry_id from transactions group by entry_id having sum(base) <> 0')).toEqual([]);
    expect(
      await count(`accounts a left join (select account_id, sum(debit - credit) as balance, sum(base) as base from transactions group by 1) t on t.account_id = a.id
        where (a.balance, a.base) <> (coalesce(t.balance, 0), coalesce(t.base, 0))`),
    ).toBe(0);
    for (const [table, key] of [
      ['invoices', 'invoice_id'],
      ['bills', 'bill_id'],
      ['payments', 'payment_id'],
    ])
      expect(
        await count(
          `${table} d where kind_of(d) <> 0`.replace(
            'kind_of(d)',
            `settled - (select coalesce(sum(amount), 0) from allocations where ${key} = d.id${table === 'invoices' ? ' or credit_id = d.id' : ''})`,
          ),
        ),
        table,
      ).toBe(0);
    expect(
      await count(`invoice_circles c where last <> (select count(*) from invoices where no like c.circle || '-' || c.year || '-%')`),
    ).toBe(0);
  });

  it('hold for the audit log', async () => {
    const key = auditKey(server.config);
    // Only rows older than two minutes are sealed. The server's own job may have sealed the first rows: those stay as they are.
    await db.transaction(async (tx) => {
      await lockAudit(tx);
      await tx.execute(sql`alter table audit_log disable trigger user`);
      await tx.execute(
        sql`update audit_log set at = at - interval '1 hour' where id > (select coalesce(max(audit_id), 0) from audit_seal)`,
      );
      await tx.execute(sql`alter table audit_log enable trigger user`);
    });
    await sealAudit(db, key);
    await anchorAudit({ db, key, dataDir: server.config.KONTOR_DATA, log });
    const { rows: sealed } = await verifyChain({ db, key, file: anchorFile(server.config.KONTOR_DATA), alone: true });
    expect(sealed).toBe(await count('audit_seal'));
    expect(sealed).toBeGreaterThan(1_000);
  });

  it('hold for references, indexes and triggers: all are as they were before', async () => {
    expect(await rows(`select conname from pg_constraint where contype = 'f' and not convalidated`)).toEqual([]);
    expect(await rows(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual([]);
    const other = await startServer();
    const all = `select conrelid::regclass::text as t, conname as n, pg_get_constraintdef(oid) as d from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`;
    const indexes = `select indexdef, obj_description(indexname::regclass) as comment from pg_indexes where schemaname = 'public' order by indexname`;
    const before = [(await other.pool.query(all)).rows, (await other.pool.query(indexes)).rows];
    await other.close();
    expect([await rows(all), await rows(indexes)]).toEqual(before);
  });
});

describe('the business', () => {
  it('has the size of a quarter of a year', async () => {
    const sizes: [string, number, number][] = [
      [`tasks where kind = 'outbound'`, 5_990, 6_060],
      [`tasks where kind = 'retour'`, 240, 480],
      [`tasks where kind = 'inbound'`, 25, 70],
      ['containers', 6, 14],
      ['task_lines', 9_000, 13_000],
      ['stock_moves', 25_000, 40_000],
      ['scans', 20_000, 36_000],
      ['parcels', 5_500, 7_000],
      ['picklists', 400, 900],
      ['loading_lists', 150, 210],
      ['tickets', 80, 170],
      ['attendances', 380, 700],
      ['counts', 10, 15],
      [`invoices where status <> 'draft'`, 20, 40],
      ['bills', 18, 40],
      ['payments', 20, 60],
    ];
    const wrong: string[] = [];
    for (const [table, least, most] of sizes) {
      const n = await count(table);
      if (n < least || n > most) wrong.push(`${table}: ${n} is not between ${least} and ${most}`);
    }
    expect(wrong).toEqual([]);
  });

  it('has a rhythm of days, grows, and has the peak of a sale', async () => {
    const days = await rows<{
      day: string;
      weekday: number;
      n: number;
    }>(`select day::text, extract(dow from day)::int as weekday, count(*)::int as n
      from (select (created_at at time zone 'Europe/Berlin')::date as day from tasks where kind = 'outbound') t where day < (now() at time zone 'Europe/Berlin')::date group by 1, 2 order by 1`);
    const mean = (of: readonly { n: number }[]): number => of.reduce((sum, { n }) => sum + n, 0) / of.length;
    expect(days.length).toBe(90);
    expect(mean(days.filter(({ weekday }) => weekday === 1))).toBeGreaterThan(1.2 * mean(days.filter(({ weekday }) => weekday === 6)));
    expect(mean(days.slice(-28))).toBeGreaterThan(1.1 * mean(days.slice(0, 28)));
    const peak = days.toSorted((a, b) => b.n - a.n)[0];
    expect([1, 5]).toContain(peak?.weekday);
    expect(peak?.n).toBeGreaterThan(1.6 * mean(days));
    // Nothing leaves on a Sunday, and no parcel leaves at midnight.
    const hours = await rows<{ dow: number; hour: number }>(
      `select distinct extract(dow from at)::int as dow, extract(hour from at)::int as hour from (select handed_over_at at time zone 'Europe/Berlin' as at from parcels
        where handed_over_at < (now() at time zone 'Europe/Berlin')::date::timestamp at time zone 'Europe/Berlin') p`,
    );
    expect(hours.every(({ dow, hour }) => dow !== 0 && dow !== 6 && hour >= 9 && hour <= 22)).toBe(true);
  });

  it('opens for every role: its lists, and its charts on Home', async () => {
    const screens = AREAS.flatMap(({ routes }) => routes).filter((route) => route.mask && !route.page && !route.hidden);
    for (const role of ['admin', 'manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance']) {
      const token = await server.signIn(role);
      const { data: open } = await server.call<string[]>('GET', '/v0/role/route', undefined, token);
      const own = screens.filter(({ path }) => open.some((prefix) => prefix === '*' || path === prefix || path.startsWith(`${prefix}/`)));
      const refused: string[] = [];
      let opened = 0;
      for (const { path, mask: key = '' } of own) {
        const asked = await server.call<Mask>('GET', `/v0/masken/?q=${key}`, undefined, token);
        // The screens below a path of a role may still be closed to it.
        if (asked.code !== 'OK') continue;
        const mask = asked.data;
        const query = new URLSearchParams(encodeFilters(bothFilters(mask.fixed ?? [], mask.open ?? [])));
        const { code } = await server.call('GET', `/v0/${mask.area}?l=25&${query}${mask.deleted ? '&trash=1' : ''}`, undefined, token);
        if (code === 'OK') opened += 1;
        else refused.push(`${path}: ${code}`);
      }
      expect(opened, role).toBeGreaterThan(2);
      expect(refused, role).toEqual([]);
      const home = await server.call<{ questions: { key: string; points: { value: number }[] }[] }>('GET', '/v0/home', undefined, token);
      const parcels = home.data.questions.find(({ key }) => key === 'workload');
      // The forwarder's account sees no parcels of the others.
      if (parcels && role !== 'carrier') expect(parcels.points.filter(({ value }) => value > 0).length, role).toBeGreaterThan(5);
    }
  });
});

describe('today goes on from the history', () => {
  it('with the next number of each document', async () => {
    const admin = await server.signIn('admin');
    const highest = async (table: string, prefix: string): Promise<number> =>
      Number(
        (await rows<{ n: string }>(`select max(substr(no, ${prefix.length + 1})::int) as n from ${table} where no like '${prefix}%'`))[0]
          ?.n,
      );
    const before = Math.max(
      ...(await Promise.all(['O-', 'IN-', 'R-', 'C-', 'Q-', 'CR-', 'CO-', 'TL-'].map((prefix) => highest('tasks', prefix)))),
    );
    const [merchant] = await rows<{ id: string }>(`select id from merchants where no = 'M-1001'`);
    const made = await server.call<{ no: string }>(
      'POST',
      '/v0/tasks',
      { kind: 'inbound', merchantId: merchant?.id, lines: [{ sku: 'TEE-DARJ-250', qty: 12 }] },
      admin,
    );
    expect(made.data.no).toBe(`IN-${before + 1}`);
    const ticket = await highest('tickets', 'TK-');
    const asked = await server.call<{ no: string }>(
      'POST',
      '/v0/tickets',
      { merchantId: merchant?.id, topic: 'other', subject: 'Holidays', text: 'Are you open?' },
      admin,
    );
    expect(asked.data.no).toBe(`TK-${ticket + 1}`);
    const list = await highest('loading_lists', 'LL-');
    const [carrier] = await rows<{ id: string }>(`select id from carriers where code = 'DHL'`);
    expect((await server.call<{ no: string }>('POST', '/v0/loadingLists', { carrierId: carrier?.id }, admin)).data.no).toBe(
      `LL-${list + 1}`,
    );
  });

  it('an order of last night is picked', async () => {
    const [order] = await rows<{ id: string }>(
      `select id from tasks where kind = 'outbound' and status = 'readyToPick' and created_at < now() - interval '1 hour' order by no limit 1`,
    );
    if (!order) throw new Error('no order of the history waits for a picker');
    await db.transaction(async (tx) => {
      const names = await namesOf(tx);
      const [list] = await makePicklists(tx, { kind: 'order', taskIds: [order.id], carrierId: null, zone: '', size: 1 }, names.office);
      const stops = await tx.execute(
        sql`select q.id, q.qty, i.sku from picklist_lines q join items i on i.id = q.item_id where q.picklist_id = ${list}::uuid order by q.seq`,
      );
      const cartId = named(names.places, 'CART-1');
      const picks = (rowsOf(stops) as { id: string; qty: number; sku: string }[]).map(({ id, qty, sku }) => ({
        act: { do: 'pick', picklistLineId: id, qty, serial: '', cartId } as const,
        code: sku,
      }));
      await scan(tx, names, 'ST-CART-1', 'pickingScan', picks);
    });
    expect(await rows(`select status from tasks where id = '${order.id}'`)).toEqual([{ status: 'readyToPack' }]);
    expect((await readInvariants(server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('an invoice is posted with the number after the last one', async () => {
    const finance = await server.signIn('finance');
    const year = Number(houseToday().slice(0, 4));
    const [circle] = await rows<{ last: number }>(`select last from invoice_circles where circle = 'E' and year = ${year}`);
    const [merchant] = await rows<{ id: string }>(`select id from merchants where no = 'M-1001'`);
    const draft = await server.call<{ id: string }>('POST', '/v0/invoices', { merchantId: merchant?.id, lines: [line()] }, finance);
    expect(await server.call('POST', `/v0/invoices/${draft.data.id}/post`, undefined, finance)).toMatchObject({ code: 'OK' });
    const posted = await server.call<{ no: string }>('GET', `/v0/invoices/${draft.data.id}`, undefined, finance);
    expect(posted.data.no).toBe(`E-${year}-${String((circle?.last ?? 0) + 1).padStart(5, '0')}`);
  });

  it('a second start does not load it again', async () => {
    const before = await count('tasks');
    expect(await loadSample(server.pool, planSample({ history: true }))).toBe(false);
    expect(await count('tasks')).toBe(before);
  });
});
