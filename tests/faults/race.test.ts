import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SCAN_BATCH, type ScanCommand, type ScanVerdict } from '#contract/scanning/commands';
import { randomOf } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { acts, device, stockUp, uuid7 } from '../support/warehouse.ts';
import { checkInvariants } from './rig.ts';

/**
 * Many hands on the same pieces (reliability.md P4): each piece is received, picked, packed and handed over by exactly one, and the others
 * read who was first. RIG=long races for 300 pieces each time, SEED=7 deals the cards anew.
 */
const LONG = process.env['RIG'] === 'long';
const SEED = Number(process.env['SEED'] ?? 1);
if (LONG) vi.setConfig({ testTimeout: 900_000 });
const RACES: [hands: number, pieces: number][] = LONG
  ? [2, 4, 16].map((hands) => [hands, 300])
  : [
      [2, 24],
      [4, 20],
      [16, 16],
    ];

let floor: Floor;
let people: { id: string; name: string }[];
beforeAll(async () => {
  floor = await openFloor(16);
  people = await floor.rows(
    `select id, name from users where account in ('admin@kontor.example', 'manager@kontor.example', 'employee@kontor.example', 'warehouse@kontor.example') order by account`,
  );
});
afterAll(() => floor.server.close());

/** A piece on its way through the house: what each hand would do to it next. */
type Piece = { key: string; act: (hand: number) => ScanCommand };
/** `ms`: from sending the scan to its verdict, with the other scans of its batch. */
type Try = { key: string; who: string; verdict: ScanVerdict; ms: number };

/** Everybody goes for every piece, each in an order of their own and in batches of one to four, so that they also meet crosswise. */
async function race(hands: number, pieces: readonly Piece[]): Promise<Try[]> {
  const random = randomOf(SEED * 1000 + hands);
  const all = await Promise.all(
    Array.from({ length: hands }, async (_, hand) => {
      const person = people[hand % people.length] as (typeof people)[number];
      const scanner = device(floor.server, floor.admin, person.id, floor.house.stationId);
      const order = pieces.map((piece) => ({ piece, at: random() })).sort((a, b) => a.at - b.at);
      const tries: Try[] = [];
      while (order.length > 0) {
        const batch = order.splice(0, 1 + Math.floor(random() * 4));
        const sentAt = performance.now();
        const verdicts = await scanner.send(...batch.map(({ piece }) => piece.act(hand)));
        const ms = performance.now() - sentAt;
        for (const [i, { piece }] of batch.entries())
          tries.push({ key: piece.key, who: person.id, verdict: verdicts[i] as ScanVerdict, ms });
      }
      return tries;
    }),
  );
  return all.flat();
}

/** One winner a piece; the others read the reason, and who was first and when; of a piece with a number also which one, and what was done. */
function judge(hands: number, pieces: readonly Piece[], tries: readonly Try[], reason: string, tells: 'who' | 'serial' | null): void {
  const winners = new Map<string, string>();
  for (const { key, who, verdict } of tries) {
    if (verdict.outcome !== 'applied') continue;
    expect(winners.has(key), `${key} was won twice`).toBe(false);
    winners.set(key, who);
  }
  expect([...winners.keys()].sort()).toEqual(pieces.map(({ key }) => key).sort());
  const losers = tries.filter(({ verdict }) => verdict.outcome !== 'applied');
  expect(losers).toHaveLength(pieces.length * (hands - 1));
  for (const { key, verdict } of losers) {
    expect(verdict).toMatchObject({ outcome: 'refused', why: reason });
    if (tells === null) continue;
    if (tells === 'serial') expect(verdict.params).toMatchObject({ serial: key, did: 'receive' });
    expect(verdict.params['who'], key).toBe(winners.get(key));
    expect(verdict.params['at']).toMatch(/^\d{4}-\d\d-\d\dT/);
  }
  const times = losers.map(({ ms }) => ms).sort((a, b) => a - b);
  const waited = (part: number): number => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
  figure(
    `${hands} hands, ${pieces.length} pieces: ${winners.size} tries won, ${losers.length} lost; losers read it after ${waited(0.5)} ms, 95 of 100 within ${waited(0.95)} ms, the last after ${waited(1)} ms`,
  );
}

const undoOf = (scanId: string): Piece => ({ key: scanId, act: () => ({ do: 'undo', scanId }) });

/** Scanned by one hand, in as many batches as it takes; what was not booked. */
async function refusals(acts: readonly ScanCommand[]): Promise<ScanVerdict[]> {
  const verdicts: ScanVerdict[] = [];
  for (let at = 0; at < acts.length; at += SCAN_BATCH) verdicts.push(...(await floor.scanner.send(...acts.slice(at, at + SCAN_BATCH))));
  return verdicts.filter(({ outcome }) => outcome !== 'applied');
}

const movesOf = (itemId: string, from: string, to: string): Promise<{ serial: string; n: number }[]> =>
  floor.rows(
    `select serial, count(*)::int as n from stock_moves where item_id = $1 and from_place = $2 and to_place = $3 group by 1 order by 1`,
    [itemId, from, to],
  );

