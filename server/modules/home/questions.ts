import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { HomeQuestion, Shortage } from '#contract/core/home';
import { addDays } from '#contract/core/house-day';
import type { Filter } from '#contract/core/query';
import type { Meaning } from '#contract/core/status';
import { AGES, ageOf, daysOverdue } from '#contract/money/open';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Areas } from '../../core/http/area.ts';
import { conditions } from '../../core/http/list.ts';
import { items } from '../catalog/items/table.ts';
import { invoices } from '../money/invoices/table.ts';
import type { Moments } from './moments.ts';

type Reading = {
  tx: Db;
  at: Moments;
  from: (area: string, filters: readonly Filter[]) => SQL;
  /** The sum of these tiles, as far as the user has them. */
  counted: (tiles: readonly string[]) => number;
};
type Answer<Q> = Q extends HomeQuestion ? Omit<Q, 'key' | 'area' | 'path'> : never;

/** A question of the home page. The first two that a user may see are shown. */
export type Question = {
  key: string;
  area: string;
  paths: readonly string[];
  roles: readonly string[];
  read: (reading: Reading) => Promise<Answer<HomeQuestion>>;
};

const BACK = 14;
const AHEAD = 10;
const SHORTEST = 5;

const daysFrom = (first: string, count: number): string[] => Array.from({ length: count }, (_, i) => addDays(first, i));
const countParcels = statement(
  { at: cell.text, value: cell.integer },
  ({ zone, first, rows }: { zone: string; first: string; rows: SQL }) =>
    sql`select ((t.handed_over_at at time zone ${zone})::date)::text as at, count(*)::int as value
        ${rows} and t.handed_over_at >= (${first}::date)::timestamp at time zone ${zone} group by 1`,
  [{ zone: '', first: '', rows: sql`from parcels t where true` }],
);
const countPickups = statement(
  { at: cell.text, value: cell.integer },
  ({ today, rows }: { today: string; rows: SQL }) =>
    sql`select greatest(t.pickup_date, ${today}::date)::text as at, count(*)::int as value ${rows} and t.pickup_date < ${today}::date + ${AHEAD}::int group by 1`,
  [{ today: '', rows: sql`from collections t where true` }],
);
const sumOpen = statement(
  { currency: invoices.currency, due: orNull(cell.text), status: cell.text, value: cell.double, items: cell.integer },
  ({ rows }: { rows: SQL }) =>
    sql`select t.currency, t.due_date::text as due, t.status, sum(t.open)::float8 as value, count(*)::int as items ${rows} group by 1, 2, 3`,
  [{ rows: sql`from invoices t where true` }],
);
const findShortages = statement(
  {
    id: items.id,
    sku: items.sku,
    name: items.name,
    minStock: { required: items.minStock },
    free: cell.integer,
    incoming: cell.integer,
    total: cell.integer,
  },
  ({ rows }: { rows: SQL }) => sql`with wanted as (select t.id, t.sku, t.name, t.min_stock ${rows}),
      stocked as (select w.*, (select coalesce(sum(b.free), 0)::int from stock_balances b join compartments c on c.id = b.compartment_id
        where b.item_id = w.id and b.deleted_at is null and kontor_promisable(b.condition, c.kind, c.blocked_reason)) as free from wanted w),
      short as (select *, count(*) over ()::int as total from stocked where free < min_stock order by free::float8 / min_stock, sku limit ${SHORTEST})
      select s.id, s.sku, s.name, s.min_stock as "minStock", s.free, s.total,
        (select coalesce(sum(greatest(l.ordered - l.cancelled - l.received, 0)), 0)::int from task_lines l join tasks k on k.id = l.task_id
          where l.item_id = s.id and k.kind = 'inbound' and k.closed_at is null and k.deleted_at is null) as incoming
      from short s order by s.free::float8 / s.min_stock, s.sku`,
  [{ rows: sql`from items t where true` }],
);

const withoutTotal = ({ id, sku, name, minStock, free, incoming }: Row<typeof findShortages>): Shortage => ({
  id,
  sku,
  name,
  minStock,
  free,
  incoming,
});

type Sum = { currency: string; due: string | null; status: string; value: number; items: number };
type Part = { key: string; label: string; meaning: Meaning };

/** Sums by part in one currency: the one with the most open papers. */
function partsOf(rows: readonly Sum[], parts: readonly Part[], partOf: (row: Sum) => string | null): Answer<HomeQuestion> {
  const papers = new Map<string, number>();
  for (const row of rows) papers.set(row.currency, (papers.get(row.currency) ?? 0) + row.items);
  const [currency = null] = [...papers].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([code]) => code);
  const sums = new Map<string, number>();
  for (const row of rows) {
    const part = row.currency === currency ? partOf(row) : null;
    if (part !== null) sums.set(part, (sums.get(part) ?? 0) + row.value);
  }
  return { kind: 'parts', currency, parts: parts.map((part) => ({ ...part, value: sums.get(part.key) ?? 0 })) };
}

