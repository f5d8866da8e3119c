import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { sendDue, webhookLanes } from '../../server/modules/channels/webhooks/send.ts';
import { sendOutgoingMails } from '../../server/modules/settings/mail-queue.ts';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import { openBooks, type Row } from '../support/books.ts';
import { freePort } from '../support/child.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import type { Boxed } from '../support/packery.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openShopFloor, type ShopFloor } from '../support/shop-floor.ts';
import { startSmtp } from '../support/smtp.ts';

/**
 * A partner does not answer for four hours: work with the others goes on, nothing fails for it, at most one message tells people, and what
 * waited is done within ten minutes. The clock is moved by the test: every instant that counts is shifted into the past.
 */

const OUTAGE = 4 * 3600;
const MOST_AFTER = 600;
/** Seconds between two looks. At the beginning more happens. */
const steps = (seconds: number): number[] => {
  const first = [5, 15, 30, 60, 90, 100].filter((_, n, all) => all.slice(0, n + 1).reduce((sum, one) => sum + one, 0) < seconds);
  const left = seconds - first.reduce((sum, one) => sum + one, 0);
  return [...first, ...Array.from({ length: Math.floor(left / 300) }, () => 300)];
};

describe('a carrier', () => {
  let house: KarrioPackery;
  let other = '';
  beforeAll(async () => {
    house = await openKarrioPackery();
    await house.server.pool.query('update carriers set active = true where id = $1', [house.shop.carrierId]);
    const { rows } = await house.server.pool.query(`insert into carriers (code, name) values ('T-D', 'Another carrier') returning id`);
    other = rows[0].id;
  });
  afterAll(() => house.close());
  const states = async (boxes: readonly Boxed[]): Promise<unknown[]> => [
    ...new Set(await Promise.all(boxes.map(async (box) => (await house.shop.parcelOf(box))['label_state']))),
  ];
  const pass = async (seconds: number): Promise<void> => {
    const { pool } = house.server;
    await pool.query('update carriers set held_until = held_until - make_interval(secs => $1)', [seconds]);
    await pool.query(`update parcels set label_due_at = label_due_at - make_interval(secs => $1) where label_state = 'requested'`, [
      seconds,
    ]);
    await pool.query(`update label_attempts set asked_at = asked_at - make_interval(secs => $1) where state = 'asked'`, [seconds]);
    await labelDue(house.shop.node);
  };
  const told = async () =>
    (
      await house.server.pool.query(
        `select count(*)::int as n, count(distinct title)::int as titles from messages where link = '/settings/carriers/' || $1 group by to_id`,
        [house.shop.carrierId],
      )
    ).rows;

  it('that does not answer: its parcels wait, those of others are labelled, and all are labelled after it', async () => {
    const { shop, gateway, server } = house;
    gateway.faults({ down: 1 });
    const waiting: Boxed[] = [];
    for (let n = 0; n < 12; n++) waiting.push(await shop.boxed());
    for (const [n, seconds] of steps(OUTAGE).entries()) {
      const elsewhere = n % 4 === 0 ? [await shop.boxed('', { carrierId: other })] : [];
      await pass(seconds);
      if (elsewhere.length > 0) await expect.poll(() => states(elsewhere)).toEqual(['bought']);
    }
    for (const state of await states(waiting)) expect(['none', 'requested']).toContain(state);
    const people = await told();
    expect(people.length).toBeGreaterThan(0);
    for (const one of people) expect(one).toEqual({ n: 1, titles: 1 });
    gateway.faults({});
    for (let seconds = 0; seconds < MOST_AFTER; seconds += 60) await pass(60);
    expect(await states(waiting)).toEqual(['bought']);
    expect(waiting.map(({ parcelId }) => gateway.bookingsOf(parcelId).length)).toEqual(waiting.map(() => 1));
    await server.pool.query('delete from messages');
  });

  it('behind a gateway that answers: one parcel is tried after each pause, and only those become questions', async () => {
    const { shop, gateway, server } = house;
    await server.pool.query('update carriers set active = false where id = $1', [shop.carrierId]);
    const boxes: Boxed[] = [];
    for (let n = 0; n < 40; n++) boxes.push(await shop.boxed());
    gateway.faults({ dropBefore: 1 });
    await server.pool.query('update carriers set active = true where id = $1', [shop.carrierId]);
    const looks = steps(3600);
    for (const seconds of looks) await pass(seconds);
    gateway.faults({});
    for (let seconds = 0; seconds < MOST_AFTER; seconds += 60) await pass(60);
    const ends = await Promise.all(boxes.map(async (box) => (await shop.parcelOf(box))['label_state']));
    const count = (state: string): number => ends.filter((one) => one === state).length;
    expect(count('bought') + count('unclear')).toBe(boxes.length);
    // The first five calls, those that were under way with them, and one after each pause.
    expect(count('unclear')).toBeLessThanOrEqual(5 + 4 + looks.length);
    expect((await told()).every(({ n }) => n === 1)).toBe(true);
  });
});

