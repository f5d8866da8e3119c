import { getTableName, type SQL, sql } from 'drizzle-orm';
import { addDays } from '#contract/core/house-day';
import type { Filter } from '#contract/core/query';
import { AGES, ageOf } from '#contract/money/open';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Areas } from '../../core/http/area.ts';
import { conditions } from '../../core/http/list.ts';
import { invoices } from '../money/invoices/table.ts';
import type { Moments } from './moments.ts';

/** `at` is a day or an age group. Amounts are in the smallest unit. */
export type Point = { at: string; value: number };
type Found = { currency: string | null; points: Point[] };
type Reading = { tx: Db; at: Moments; from: (area: string, filters: readonly Filter[]) => SQL };

/** A chart of the home page. */
export type Series = {
  key: string;
  area: string;
  kind: 'days' | 'ages';
  paths: readonly string[];
  roles: readonly string[];
  read: (reading: Reading) => Promise<Found>;
};

const BACK = 14;
const AHEAD = 10;

const run = (first: string, count: number): string[] => Array.from({ length: count }, (_, i) => addDays(first, i));
const countParcels = statement(
  { at: cell.text, value: cell.integer },
  ({
    zone,
    first,
    rows,
  }: {
    zone: string;
    first: string;
    rows: SQL;
  }) => sql`select ((t.handed_over_at at time zone ${zone})::date)::text as at, count(*)::int as value
        ${rows} and t.handed_over_at >= (${first}::date)::timestamp at time zone ${zone} group by 1`,
  [{ zone: '', first: '', rows: sql`from parcels t where true` }],
);
const countReceipts = statement(
  { at: cell.text, value: cell.integer },
  ({ today, rows }: { today: string; rows: SQL }) =>
    sql`select t.pickup_date::text as at, count(*)::int as value ${rows} and t.pickup_date < ${today}::date + ${AHEAD}::int group by 1`,
  [{ today: '', rows: sql`from tasks t where true` }],
);
const sumOpen = statement(
  { currency: invoices.currency, due: orNull(cell.text), value: cell.double, items: cell.integer },
  ({ rows }: { rows: SQL }) =>
    sql`select t.currency, t.due_date::text as due, sum(t.open)::float8 as value, count(*)::int as items ${rows} group by 1, 2`,
  [{ rows: sql`from invoices t where true` }],
);

const counted = (rows: readonly Point[], days: readonly string[]): Point[] => {
  const found = new Map(rows.map(({ at, value }) => [at, value]));
  return days.map((day) => ({ at: day, value: found.get(day) ?? 0 }));
};

export const SERIES: readonly Series[] = [
  {
    key: 'parcelsOut',
    area: 'parcels',
    kind: 'days',
    paths: ['/wms/shippinglog', '/wEP/shippingLog', '/mEP/outbound-orders', '/carriergate/orders'],
    roles: ['admin', 'manager', 'employee', 'warehouse', 'merchant', 'carrier'],
    async read({ tx, at, from }) {
      const days = run(addDays(at.$today, 1 - BACK), BACK);
      const found = await countParcels(tx, { zone: at.zone, first: addDays(at.$today, 1 - BACK), rows: from('parcels', []) });
      return { currency: null, points: counted(found, days) };
    },
  },
  {
    key: 'receiptsExpected',
    area: 'tasks',
    kind: 'days',
    paths: ['/eEP/receiving-orders', '/wEP/inbound-orders', '/mEP/inbound-orders'],
    roles: ['admin', 'manager', 'employee', 'warehouse', 'merchant'],
    async read({ tx, at, from }) {
      const days = run(at.$today, AHEAD);
      const waiting: Filter[] = [
        { field: 'status', op: 'in', value: ['receiptPending', 'inTransit', 'receiving'] },
        { field: 'kind', op: 'in', value: ['inbound', 'retour'] },
        { field: 'pickupDate', op: 'gte', value: at.$today },
      ];
      const found = await countReceipts(tx, { today: at.$today, rows: from('tasks', waiting) });
      return { currency: null, points: counted(found, days) };
    },
  },
  {
    key: 'openItems',
    area: 'invoices',
    kind: 'ages',
    paths: ['/finance/open-items', '/sales/invoices', '/mEP/invoices'],
    roles: ['admin', 'manager', 'finance', 'merchant'],
    /** Shows one currency: the one with the highest open amount. */
    async read({ tx, at, from }) {
      const owed: Filter[] = [
        { field: 'open', op: 'gt', value: '0' },
        { field: 'kind', op: 'eq', value: 'invoice' },
      ];
      const rows = await sumOpen(tx, { rows: from('invoices', owed) });
      const items = new Map<string, number>();
      for (const row of rows) items.set(row.currency, (items.get(row.currency) ?? 0) + row.items);
      const [currency = null] = [...items].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([code]) => code);
      const sums = new Map<string, number>();
      for (const row of rows) {
        if (row.currency !== currency || row.due === null) continue;
        const age = ageOf(row.due, at.$today);
        sums.set(age, (sums.get(age) ?? 0) + row.value);
      }
      return { currency, points: AGES.map(({ key }) => ({ at: key, value: sums.get(key) ?? 0 })) };
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
