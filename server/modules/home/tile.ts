import { type SQL, sql } from 'drizzle-orm';
import { TOTAL_LIMIT } from '#contract/core/envelope';
import { Detail } from '#contract/core/home';
import type { Filter } from '#contract/core/query';
import type { Meaning } from '#contract/core/status';
import { ON_THE_FLOOR } from '#contract/orders/floor-work';
import { columnName } from '../../core/http/area.ts';

/**
 * A tile of the home page: the number of rows of a screen with these filters, and a link to it. Shown to users who may open the screen and
 * have one of `roles`. Users with a role created by the house see all tiles they may open.
 */
export type Tile = {
  key: string;
  mask: string;
  /** Paths of the mask. The tile links to the first one that the user may open. */
  paths: readonly string[];
  /** Absent: the default filters of the list. Values that start with `$` are `Moments`. */
  filters?: readonly Filter[];
  /** Meaning (colour) of the tile if the number is above zero. */
  tone: Meaning;
  /** What is counted should have been done before now. */
  pastDue?: true;
  roles: readonly string[];
  /** The station where the work is done by scanning. */
  station?: string;
  /** What stands below the number: the oldest moment, the earliest day, the sum of a field of the area, or the sums of the carriers. */
  detail?: { kind: Detail['kind']; field: string };
  /**
   * Its rows under “Do these first”: the columns, of which the first names the row and the others stand below each other, and their order. Only
   * tiles that have them are listed there.
   */
  first?: { columns: readonly string[]; sort: string };
};

export const is = (field: string, ...value: string[]): Filter => ({ field, op: 'in', value });
export const cmp = (field: string, op: 'lt' | 'lte' | 'gte' | 'gt', value: string): Filter => ({ field, op, value });
export const none = (field: string): Filter => ({ field, op: 'null', value: 'true' });
export const OWED = cmp('open', 'gt', '0');

export const TO_SHIP = is('status', ...ON_THE_FLOOR);
export const OPEN_SERVICE = is('status', 'inProcess', 'inTransit', 'customerHandlingAwaits', 'manualHandlingAwaits');
export const TICKET_ROWS = { columns: ['no', 'subject', 'merchantId'], sort: 'lastMessageAt' };

/** Details of tiles. */
export const PIECES = { kind: 'pieces', field: 'pieces' } as const;
export const amounts = (field: string) => ({ kind: 'amounts', field }) as const;
export const byCarrier = (field: string) => ({ kind: 'carriers', field }) as const;
export const since = (field: string) => ({ kind: 'since', field }) as const;
export const from = (field: string) => ({ kind: 'from', field }) as const;

const column = (field: string): SQL => sql`t.${sql.identifier(columnName(field))}`;
const NEVER = sql`null::text as v`;

/** Carriers that a figure names: those with the largest sums. */
const MOST_CARRIERS = 3;

/** What each kind of detail reads of a row (`v`, with `currency` of amounts and `carrier`) and how the rows are summed up. */
const DETAILS: Record<Detail['kind'], { value: (field: string) => SQL; sum: SQL }> = {
  since: {
    value: (field) => sql`${column(field)} as v`,
    sum: sql`to_char(min(v) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  },
  from: { value: (field) => sql`${column(field)}::text as v`, sum: sql`min(v)` },
  pieces: { value: (field) => sql`${column(field)} as v`, sum: sql`coalesce(sum(v), 0)::int` },
  amounts: {
    value: (field) => sql`${column(field)} as v, t.currency`,
    sum: sql`(select json_agg(json_build_object('currency', currency, 'amount', amount) order by amount desc) from (select currency, sum(v)::float8 as amount from c group by 1) s where amount <> 0)`,
  },
  // The carrier of a charge is among the conditions of its fact.
  carriers: {
    value: (field) => sql`${column(field)} as v, t.currency, t.facts ->> 'carrierId' as carrier`,
    sum: sql`(select json_agg(json_build_object('name', name, 'currency', currency, 'amount', amount) order by amount desc, name)
      from (select coalesce((select x.name from carriers x where x.id = c.carrier::uuid), '') as name, currency, sum(v)::float8 as amount from c group by 1, 2 order by 3 desc limit ${MOST_CARRIERS}) s)`,
  },
};

/**
 * An expression that counts rows up to the limit of lists and sums up their detail: `{"total", "detail"}`.
 * @param rows SQL `from … where …`
 */
export function countSql({ detail }: Pick<Tile, 'detail'>, rows: SQL): SQL {
  const { value, sum } = detail ? DETAILS[detail.kind] : { value: () => NEVER, sum: sql`null` };
  return sql`(with c as (select ${value(detail?.field ?? '')} ${rows} limit ${TOTAL_LIMIT + 1})
    select json_build_object('total', count(*)::int, 'detail', ${sum}) from c)`;
}

/** The detail as the answer has it; null if no row says anything, such as tasks without a due date. */
export function detailOf({ detail }: Pick<Tile, 'detail'>, found: unknown): Detail | null {
  if (!detail || found === null || found === undefined) return null;
  const key = { since: 'at', from: 'day', pieces: 'pieces', amounts: 'amounts', carriers: 'carriers' }[detail.kind];
  return Detail.parse({ kind: detail.kind, [key]: found });
}
