import type { StockCondition } from '#contract/scanning/commands';
import type { Steps } from '../../core/steps.ts';
import type { House, Item, Person } from './model.ts';
import type { Random } from './random.ts';
import { iso, type Rows } from './rows.ts';

/** Scans and the moves that they book. */

export type Outside = 'supplier' | 'customer' | 'adjust' | 'scrap';
/** A place of the house by id, or one outside of it. */
export type Side = { placeId: string } | { outside: Outside };
export type Move = {
  at: number;
  item: Item;
  qty: number;
  condition?: StockCondition;
  from: Side;
  to: Side;
  taskId: string | null;
  lineId: string | null;
  parcelId?: string | null;
  reason?: string;
  scan: Scan | null;
  by: Person;
};
export type Scan = { id: string; station: string };
export type ScanHead = {
  at: number;
  station: string;
  profile: string;
  act: Record<string, unknown> & { do: string };
  code: string;
  taskId: string;
  merchantId: string;
  by: Person;
};
export type Ledger = {
  random: Random;
  house: House;
  rows: Rows;
  /** All moves, in the order in which they were added. */
  moves: Move[];
  scans: (ScanHead & Scan & { effects: object[] })[];
};

const idOf = (map: ReadonlyMap<string, string>, name: string): string => {
  const id = map.get(name);
  if (id === undefined) throw new Error(`the sample has no ${name}`);
  return id;
};
export const placeId = ({ house }: Ledger, code: string): string => idOf(house.places, code);
export const carrierId = ({ house }: Ledger, code: string): string => idOf(house.carriers, code);
const stationId = ({ house }: Ledger, code: string): string => idOf(house.stations, code);
export function merchantOf({ house }: Ledger, no: string): { id: string; name: string } {
  const found = house.merchants.get(no);
  if (!found) throw new Error(`the sample has no merchant ${no}`);
  return found;
}

export function addScan({ random, scans }: Ledger, head: ScanHead): Scan & { effects: object[] } {
  const scan = { ...head, id: random.uuid(head.at), effects: [] };
  scans.push(scan);
  return scan;
}

export function addMove(ledger: Ledger, move: Move & { scan: (Scan & { effects: object[] }) | null }): void {
  const { random, rows, moves } = ledger;
  const { at, item, qty, from, to, scan } = move;
  const id = random.uuid(at);
  moves.push(move);
  // An undo of the scan reverses its moves, and is refused where the goods have moved on.
  scan?.effects.push({ kind: 'move', id, holds: { fromLine: null, toLine: null, toPicked: true } });
  const condition = move.condition ?? 'good';
  rows.add('stock_moves', at, {
    id,
    at: iso(at),
    merchant_id: merchantOf(ledger, item.merchant).id,
    item_id: item.id,
    sku: item.sku,
    qty,
    condition,
    to_condition: condition,
    from_place: 'outside' in from ? from.outside : 'stock',
    from_id: 'outside' in from ? null : from.placeId,
    to_place: 'outside' in to ? to.outside : 'stock',
    to_id: 'outside' in to ? null : to.placeId,
    reason: move.reason ?? '',
    task_id: move.taskId,
    line_id: move.lineId,
    parcel_id: move.parcelId ?? null,
    scan_id: scan?.id ?? null,
    station_id: scan ? stationId(ledger, scan.station) : null,
    user_id: move.by.id,
  });
}

/** Writes the scans, numbered for each device without a gap, in one step each. A station has one device. */
export function* writeScans(ledger: Ledger): Steps<void> {
  const { random, rows, scans } = ledger;
  const devices = new Map<string, { id: string; seq: number; at: number; by: Person }>();
  for (const scan of scans.toSorted((a, b) => a.at - b.at)) {
    const { id, at, station, profile, act, code, taskId, merchantId, by, effects } = scan;
    const device = devices.get(station) ?? { id: random.uuid(at), seq: 0, at, by };
    devices.set(station, Object.assign(device, { seq: device.seq + 1, at, by }));
    rows.add('scans', at, {
      id,
      device_id: device.id,
      seq: device.seq,
      at: iso(at),
      profile,
      source: 'wedge',
      code,
      act: act.do,
      body: { act, effects, touched: [taskId] },
      outcome: 'applied',
      station_id: stationId(ledger, station),
      user_id: by.id,
      merchant_id: merchantId,
      task_id: taskId,
    });
    yield;
  }
  for (const [station, { id, seq, at, by }] of devices)
    rows.add('scan_devices', at, { id, last_seq: seq, station_id: stationId(ledger, station), user_id: by.id, seen_at: iso(at) });
}
