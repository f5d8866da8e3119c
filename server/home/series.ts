import { getTableName, type SQL, sql } from 'drizzle-orm';
import { AGES, addDays, ageOf } from '#contract/money/open';
import type { Filter } from '#contract/query';
import type { Db } from '../db/client.ts';
import type { Actor } from '../http/actor.ts';
import type { ServerArea } from '../http/area.ts';
import { conditions } from '../http/list.ts';
import { rowsOf } from '../http/select.ts';
import type { Moments } from './moments.ts';

type Areas = ReadonlyMap<string, ServerArea>;
/** `at` is a day or an age; amounts are in the smallest unit. */
export type Point = { at: string; value: number };
type Found = { currency: string | null; points: Point[] };
type Reading = { tx: Db; at: Moments; from: (area: string, filters: readonly Filter[]) => SQL };

/** A picture of rows that somebody would rather look at than read. */
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
const counted = (rows: Record<string, unknown>[], days: readonly string[]): Point[] => {
  const found = new Map(rows.map((row) => [row['at'] as string, row['value'] as number]));
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
      const start = sql`(${days[0]}::date)::timestamp at time zone ${at.zone}`;
      const rows = await tx.execute(sql`select ((t.handed_over_at at time zone ${at.zone})::date)::text as at, count(*)::int as value
        ${from('parcels', [])} and t.handed_over_at >= ${start} group by 1`);
      return { currency: null, points: counted(rowsOf(rows), days) };
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
      const rows = await tx.execute(
        sql`select t.pickup_date::text as at, count(*)::int as value ${from('tasks', waiting)} and t.pickup_date < ${at.$today}::date + ${AHEAD}::int group by 1`,
      );
      return { currency: null, points: counted(rowsOf(rows), days) };
    },
  },
  {
    key: 'openItems',
    area: 'invoices',
    kind: 'ages',
    paths: ['/finance/open-items', '/sales/invoices', '/mEP/invoices'],
    roles: ['admin', 'manager', 'finance', 'merchant'],
    /** One currency is one picture: the one in which most is open. */
    async read({ tx, at, from }) {
      const owed: Filter[] = [
        { field: 'open', op: 'gt', value: '0' },
        { field: 'kind', op: 'eq', value: 'invoice' },
      ];
      const rows = rowsOf(
        await tx.execute(
          sql`select t.currency, t.due_date::text as due, sum(t.open)::float8 as value, count(*)::int as items ${from('invoices', owed)} group by 1, 2`,
        ),
      );
      const items = new Map<string, number>();
      for (const row of rows) items.set(row['currency'] as string, (items.get(row['currency'] as string) ?? 0) + (row['items'] as number));
      const [currency = null] = [...items].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([code]) => code);
      const sums = new Map<string, number>();
      for (const row of rows) {
        if (row['currency'] !== currency) continue;
        const age = ageOf(row['due'] as string, at.$today);
        sums.set(age, (sums.get(age) ?? 0) + (row['value'] as number));
      }
      return { currency, points: AGES.map(({ key }) => ({ at: key, value: sums.get(key) ?? 0 })) };
    },
  },
];

/** `from … where …` of an area's rows as this reader may see them. */
export const rowsOfArea =
  (areas: Areas, actor: Actor) =>
  (area: string, filters: readonly Filter[]): SQL => {
    const entry = areas.get(area);
    if (!entry) throw new Error(`Home shows no area ${area}`);
    return sql`from ${sql.identifier(getTableName(entry.table))} t where ${conditions(areas, entry, actor, { search: '', filters: [...filters] })}`;
  };
