import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { again } from '../../server/core/db/retry.ts';
import { seal } from '../../server/modules/channels/channels/seal.ts';
import { recompute } from '../../server/modules/orders/recompute.ts';
import { type ChildServer, freePort, startReadyChild } from '../support/child.ts';
import { createDatabase } from '../support/database.ts';
import { figure } from '../support/figure.ts';
import { PLATFORMS } from '../support/shop-platforms.ts';

/**
 * Orders of shops whose answers are lost, by two nodes that are killed. RIG=long takes 10,000 orders of ten shops instead of 60 of two
 * (connectors.md 8), or 20 of kinds that are asked by polling, which take longest; a quarter of the calls fails, a fifth after or before their effect.
 */
const LONG = process.env['RIG'] === 'long';
const SHOPS = LONG ? 10 : 2;
const ordersOf = (kind: string): number => (LONG ? 10_000 : kind === 'shopify' ? 60 : 20);
const FAULTS = { dropBefore: 0.1, dropAfter: 0.1, status429: 0.05, status5xx: 0.02 };
/** `SHOPS=shopware` runs one kind only. */
const WANTED = process.env['SHOPS'];
const KINDS = PLATFORMS.filter(({ kind }) => WANTED === undefined || kind === WANTED);
const SECRET = 'a-secret-of-the-rig-that-is-long-enough';
const PATIENCE = LONG ? 1_200_000 : 480_000;

const OF_KIND = 'select id from channels where kind = $1 and credentials is not null';

/** Most of the short form is waiting for the next minute, so all kinds wait at once. The long form measures seconds of one kind. */
const rig = LONG ? it : it.concurrent;