describe('a shop', () => {
  let shops: ShopFloor;
  beforeAll(async () => {
    shops = await openShopFloor();
  });
  afterAll(() => shops.close());
  const pass = async (seconds: number): Promise<void> => {
    await shops.rows(
      `update shop_connections set lease = lease - make_interval(secs => $1), paused_until = paused_until - make_interval(secs => $1), read_at = read_at - make_interval(secs => $1),
        prepared_at = prepared_at - make_interval(secs => $1), stock_read_at = stock_read_at - make_interval(secs => $1), stock_told_at = stock_told_at - make_interval(secs => $1)`,
      seconds,
    );
    await shops.rows(`update channel_due set due_at = due_at - make_interval(secs => $1) where outcome = 'open'`, seconds);
    await shops.work();
  };

  it('is told what was shipped meanwhile, and its orders are taken; another shop goes on', async () => {
    const { shopify, shop } = shops;
    const far = shopify.shopOf('coffee.myshopify.com');
    far.clock = -60_000;
    const farId = await shops.makeChannel('coffee.myshopify.com');
    await shops.round();
    const before = shops.place('#before');
    await shops.round();
    shop.isDown = true;
    const parcel = await shops.shipAll(before);
    let placed = 0;
    for (const seconds of steps(OUTAGE)) {
      placed += 1;
      far.place({ name: `#far-${placed}`, lines: [{ sku: shops.item.sku, qty: 1 }] });
      await pass(seconds);
    }
    const taken = async (id: string) =>
      Number((await shops.rows(`select count(*)::int as n from channel_orders where channel_id = $1 and state = 'taken'`, id))[0]?.['n']);
    expect(await taken(farId)).toBe(placed);
    const during = shops.place('#during');
    expect(await shops.rows(`select kind, key from channel_due where outcome = 'failed'`)).toEqual([]);
    shop.isDown = false;
    for (let seconds = 0; seconds < MOST_AFTER; seconds += 60) await pass(60);
    expect((await shops.orderOf(during))['state']).toBe('taken');
    expect(before.fulfilments.flatMap(({ numbers }) => numbers)).toEqual([`TR-${parcel.slice(0, 18)}`]);
    expect(await shops.messages('%')).toBeLessThanOrEqual(3);
  });
});

describe('the mail server', () => {
  it('gets every mail once, within minutes of its return, and no mail has failed meanwhile', async () => {
    const books = await openBooks();
    const smtp = await startSmtp(() => '250 ok');
    try {
      const { pool, config } = books.server;
      const sent: string[] = [];
      for (let n = 0; n < 8; n++) {
        const invoice = await books.posted();
        const { data } = await books.post<Row>(`invoices/${invoice.id}/send`, { mailTo: 'invoices@northwind.example' });
        sent.push(data.id);
      }
      const pass = async (seconds: number, url: string): Promise<void> => {
        await pool.query(`update outgoing_mails set due_at = due_at - make_interval(secs => $1) where status = 'waiting'`, [seconds]);
        await sendOutgoingMails({ config: { ...config, SMTP_URL: url }, db: createDb(pool), log: pino({ level: 'silent' }) });
      };
      const states = async () => (await pool.query('select distinct status, attempts from outgoing_mails where id = any($1)', [sent])).rows;
      for (let seconds = 0; seconds < OUTAGE; seconds += 60) await pass(60, `smtp://127.0.0.1:${await freePort()}`);
      expect(await states()).toEqual([{ status: 'waiting', attempts: 0 }]);
      for (let seconds = 0; seconds < MOST_AFTER; seconds += 60) await pass(60, smtp.url);
      expect(await states()).toEqual([{ status: 'sent', attempts: 1 }]);
      expect(smtp.messages).toHaveLength(sent.length);
    } finally {
      smtp.close();
      await books.server.close();
    }
  });
});

