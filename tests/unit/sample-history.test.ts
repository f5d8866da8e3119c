import { describe, expect, it } from 'vitest';
import { isDhl20, isUps } from '#contract/core/barcode/check-digits';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { dayOf } from '#contract/core/house-day';
import { finish } from '../../server/core/steps.ts';
import { FURTHER_ITEMS, KNOWN_ITEMS, PROFILES, SUPPLY } from '../../server/sample/history/assortment.ts';
import { daysBefore, saleDay, startOf } from '../../server/sample/history/days.ts';
import { type History, historyInSteps } from '../../server/sample/history/history.ts';
import { billsOf, invoicesOf } from '../../server/sample/history/ledger-plan.ts';
import type { House } from '../../server/sample/history/model.ts';
import { seeded } from '../../server/sample/history/random.ts';
import { iso, makeRows, TABLES } from '../../server/sample/history/rows.ts';

/** The history of the sample house is made by a generator: the same day gives the same rows, and its sums come out. */

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
let made = 0;
const ids = (names: readonly string[]): Map<string, string> => new Map(names.map((name) => [name, idOf((made += 1))]));
const MERCHANT: Record<string, [merchant: string, supplier: number]> = {
  TEE: ['M-1001', 0],
  FIS: ['M-1001', 1],
  VAS: ['M-1002', 3],
  KRA: ['M-1003', 4],
  HON: ['M-1003', 4],
};
const items: House['items'] = new Map<string, NonNullable<ReturnType<House['items']['get']>>>([
  ...FURTHER_ITEMS.map(({ weight, ...item }) => [item.sku, { ...item, id: idOf((made += 1)), grams: weight }] as const),
  ...KNOWN_ITEMS.map(([sku]) => {
    const [merchant, at] = MERCHANT[sku.slice(0, 3)] ?? ['M-1001', 0];
    const supplier = SUPPLY[at]?.supplier ?? '';
    return [sku, { id: idOf((made += 1)), merchant, sku, name: sku, category: 'Tea', price: 500, grams: 300, supplier }] as const;
  }),
]);
const person = (name: string) => ({ id: idOf((made += 1)), name });
const house: House = {
  merchants: new Map(PROFILES.map(({ no }) => [no, { id: idOf((made += 1)), name: no }])),
  carriers: ids(['DHL', 'DPD', 'UPS']),
  places: ids([
    ...'DOCK-1 DOCK-2 PACK-1 PACK-2 PACK-3 CART-1 CART-2 CART-3 CART-4 RETURNS-1'.split(' '),
    ...Array.from({ length: 48 }, (_, i) => `P1-${String(i).padStart(2, '0')}`),
  ]),
  storehouse: EMPTY_ADDRESS,
  stations: ids([
    'ST-DOCK-1',
    'ST-DOCK-2',
    'ST-PACK-1',
    'ST-PACK-2',
    'ST-PACK-3',
    'ST-CART-1',
    'ST-CART-2',
    'ST-CART-3',
    'ST-CART-4',
    'ST-RETURNS',
  ]),
  items,
  crew: { pick: [person('a'), person('b')], pack: [person('c'), person('d')], dock: [person('e'), person('f')] },
  office: person('g'),
  manager: person('h'),
};
const make = (today: string, count = 600): History =>
  finish(historyInSteps(makeRows(), house, today, startOf(today) + 9 * 3_600_000, count));