describe.each(RACES)('%i hands go for the same %i pieces (P4)', (hands, count) => {
  let item: { id: string; sku: string };
  const serials = Array.from({ length: count }, (_, n) => `R${hands}-${String(n).padStart(3, '0')}`);
  const once = serials.map((serial) => ({ serial, n: 1 }));
  const parcels = new Map<string, string>();

  it.each(['one place', 'many places'])('a number is received once, at %s', async (where) => {
    item = await floor.makeItem({ serial_mode: 'full' });
    const taskId = await floor.make('inbound', [{ sku: item.sku, qty: count * hands }]);
    const lineId = (await floor.line(taskId)).id;
    const pieces = serials.map((serial) => ({
      key: serial,
      act: (hand: number) =>
        acts.receive(taskId, lineId, item.id, 1, where === 'one place' ? floor.shelf(0) : floor.shelf(hand), { serial }),
    }));
    judge(hands, pieces, await race(hands, pieces), 'serialUsed', 'serial');
    expect(await movesOf(item.id, 'supplier', 'stock')).toEqual(once);
    expect(await floor.line(taskId)).toMatchObject({ received: count });
    await checkInvariants(floor.server.pool);
  });

  it('a piece is picked once', async () => {
    const tasks: string[] = [];
    for (const _ of serials) tasks.push(await floor.make('outbound', [{ sku: item.sku, qty: 1 }]));
    await floor.listFor(tasks);
    const walks = (await Promise.all(tasks.map(floor.walks))).flat();
    const pieces = walks.map(({ id, task_id, serial }) => ({
      key: task_id as string,
      act: (): ScanCommand => ({ do: 'pick', picklistLineId: id, qty: 1, serial, cartId: floor.house.cart }),
    }));
    expect(pieces).toHaveLength(count);
    judge(hands, pieces, await race(hands, pieces), 'alreadyPicked', 'who');
    await checkInvariants(floor.server.pool);
  });

  it('a pick is taken back once, and the piece is picked again for the same order', async () => {
    const picks = await floor.rows(
      `select s.id, s.body->'act' as act from scans s join task_lines l on l.task_id = s.task_id where s.act = 'pick' and s.outcome = 'applied' and l.item_id = $1`,
      [item.id],
    );
    const pieces = picks.map(({ id }) => undoOf(id));
    expect(pieces).toHaveLength(count);
    judge(hands, pieces, await race(hands, pieces), 'alreadyUndone', null);
    await checkInvariants(floor.server.pool);
    expect(await refusals(picks.map(({ act }) => act))).toEqual([]);
  });

  it.each(['move', 'count'] as const)('a %s, which no order holds together, is taken back once', async (kind) => {
    const loose = await floor.makeItem();
    const [fromId, toId] = [floor.shelf(0), floor.shelf(1)];
    await stockUp(floor.server, floor.house.merchantId, loose.id, fromId, count);
    const [{ id: countId }] = await floor.rows(
      `insert into counts (no, name, compartment_ids, blind, reason, remark) values ('ZC-' || nextval('picklist_no'), 'Race', array[$1::uuid], true, 'zeroCheck', '') returning id`,
      [fromId],
    );
    const goods = { itemId: loose.id, qty: 1, lot: '', expiry: null, serial: '', condition: 'good' } as const;
    const scans: Record<typeof kind, ScanCommand> = {
      move: { do: 'move', ...goods, fromId, toId, unitId: null },
      count: { do: 'count', countId, compartmentId: fromId, ...goods },
    };
    const events = serials.map(() => floor.scanner.event(scans[kind]));
    for (let at = 0; at < events.length; at += SCAN_BATCH) await floor.scanner.post(events.slice(at, at + SCAN_BATCH));
    const pieces = events.map(({ id }) => undoOf(id));
    judge(hands, pieces, await race(hands, pieces), 'alreadyUndone', null);
    expect(await floor.rows('select counted from count_lines where count_id = $1', [countId])).toEqual(
      kind === 'count' ? [{ counted: 0 }] : [],
    );
    await checkInvariants(floor.server.pool);
  });

  it('a piece is packed once', async () => {
    const ready = await floor.rows(
      `select l.id, l.task_id, b.serial from task_lines l join reservations v on v.line_id = l.id and v.picked join stock_balances b on b.id = v.balance_id where l.item_id = $1`,
      [item.id],
    );
    const pieces = ready.map(({ id, task_id, serial }) => {
      // Everybody has a box of their own at hand.
      const boxes = Array.from({ length: hands }, uuid7);
      return {
        key: task_id as string,
        act: (hand: number): ScanCommand => {
          const parcelId = boxes[hand] as string;
          return { do: 'pack', taskId: task_id, lineId: id, parcelId, qty: 1, serial, compartmentId: floor.house.table };
        },
      };
    });
    expect(pieces).toHaveLength(count);
    judge(hands, pieces, await race(hands, pieces), 'alreadyPacked', 'who');
    const boxes = await floor.rows(
      'select p.id, p.task_id, p.pieces from parcels p join tasks t on t.id = p.task_id join task_lines l on l.task_id = t.id where l.item_id = $1',
      [item.id],
    );
    expect(boxes.map(({ pieces }) => pieces)).toEqual(serials.map(() => 1));
    for (const { id, task_id } of boxes) parcels.set(id, task_id);
    await checkInvariants(floor.server.pool);
  });

  it('a parcel is handed over once', async () => {
    const close = Array.from(
      parcels,
      ([parcelId, taskId]): ScanCommand => ({
        do: 'closeParcel',
        taskId,
        parcelId,
        weight: 500,
        length: null,
        width: null,
        height: null,
      }),
    );
    expect(await refusals(close)).toEqual([]);
    const pieces = Array.from(parcels.keys(), (parcelId) => ({
      key: parcelId,
      act: (): ScanCommand => ({ do: 'handOver', parcelId, loadingListId: null }),
    }));
    judge(hands, pieces, await race(hands, pieces), 'alreadyShipped', 'who');
    expect(await movesOf(item.id, 'stock', 'customer')).toEqual(once);
    expect(await floor.rows('select sum(on_hand)::int as n from stock_balances where item_id = $1', [item.id])).toEqual([{ n: 0 }]);
    await checkInvariants(floor.server.pool);
  });
});