describe('a receiver of webhooks', () => {
  let server: TestServer;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let token: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    server = await startServer({ sample: true, env: { WEBHOOK_PRIVATE_ADDRESSES: 'yes' } });
    token = await server.signIn('merchant');
  });
  afterAll(async () => {
    await server.close();
    receiver.close();
  });
  const make = async (path: string): Promise<string> => {
    const [{ id: merchantId } = { id: '' }] = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows;
    const body = { merchantId, name: path, url: `${receiver.url}${path}`, events: ['receipt.done'] };
    const { data } = await server.call<{ id: string }>('POST', '/v0/webhooks', body, token);
    await server.call('POST', `/v0/webhooks/${data.id}/secret`, {}, token);
    return data.id;
  };
  const send = (id: string) => server.call('POST', `/v0/webhooks/${id}/test`, {}, token);
  const pass = async (seconds: number): Promise<void> => {
    const { pool, config } = server;
    await pool.query(
      `update webhooks set failing_since = failing_since - make_interval(secs => $1), trial_at = trial_at - make_interval(secs => $1)`,
      [seconds],
    );
    await pool.query(
      `update webhook_deliveries set due_at = due_at - make_interval(secs => $1), planned_at = planned_at - make_interval(secs => $1) where state = 'waiting'`,
      [seconds],
    );
    await sendDue({ db: createDb(pool), config, log: pino({ level: 'silent' }) });
  };
  const deliveries = async (id: string): Promise<{ state: string; tries: number }[]> =>
    (await server.pool.query(`select state, tries from webhook_deliveries where webhook_id = $1 order by id`, [id])).rows;
  const countAt = (path: string): number => receiver.at(path).length;
  const refuse = (path: string) =>
    receiver.answers.set(
      path,
      Array.from({ length: 1_000 }, () => ({ status: 503 })),
    );

  it('gets every event within minutes of its return, which is before the next of its eight tries; another one gets its own at once', async () => {
    const [away, other] = [await make('/away'), await make('/other')];
    refuse('/away');
    const looks = steps(OUTAGE);
    for (const [n, seconds] of looks.entries()) {
      if (n % 10 === 0) for (const id of [away, other]) await send(id);
      await pass(seconds);
      expect((await deliveries(other)).every(({ state }) => state === 'sent')).toBe(true);
    }
    const waiting = await deliveries(away);
    expect(waiting.map(({ state }) => state)).toEqual(waiting.map(() => 'waiting'));
    // At once, and after 5 seconds, 1, 5 and 30 minutes, and 2 hours. What the server itself is sending at a jump of the clock counts twice.
    expect(waiting[0]?.tries).toBeGreaterThanOrEqual(6);
    expect(waiting[0]?.tries).toBeLessThan(8);
    const tries = waiting.reduce((sum, one) => sum + one.tries, 0);
    expect(countAt('/away') - tries).toBeGreaterThan(0);
    expect(countAt('/away') - tries).toBeLessThanOrEqual(looks.length);
    receiver.forget();
    for (let seconds = 0; seconds < MOST_AFTER; seconds += 60) await pass(60);
    expect((await deliveries(away)).map(({ state }) => state)).toEqual(waiting.map(() => 'sent'));
    expect(new Set(receiver.at('/away').map(({ headers }) => headers['webhook-id'])).size).toBe(waiting.length);
    expect((await server.pool.query(`select 1 from messages where link like '%webhooks%'`)).rows).toEqual([]);
  });

  it('that takes all but one event is sent that one no sooner than its tries say', async () => {
    const picky = await make('/picky');
    const once = { status: 500 };
    receiver.answers.set('/picky', [once, once]);
    await send(picky);
    await pass(0);
    await pass(6);
    await send(picky);
    await pass(30);
    // Taken at once, and the other one waits for its third try.
    expect((await deliveries(picky)).map(({ state, tries }) => [state, tries])).toEqual([
      ['waiting', 2],
      ['sent', 1],
    ]);
    await pass(40);
    expect((await deliveries(picky)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('that does not answer keeps no other one waiting', async () => {
    const [silent, other] = [await make('/silent'), await make('/prompt')];
    receiver.answers.set(
      '/silent',
      Array.from({ length: 20 }, () => 'hang' as const),
    );
    const { pool, config } = server;
    const work = webhookLanes({ db: createDb(pool), config, log: pino({ level: 'silent' }) });
    for (let n = 0; n < 10; n++) await send(silent);
    await work.start();
    await expect.poll(() => countAt('/silent')).toBeGreaterThanOrEqual(5);
    await send(other);
    await work.start();
    await expect.poll(() => countAt('/prompt')).toBe(1);
    // All calls to the silent one are still under way.
    expect((await deliveries(silent)).every(({ state, tries }) => state === 'waiting' && tries <= 1)).toBe(true);
    receiver.forget();
    await server.pool.query(`update webhooks set active = false where id = $1`, [silent]);
  });
});