const textOf = ({ rows }: History): string =>
  rows
    .tables()
    .map((table) => `${table} ${rows.columns(table).join()} ${[...rows.text(table)].join('')}`)
    .join('');
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe('a history', () => {
  const history = make('2026-12-10');
  const { plan, rows, next } = history;
  const read = (table: string) => rows.read(table);

  it('is the same for the same day, and another one for another day', () => {
    expect(textOf(make('2026-12-10'))).toBe(textOf(history));
    expect(textOf(make('2026-12-11'))).not.toBe(textOf(history));
  });

  it('fills the tables that are prepared for it, and has the same rows when they are taken in parts', () => {
    expect(rows.tables().toSorted()).toEqual([...TABLES].toSorted());
    for (const table of TABLES) {
      const text = (from?: number, to?: number): string => [...rows.text(table, from, to)].join('');
      expect(text(0, 1) + text(1)).toBe(text());
    }
  });

  it('gives each row of a list a position of its own', () => {
    const positions = [...rows.text('scans')]
      .join('')
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t').at(-3));
    expect(positions.every((at) => /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at ?? ''))).toBe(true);
    expect(new Set(positions).size).toBe(rows.count('scans'));
  });

  it('has as many orders as it was asked for, on 90 days that end yesterday', () => {
    expect(plan.orders.length).toBe(600);
    const days = new Set(plan.orders.map(({ at }) => dayOf(at)));
    expect([...days].toSorted().at(0)).toBe('2026-09-11');
    expect([...days].toSorted().at(-1)).toBe('2026-12-09');
    expect(rows.count('tasks')).toBe(600 + plan.deliveries.length + plan.returns.length + plan.deliveries.filter(({ box }) => box).length);
  });

  it('takes nothing from a shelf that is not there, and keeps what its moves leave', () => {
    const stock = new Map<string, number>();
    const add = (item: string | null, place: string | null, condition: string | null, qty: number): void => {
      if (place === null) return;
      const key = `${item} ${place} ${condition}`;
      stock.set(key, (stock.get(key) ?? 0) + qty);
      expect(stock.get(key)).toBeGreaterThanOrEqual(0);
    };
    for (const move of read('stock_moves').toSorted((a, b) => (a['at'] ?? '').localeCompare(b['at'] ?? ''))) {
      add(move['item_id'] ?? null, move['from_id'] ?? null, move['condition'] ?? null, -Number(move['qty']));
      add(move['item_id'] ?? null, move['to_id'] ?? null, move['condition'] ?? null, Number(move['qty']));
    }
    const kept = read('stock_balances').map(
      (row) => [`${row['item_id']} ${row['compartment_id']} ${row['condition']}`, Number(row['on_hand'])] as const,
    );
    expect(new Map(kept.filter(([, qty]) => qty > 0))).toEqual(new Map([...stock].filter(([, qty]) => qty > 0)));
  });

  it('leaves of the items of the small sample only what is promised', () => {
    const known = new Set(KNOWN_ITEMS.map(([sku]) => sku));
    const own = read('stock_balances').filter(({ sku }) => known.has(sku ?? ''));
    expect(own.length).toBe(known.size);
    for (const { on_hand: onHand, reserved } of own) expect(onHand).toBe(reserved);
    expect(sum(read('reservations').map(({ qty }) => Number(qty)))).toBe(
      sum(read('stock_balances').map(({ reserved }) => Number(reserved))),
    );
  });

  it('numbers its documents and the scans of each device without a gap', () => {
    const numbers = (table: string) =>
      read(table)
        .map(({ no }) => Number(no?.replaceAll(/\D/g, '')))
        .toSorted((a, b) => a - b);
    const run = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
    expect(numbers('tasks')).toEqual(run(10_001, next.task));
    expect(numbers('parcels')).toEqual(run(100_001, next.parcel));
    expect(numbers('picklists')).toEqual(run(1_001, next.picklist));
    expect(numbers('loading_lists')).toEqual(run(1_001, next.list));
    for (const { id, last_seq: last } of read('scan_devices'))
      expect(
        read('scans')
          .filter((scan) => scan['device_id'] === id)
          .map(({ seq }) => Number(seq)),
      ).toEqual(run(1, Number(last) + 1));
  });

  it('has tracking numbers as the carriers give them, each once', () => {
    const carriers = new Map([...house.carriers].map(([code, id]) => [id, code]));
    const found = read('parcels').map((parcel) => ({ carrier: carriers.get(parcel['carrier_id'] ?? ''), no: parcel['tracking_no'] ?? '' }));
    expect(new Set(found.map(({ no }) => no)).size).toBe(found.length);
    const valid: Record<string, (no: string) => boolean> = { DHL: isDhl20, UPS: isUps, DPD: (no) => /^\d{14}$/.test(no) };
    for (const { carrier = '', no } of found) expect(valid[carrier]?.(no), `${carrier} ${no}`).toBe(true);
  });

  it('knows nothing of the future', () => {
    const text = textOf(history);
    const now = iso(plan.now);
    const instants = text.match(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g) ?? [];
    const cutOffs = new Set(read('tasks').map((task) => task['cut_off_at']));
    expect(
      instants
        .filter((at) => at > now && !cutOffs.has(at))
        .filter((at) => !read('tickets').some((ticket) => ticket['due_at'] === at || ticket['solve_due_at'] === at)),
    ).toEqual([]);
  });

  it('bills every ended half month to every merchant, and pays only what is due', () => {
    const invoices = invoicesOf(seeded(1), plan, 90);
    const halves = ['2026-09-16', '2026-10-01', '2026-10-16', '2026-11-01', '2026-11-16', '2026-12-01'];
    for (const { no } of PROFILES)
      expect(invoices.filter(({ merchant, from, to }) => merchant === no && from !== to).map(({ on }) => on)).toEqual(halves);
    for (const { on, paid, lines } of invoices) {
      expect(lines.every(({ qty, price }) => qty > 0 && price > 0)).toBe(true);
      if (paid) expect(paid.on > on && paid.on < plan.today).toBe(true);
    }
    const bills = billsOf(seeded(1), plan, 90);
    expect(new Set(bills.map(({ theirNo }) => theirNo)).size).toBe(bills.length);
    expect(bills.every(({ on, paidOn }) => on < plan.today && (paidOn === null || paidOn < plan.today))).toBe(true);
  });
});

describe('the days', () => {
  it('begin at midnight of the house, also around the change of clocks', () => {
    expect(iso(startOf('2026-10-25'))).toBe('2026-10-24T22:00:00.000Z');
    expect(iso(startOf('2026-10-26'))).toBe('2026-10-25T23:00:00.000Z');
    expect(iso(startOf('2026-03-30'))).toBe('2026-03-29T22:00:00.000Z');
  });

  it('have their sale on Black Friday, or on a Friday before', () => {
    expect(saleDay(daysBefore('2026-12-10'))).toBe('2026-11-27');
    expect(saleDay(daysBefore('2027-01-20'))).toBe('2026-11-27');
    const friday = saleDay(daysBefore('2026-06-03'));
    expect(new Date(`${friday}T00:00:00Z`).getUTCDay()).toBe(5);
  });

  it.each(['2026-01-15', '2026-03-30', '2026-06-08', '2026-10-26', '2026-12-28', '2027-02-28'])(
    'of a start on %s give a history that comes out',
    (today) => {
      expect(make(today, 300).plan.orders.length).toBe(300);
    },
  );
});
