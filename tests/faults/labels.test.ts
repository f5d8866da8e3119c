import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { addressOf } from '../support/address.ts';
import { type ChildServer, freePort, startReadyChild } from '../support/child.ts';
import { createDatabase } from '../support/database.ts';
import { figure } from '../support/figure.ts';
import { LABEL_CARRIERS } from '../support/label-carriers.ts';

/**
 * Labels of carriers whose answers are lost, bought by two nodes that are killed. RIG=long takes 2,000 parcels of each carrier instead of 40
 * (connectors.md 8). A third of the purchases fails, a quarter before or after its effect.
 */
const LONG = process.env['RIG'] === 'long';
const WANTED = LONG ? 2_000 : 40;
/** Parts of the parcels after which both nodes are killed. */
const KILLED_AT = LONG ? [1 / 3, 2 / 3] : [1 / 2];
const FAULTS = { dropBefore: 0.1, dropAfter: 0.1, truncate: 0.05, status429: 0.05, status5xx: 0.02 };
/** `CARRIERS=ups` runs one kind only. */
const CHOSEN = process.env['CARRIERS'];
const KINDS = LABEL_CARRIERS.filter(({ kind }) => CHOSEN === undefined || kind === CHOSEN);
const PATIENCE = LONG ? 900_000 : 240_000;
/** Seconds that pass between two looks of the test, and those after which a claim of a killed node is free (queue.ts). */
const STEP = 60;
const LEASE = 300;

const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const tidy of left.splice(0).toReversed()) await tidy();
});

it.each(KINDS)(
  'labels of $kind whose answers are lost, with nodes that are killed, are never bought twice: each is bought once or a person is asked (P2)',
  { timeout: PATIENCE + 60_000 },
  async ({ kind, start: startCarrier, finds, more }) => {
    const database = await createDatabase({ sample: true });
    const folder = mkdtempSync(join(tmpdir(), 'kontor-labels-'));
    const carrier = await startCarrier();
    left.push(database.drop, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), carrier.close);
    const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
      (await database.pool.query<T>(text, values)).rows;

    const env = {
      KONTOR_DATA: folder,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'fatal',
      KONTOR_SECRET: 'a-secret-of-the-rig-that-is-long-enough',
      ...carrier.env,
    };
    const ports = [await freePort(), await freePort()] as const;
    const nodes: ChildServer[] = [];
    const startBoth = async (): Promise<void> =>
      void nodes.splice(0, 2, ...(await Promise.all(ports.map((port) => startReadyChild({ env, port })))));
    left.push(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))));
    await startBoth();

    const call = (method: string, path: string, body?: unknown, token?: string) =>
      nodes[0]?.call<{ token: string }>(method, path, body, token);
    const signedIn = await call('POST', '/v0/auth/login', { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD });
    const admin = signedIn?.data.token ?? '';
    const { api, account, services } = carrier.carrier;
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      `insert into carriers (code, name, api, account, services, unclear_policy) values ('T-C', 'Carrier of the rig', $1, $2, $3::jsonb, 'ask') returning id`,
      api,
      account,
      services,
    );
    if (carrier.signIn)
      expect(await call('PUT', `/v0/carriers/${id}/${carrier.signIn.path}`, carrier.signIn.body, admin)).toMatchObject({ code: 'OK' });
    carrier.faults({ ...FAULTS, ...more });
    const began = Date.now();
    // Packed and closed orders of one piece, without the work of the warehouse.
    await rows(
      `with i as (select i.id, i.sku, i.merchant_id from items i join merchants m on m.id = i.merchant_id where m.no = 'M-1001' and i.kind = 'physical' and i.deleted_at is null limit 1),
         t as (insert into tasks (no, kind, merchant_id, consignee, carrier_id, label_source) select 'RIG-' || n, 'outbound', i.merchant_id, $2::jsonb, $1, 'own' from i, generate_series(1, $3::int) n returning id, no, merchant_id),
         l as (insert into task_lines (task_id, merchant_id, item_id, sku, name, position, ordered, picked, packed) select t.id, t.merchant_id, i.id, i.sku, i.sku, 1, 1, 1, 1 from t, i)
       insert into parcels (no, task_id, task_no, merchant_id, seq, kind, state, carrier_id, weight, closed_at)
         select 'P-' || nextval('parcel_no'), id, no, merchant_id, 1, 'parcel', 'closed', $1, 900, now() from t`,
      id,
      JSON.stringify(addressOf({ name1: 'Erika Muster' })),
      WANTED,
    );
    const settled = async (): Promise<number> =>
      (
        await rows<{ n: number }>(
          `select count(*)::int as n from parcels where carrier_id = $1 and label_state in ('bought', 'unclear', 'failed')`,
          id,
        )
      )[0]?.n ?? 0;
    const pass = async (seconds: number): Promise<void> => {
      // A claim that runs keeps its five minutes: its node measures them itself.
      const waits = seconds < LEASE ? `label_due_at < now() + interval '250 seconds'` : 'label_due_at is not null';
      await rows(`update label_attempts set asked_at = asked_at - make_interval(secs => $1) where state = 'asked'`, seconds);
      await rows(
        `update parcels set label_due_at = label_due_at - make_interval(secs => $2) where carrier_id = $1 and ${waits}`,
        id,
        seconds,
      );
      await rows('update carriers set held_until = null where id = $1', id);
    };
    const until = (least: number) =>
      expect
        .poll(
          async () => {
            await pass(STEP);
            // The check of the connection lets the nodes buy at once what is due.
            await call('POST', `/v0/carriers/${id}/check`, undefined, admin);
            return (await settled()) >= least;
          },
          { timeout: PATIENCE, interval: 500 },
        )
        .toBe(true);
    let kills = 0;
    for (const part of KILLED_AT) {
      await until(WANTED * part);
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      kills += nodes.length;
      await pass(LEASE);
      await startBoth();
    }
    await until(WANTED);
    const seconds = Math.round((Date.now() - began) / 1000);

    const parcels = await rows<{ id: string; no: string; label_state: string }>(
      'select id, no, label_state from parcels where carrier_id = $1',
      id,
    );
    const booked = parcels.map((parcel) => ({ ...parcel, n: carrier.bookingsOf(parcel).length }));
    expect(booked.filter(({ n }) => n > 1)).toEqual([]);
    expect(booked.filter(({ label_state: state, n }) => state === 'bought' && n !== 1)).toEqual([]);
    expect(carrier.bookings()).toBe(booked.reduce((sum, { n }) => sum + n, 0));
    const bought = booked.filter(({ label_state: state }) => state === 'bought').length;
    const unclear = booked.filter(({ label_state: state }) => state === 'unclear');
    expect(bought + unclear.length).toBe(WANTED);
    // A booking that can be found is found. Of the others a person is asked, whether there is one or not.
    if (finds) expect(unclear).toEqual([]);
    expect(carrier.mismatches()).toEqual([]);
    figure(
      `${WANTED} parcels of ${kind}: ${bought} labels bought once, ${unclear.length} asked of a person (${unclear.filter(({ n }) => n > 0).length} of them booked), none bought twice through ${kills} kills and ${carrier.calls()} calls in ${seconds} s`,
    );
  },
);