rig.for(KINDS)(
  'orders of shops of $kind whose answers are lost, with nodes that are killed, are each taken and told as shipped exactly once (P2)',
  {
    timeout: PATIENCE + 120_000,
  },
  async ({ kind, start: startPlatform }, { expect, onTestFinished, task }) => {
    const wanted = ordersOf(kind);
    const database = await createDatabase({ sample: true });
    const folder = mkdtempSync(join(tmpdir(), 'kontor-shops-'));
    const platform = await startPlatform(SHOPS);
    // What began last ends first.
    onTestFinished(database.drop);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    onTestFinished(async () => void (await platform.close()));
    const { pool } = database;
    const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> => (await pool.query<T>(text, values)).rows;

    const [item] = await rows<{ sku: string; merchant_id: string }>(
      `select i.sku, i.merchant_id from items i join merchants m on m.id = i.merchant_id where m.no = 'M-1001' and i.kind = 'physical' and i.deleted_at is null limit 1`,
    );
    if (!item) throw new Error('no item');
    for (const { address, credentials, scopes = '' } of platform.shops) {
      const [made] = await rows<{ id: string }>(
        `insert into channels (merchant_id, name, kind, shop, state, connected_at) values ($1, $2, $3, $2, 'connected', now()) returning id`,
        item.merchant_id,
        address,
        kind,
      );
      const sealed = seal(SECRET, made?.id ?? '', JSON.stringify(credentials));
      await rows(`update channels set credentials = $2, scopes = $3 where id = $1`, made?.id, sealed, scopes);
    }

    const env = {
      KONTOR_DATA: folder,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'fatal',
      KONTOR_SECRET: SECRET,
      // Nodes of one house have one address.
      KONTOR_ORIGIN: 'https://kontor.example.org',
      ...platform.env,
    };
    const ports = [await freePort(), await freePort()] as const;
    const start = (port: number) => startReadyChild({ env, port });
    const nodes: ChildServer[] = await Promise.all(ports.map(start));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.end('SIGKILL')))));
    await expect.poll(platform.isReady, { timeout: 60_000 }).toBe(true);

    platform.faults(FAULTS);
    const began = Date.now();
    // Every shop counts its orders alike: two shops of a merchant may have the same numbers.
    const orders = platform.shops.flatMap(({ place }) => Array.from({ length: wanted / SHOPS }, (_, n) => place(`#${n}`, item.sku)));
    let kills = 0;
    const kill = async (n: 0 | 1): Promise<void> => {
      await nodes[n]?.end('SIGKILL');
      nodes[n] = await start(ports[n]);
      kills += 1;
    };
    /** Waits until so many orders are done, as if a minute had passed each time. */
    const until = (count: () => number | Promise<number>, least: number) =>
      expect
        .poll(
          async () => {
            await rows(
              `update shop_connections set read_at = null, paused_until = null where read_at < now() - interval '5 seconds' or paused_until is not null`,
            );
            await rows(`update channel_due set due_at = now(), tries = least(tries, 1) where outcome = 'open' and due_at > now()`);
            return (await count()) >= least;
          },
          { timeout: PATIENCE, interval: 500 },
        )
        .toBe(true);
    const countTaken = async (): Promise<number> =>
      (
        await rows<{ n: number }>(
          `select count(*)::int as n from channel_orders where state = 'taken' and channel_id in (${OF_KIND})`,
          kind,
        )
      )[0]?.n ?? 0;
    // Where the shop is told that an order was taken, it has to know it too.
    const taken = async (): Promise<number> => Math.min(await countTaken(), orders.filter(({ isAccepted }) => isAccepted()).length);
    await until(taken, wanted / 3);
    await kill(0);
    await until(taken, (wanted * 2) / 3);
    await kill(1);
    await until(taken, wanted);

    const [counted] = await rows(
      `select count(*)::int as orders, count(distinct o.task_id)::int as tasks, (select count(*)::int from tasks t where t.source in (select 'ch:' || id from channels where kind = $1)) as made
      from channel_orders o where o.channel_id in (${OF_KIND}) and o.state = 'taken'`,
      kind,
    );
    expect(counted).toEqual({ orders: wanted, tasks: wanted, made: wanted });
    // All parcels leave at once, without the work of the warehouse.
    const mine = `select o.task_id from channel_orders o join channels c on c.id = o.channel_id and c.kind = '${kind}'`;
    await rows(`update task_lines set picked = ordered, packed = ordered, shipped = ordered, reserved = 0 where task_id in (${mine})`);
    await rows(
      `with p as (insert into parcels (no, task_id, task_no, merchant_id, seq, state, tracking_no, handed_over_at)
        select no || '/1', id, no, merchant_id, 1, 'handedOver', 'TR-' || no, now() from tasks where id in (${mine}) returning id, task_id)
     insert into parcel_contents (parcel_id, line_id, qty) select p.id, l.id, l.ordered from p join task_lines l on l.task_id = p.task_id`,
    );
    const tasks = (await rows<{ task_id: string }>(mine)).map(({ task_id: id }) => id);
    for (let at = 0; at < tasks.length; at += 500)
      // As every write of the server: the work on shops may hold an order that is recomputed here.
      await again(() =>
        createDb(pool).transaction(async (tx) => {
          await recompute(tx, tasks.slice(at, at + 500), { command: 'handedOver', by: null });
        }),
      );
    const shipped = (): number => orders.filter(({ isShipped }) => isShipped()).length;
    await until(shipped, wanted / 2);
    await kill(0);
    await until(shipped, wanted);
    const seconds = Math.round((Date.now() - began) / 1000);

    expect(orders.map(({ parcels }) => parcels().length).filter((n) => n !== 1)).toEqual([]);
    expect(new Set(orders.flatMap(({ parcels }) => parcels())).size).toBe(wanted);
    platform.faults({});
    const open = async (): Promise<number> =>
      (
        await rows<{ n: number }>(
          `select count(*)::int as n from channel_due where outcome <> 'done' and kind in ('fetch', 'accept', 'fulfil')`,
        )
      )[0]?.n ?? -1;
    await expect
      .poll(
        async () => {
          await rows(`update channel_due set due_at = now() where outcome = 'open'`);
          return open();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0);
    expect(platform.mismatches()).toEqual([]);
    expect(orders.filter(({ told }) => told() > 1)).toEqual([]);
    figure(
      `${wanted} orders of ${SHOPS} shops of ${kind} taken and told once through ${kills} kills and ${platform.calls()} calls in ${seconds} s`,
      task,
    );
  },
);
