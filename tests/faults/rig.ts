import { setTimeout as sleep } from 'node:timers/promises';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import type { ScanCommand } from '#contract/scanning/commands';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import type { Entry } from '../../src/scan/queue/entry.ts';
import { createSender } from '../../src/scan/queue/sender.ts';
import { createStore } from '../../src/scan/queue/store.ts';
import { httpTransport } from '../../src/scan/queue/transport.ts';
import { acts, type House, stockUp, uuid7 } from '../support/warehouse.ts';

/** Waits of the sender pass this much faster, so that a minute of back-off fits a test. Its own calls keep their real pauses. */
const FASTER = 50;

/** The few things of a browser that the page's own calls lean on: cookies, an address, a memory. One page, whatever number of scanners. */
export function openPage(origin: string): void {
  const jar = new Map<string, string>();
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  vi.stubGlobal('document', {
    get cookie() {
      return Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    },
  });
  vi.stubGlobal('window', { location: new URL(origin), localStorage: storage, sessionStorage: storage, innerWidth: 1024 });
}

export type Work = {
  house: House;
  merchantId: string;
  itemId: string;
  /** An item of somebody else. */
  foreignId: string;
  taskId: string;
  lineId: string;
};

/** Goods to scan: announced without end, and plenty on the first shelf. */
export async function makeWork(pool: Pool, house: House, name: string): Promise<Work> {
  const one = async (text: string, values: unknown[]): Promise<string> => (await pool.query(text, values)).rows[0].id;
  const item = (sku: string, merchant: string) =>
    one(`insert into items (sku, name, merchant_id) values ($1, $1, $2) returning id`, [sku, merchant]);
  const { merchantId } = house;
  const itemId = await item(`RIG-${name}`, merchantId);
  const other = await one(`insert into merchants (no, name, address) values ($1, 'Somebody else', '{}') returning id`, [`M-RIG-${name}`]);
  const taskId = await one(`insert into tasks (no, kind, merchant_id) values ($1, 'inbound', $2) returning id`, [
    `RIG-${name}`,
    merchantId,
  ]);
  const lineId = await one(
    `insert into task_lines (task_id, merchant_id, item_id, sku, name, position, ordered) values ($1, $2, $3, $4, $4, 1, 1000000) returning id`,
    [taskId, merchantId, itemId, `RIG-${name}`],
  );
  await stockUp({ pool }, merchantId, itemId, house.shelves[0] as string, 100_000);
  return { house, merchantId, itemId, foreignId: await item(`RIG-${name}-X`, other), taskId, lineId };
}

/** What a scan does, and why it is to be refused; '' where it is to be booked. */
export type Planned = { act: ScanCommand; expected: string };

/** Good scans: two of three take a piece in, the others carry one from the first shelf to the second or only note a code. */
export function goodScan({ house, taskId, lineId, itemId }: Work, n: number): Planned {
  if (n % 5 === 3) return { act: { do: 'log', note: '' }, expected: '' };
  if (n % 5 === 4) {
    const [fromId, toId] = house.shelves as [string, string];
    const goods = { itemId, qty: 1, lot: '', expiry: null, serial: '', condition: 'good' } as const;
    return { act: { do: 'move', ...goods, fromId, toId, unitId: null }, expected: '' };
  }
  return { act: acts.receive(taskId, lineId, itemId, 1, house.dock), expected: '' };
}

/** Scans that cannot be booked, each for another reason; the last is one that the server cannot even read. */
export function wrongScans({ house, taskId, lineId, itemId, foreignId }: Work): Planned[] {
  return [
    { act: acts.receive(uuid7(), lineId, itemId, 1, house.dock), expected: 'unknownTask' },
    { act: acts.receive(taskId, uuid7(), itemId, 1, house.dock), expected: 'unknownLine' },
    { act: acts.receive(taskId, lineId, foreignId, 1, house.dock), expected: 'wrongMerchant' },
    { act: acts.receive(taskId, lineId, itemId, 1, uuid7()), expected: 'unknownPlace' },
    { act: { do: 'pick', picklistLineId: uuid7(), qty: 1, serial: '', cartId: house.cart }, expected: 'unknownLine' },
    { act: acts.putAway(null, itemId, 1_000_000, house.shelves[0] as string, house.dock), expected: 'notEnough' },
    { act: acts.receive(taskId, lineId, itemId, 0, house.dock), expected: 'broken' },
  ];
}