const AGE_PARTS = AGES.map(
  ({ key }, i): Part => ({ key, label: `invoices.balances.${key}`, meaning: i === 0 ? 'work' : i < 3 ? 'wait' : 'stop' }),
);
const DUE_PARTS: readonly Part[] = (
  [
    ['overdue', 'stop'],
    ['thisWeek', 'wait'],
    ['nextWeek', 'work'],
    ['later', 'closed'],
  ] as const
).map(([key, meaning]) => ({ key, label: `home.due.${key}`, meaning }));
const BILL_PARTS: readonly Part[] = (
  [
    ['entered', 'wait'],
    ['approved', 'work'],
    ['partPaid', 'work'],
    ['disputed', 'stop'],
  ] as const
).map(([key, meaning]) => ({ key, label: `bills.statuses.${key}`, meaning }));

const OWED: Filter = { field: 'open', op: 'gt', value: '0' };
const BILLS_ONLY: Filter = { field: 'kind', op: 'eq', value: 'bill' };
const numbered = (rows: readonly { at: string; value: number }[], days: readonly string[]) => {
  const found = new Map(rows.map(({ at, value }) => [at, value]));
  return days.map((day) => ({ at: day, value: found.get(day) ?? 0 }));
};

const OFFICE = ['admin', 'manager', 'employee'];
/** Tiles of the orders that are to be shipped today: of the office, of the hall, of a merchant. */
const TO_SHIP_TODAY = ['ordersLate', 'leavingToday', 'toPick', 'toPack', 'toLoad', 'inTheHouse'];

/** In display order. */
export const QUESTIONS: readonly Question[] = [
  {
    key: 'cutOffs',
    area: 'loadingLists',
    paths: ['/wms/dashboard'],
    roles: [...OFFICE, 'warehouse'],
    read: async () => ({ kind: 'cutOffs' }),
  },
  {
    key: 'shortages',
    area: 'items',
    paths: ['/mEP/item'],
    roles: ['merchant'],
    async read({ tx, from }) {
      const found = await findShortages(tx, { rows: from('items', [{ field: 'minStock', op: 'gt', value: '0' }]) });
      return { kind: 'shortages', total: found[0]?.total ?? 0, items: found.map(withoutTotal) };
    },
  },
  {
    key: 'workload',
    area: 'parcels',
    paths: ['/wms/shippinglog', '/wEP/shippingLog', '/mEP/outbound-orders'],
    roles: [...OFFICE, 'warehouse', 'merchant'],
    async read({ tx, at, from, counted }) {
      const first = addDays(at.$today, 1 - BACK);
      const found = await countParcels(tx, { zone: at.zone, first, rows: from('parcels', []) });
      return { kind: 'days', points: numbered(found, daysFrom(first, BACK)), more: counted(TO_SHIP_TODAY) };
    },
  },
  {
    key: 'receivables',
    area: 'invoices',
    paths: ['/finance/open-items', '/sales/invoices'],
    roles: ['finance'],
    async read({ tx, at, from }) {
      const rows = await sumOpen(tx, { rows: from('invoices', [OWED, { field: 'kind', op: 'eq', value: 'invoice' }]) });
      return partsOf(rows, AGE_PARTS, ({ due }) => (due === null ? null : ageOf(due, at.$today)));
    },
  },
  {
    key: 'payables',
    area: 'bills',
    paths: ['/finance/payables', '/purchases/bills'],
    roles: ['finance'],
    async read({ tx, at, from }) {
      const rows = await sumOpen(tx, { rows: from('bills', [OWED, BILLS_ONLY]) });
      return partsOf(rows, DUE_PARTS, ({ due }) => {
        const days = due === null ? Number.NEGATIVE_INFINITY : daysOverdue(due, at.$today);
        return days > 0 ? 'overdue' : days > -7 ? 'thisWeek' : days > -14 ? 'nextWeek' : 'later';
      });
    },
  },
  {
    key: 'pickups',
    area: 'collections',
    paths: ['/carriergate/collections'],
    roles: ['carrier'],
    async read({ tx, at, from }) {
      const waiting: Filter[] = [
        { field: 'status', op: 'in', value: ['inProcess'] },
        { field: 'kind', op: 'eq', value: 'collectOrder' },
      ];
      const found = await countPickups(tx, { today: at.$today, rows: from('collections', waiting) });
      return { kind: 'days', points: numbered(found, daysFrom(at.$today, AHEAD)), more: 0 };
    },
  },
  {
    key: 'ownBills',
    area: 'bills',
    paths: ['/carriergate/bills'],
    roles: ['carrier'],
    async read({ tx, from }) {
      return partsOf(await sumOpen(tx, { rows: from('bills', [OWED, BILLS_ONLY]) }), BILL_PARTS, ({ status }) => status);
    },
  },
];

/** SQL `from … where …` for the rows of an area that this user may see. */
export const rowsOfArea =
  (areas: Areas, actor: Actor) =>
  (area: string, filters: readonly Filter[]): SQL => {
    const entry = areas.get(area);
    if (!entry) throw new Error(`Home shows no area ${area}`);
    return sql`from ${sql.identifier(getTableName(entry.table))} t where ${conditions(areas, entry, actor, { search: '', filters: [...filters] })}`;
  };
