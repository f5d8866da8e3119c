import { randomBytes } from 'node:crypto';
import type { ScanAnswer, ScanCommand, ScanEvent, ScanVerdict } from '#contract/scanning/commands';
import type { TestServer } from './server.ts';

/** A UUIDv7 as stations make them (RFC 9562 section 5.7). */
export function uuid7(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export type House = {
  merchantId: string;
  stationId: string;
  /** Compartments by what they are for. */
  dock: string;
  shelves: string[];
  cart: string;
  table: string;
  returns: string;
};

/** Places and a station of a small house, on the sample business. */
export async function openHouse({ pool }: Pick<TestServer, 'pool'>, shelves = 6): Promise<House> {
  const one = async (text: string, values: unknown[] = []): Promise<string> => (await pool.query(text, values)).rows[0].id;
  const place = (code: string, kind: string, way = 0) =>
    one(
      `insert into compartments (warehouse_id, code, kind, pick_order) values ((select id from warehouses where code = 'HH-A'), $1, $2, $3) returning id`,
      [code, kind, way],
    );
  const dock = await place('T-DOCK', 'dock');
  const made: House = {
    merchantId: await one(`select id from merchants where no = 'M-1001'`),
    dock,
    shelves: [],
    cart: await place('T-CART', 'cart'),
    table: await place('T-PACK', 'pack'),
    returns: await place('T-RET', 'returns'),
    stationId: await one(`insert into stations (code, name, compartment_id) values ('T-1', 'Test table', $1) returning id`, [dock]),
  };
  for (let n = 1; n <= shelves; n++) made.shelves.push(await place(`T-${n}`, 'shelf', n));
  return made;
}

export type Device = {
  id: string;
  /** The event as the station would queue it, with the next number of this device. */
  event: (act: ScanCommand, more?: Partial<ScanEvent>) => ScanEvent;
  send: (...acts: ScanCommand[]) => Promise<ScanVerdict[]>;
  post: (events: ScanEvent[]) => Promise<ScanAnswer>;
};

/** A scanner that numbers what it scans. */
export function device(server: Pick<TestServer, 'call'>, token: string, authorId: string, stationId: string): Device {
  const id = uuid7();
  let seq = 0;
  const event: Device['event'] = (act, more = {}) => ({
    id: uuid7(),
    seq: ++seq,
    at: new Date().toISOString(),
    profile: 'move',
    source: 'wedge',
    code: 'x',
    act,
    ...more,
  });
  const post: Device['post'] = async (events) => {
    const answer = await server.call<ScanAnswer>('POST', '/v0/scan/events', { deviceId: id, stationId, authorId, events }, token);
    if (answer.code !== 'OK') throw new Error(`${answer.code} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  return { id, event, post, send: async (...acts) => (await post(acts.map((act) => event(act)))).verdicts };
}

const goods = { lot: '', expiry: null, serial: '' };
/** Acts with the fields that plain goods leave empty. */
export const acts = {
  receive: (
    taskId: string,
    lineId: string,
    itemId: string,
    qty: number,
    compartmentId: string,
    more: Partial<Extract<ScanCommand, { do: 'receive' }>> = {},
  ): ScanCommand => ({
    do: 'receive',
    taskId,
    lineId,
    itemId,
    qty,
    compartmentId,
    condition: 'good',
    reason: '',
    ...goods,
    ...more,
  }),
  takeBack: (
    taskId: string,
    itemId: string,
    qty: number,
    compartmentId: string,
    more: Partial<Extract<ScanCommand, { do: 'takeBack' }>> = {},
  ): ScanCommand => ({
    do: 'takeBack',
    taskId,
    lineId: null,
    itemId,
    qty,
    compartmentId,
    outcome: 'restock',
    note: '',
    ...goods,
    ...more,
  }),
  putAway: (
    taskId: string | null,
    itemId: string,
    qty: number,
    fromId: string,
    toId: string,
    more: Partial<Extract<ScanCommand, { do: 'putAway' }>> = {},
  ): ScanCommand => ({
    do: 'putAway',
    taskId,
    itemId,
    qty,
    fromId,
    toId,
    condition: 'good',
    ...goods,
    ...more,
  }),
};

/** Puts pieces on a shelf the short way: as an adjustment through the ledger's own function. */
export async function stockUp(
  { pool }: Pick<TestServer, 'pool'>,
  merchantId: string,
  itemId: string,
  compartmentId: string,
  qty: number,
  more: Record<string, unknown> = {},
): Promise<void> {
  await pool.query('select kontor_move($1::jsonb)', [
    JSON.stringify({
      merchant_id: merchantId,
      item_id: itemId,
      qty,
      from_place: 'adjust',
      to_place: 'stock',
      to_id: compartmentId,
      reason: 'test',
      ...more,
    }),
  ]);
}