export type Scanner = ReturnType<typeof startScanner>;

/** A device: the page's own queue, sender and calls, with a disk of its own. */
export function startScanner(stationId: string, authorId: string, random: () => number) {
  const store = createStore({ factory: new IDBFactory(), keyRange: IDBKeyRange, now: Date.now });
  const wait = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms / FASTER, undefined, { signal }).catch(() => undefined);
  const sender = createSender({ store, transport: httpTransport, now: Date.now, random, wait });
  sender.start();
  return {
    store,
    sender,
    /** Keeps a scan and lets it go. Resolves when the disk has it. */
    async scan({ act, expected }: Planned): Promise<void> {
      const code = expected || 'fine';
      await store.add({ profile: 'receivingScan', source: 'wedge', code, act, stationId, authorId, context: { expected } });
      sender.kick();
    },
    entries: (): Promise<Entry[]> => store.from(0, 1_000_000),
    queued: async (): Promise<number> => (await store.counts()).queued,
    async stop(): Promise<void> {
      await sender.stop();
      await store.close();
    },
  };
}

/** Until nothing waits on any device. */
export async function drained(scanners: readonly Scanner[], timeout: number): Promise<void> {
  for (const { sender } of scanners) sender.kick();
  const waiting = async () =>
    (await Promise.all(scanners.map(async ({ queued, sender }) => ({ waits: await queued(), ...sender.state() })))).filter(
      ({ waits, phase }) => waits > 0 || phase === 'sending',
    );
  await expect.poll(waiting, { timeout, interval: 50 }).toEqual([]);
}

type Row = { id: string; seq: number; act: string; outcome: string; why: string; user_id: string };

/**
 * Compares a device with the log of the house: every scan there once, under its number and author, in order; what the device calls
 * confirmed was booked, what it calls refused was not, for the reason that was expected.
 */
export async function checkDevice(pool: Pool, scanner: Scanner): Promise<void> {
  const [deviceId, entries] = [await scanner.store.deviceId(), await scanner.entries()];
  const { rows } = await pool.query<Row>('select id, seq, act, outcome, why, user_id from scans where device_id = $1 order by seq', [
    deviceId,
  ]);
  expect(rows.map(({ id, seq, user_id }) => [id, seq, user_id])).toEqual(entries.map((e, i) => [e.noteId ?? e.id, i + 1, e.authorId]));
  const said = entries.map(({ state, verdict }) => (state === 'confirmed' ? '' : `${state} ${verdict?.why}`));
  expect(said).toEqual(entries.map(({ context }) => (context['expected'] ? `refused ${context['expected']}` : '')));
  const booked = entries.map(({ noteId, context }) => (noteId === null && context['expected'] ? context['expected'] : ''));
  expect(rows.map(({ why }) => why)).toEqual(booked);
  const { rows: last } = await pool.query('select last_seq from scan_devices where id = $1', [deviceId]);
  expect(last).toEqual([{ last_seq: entries.length }]);
}

/** What the stock must have become: one piece and one row of the ledger for every scan that was to be booked. */
export async function checkStock(pool: Pool, work: Work, scanners: readonly Scanner[]): Promise<void> {
  const entries = (await Promise.all(scanners.map((scanner) => scanner.entries()))).flat();
  const count = (name: ScanCommand['do']) =>
    entries.filter(({ event, context }) => event.act.do === name && context['expected'] === '').length;
  const onHand = async (place: string | undefined) =>
    (
      await pool.query('select coalesce(sum(on_hand), 0)::int as n from stock_balances where item_id = $1 and compartment_id = $2', [
        work.itemId,
        place,
      ])
    ).rows[0].n;
  expect(await onHand(work.house.dock)).toBe(count('receive'));
  expect(await onHand(work.house.shelves[1])).toBe(count('move'));
  const { rows: twice } = await pool.query(
    'select scan_id, count(*) from stock_moves where item_id = $1 and scan_id is not null group by 1 having count(*) > 1',
    [work.itemId],
  );
  expect(twice).toEqual([]);
}

export async function checkInvariants(pool: Pool): Promise<void> {
  expect((await readInvariants(pool)).filter(({ broken }) => broken > 0)).toEqual([]);
}
