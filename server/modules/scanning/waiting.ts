import { type SQL, sql } from 'drizzle-orm';
import { TOTAL_LIMIT } from '#contract/core/envelope';
import { TO_LOAD, TO_PACK, TO_PUT_AWAY, TO_RECEIVE } from '#contract/orders/floor-work';
import type { TaskStatus } from '#contract/orders/statuses';
import type { Profile } from '#contract/scanning/commands';
import { WAITING_ROWS } from '#contract/scanning/station/waiting-units';
import type { WaitingHere } from '#contract/scanning/waiting';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { carriers } from '../shipping/carriers/table.ts';
import { loadingLists } from '../shipping/loading-lists/table.ts';

/**
 * What waits at a station while nothing is open there. Each statement first takes the open work by an index, at most as many rows as lists
 * count, and then sorts and describes only that, so that it stays cheap with any number of orders.
 */
const CANDIDATES = sql`limit ${TOTAL_LIMIT + 1}`;
const SHOWN = sql`limit ${WAITING_ROWS}`;

type Tasks = {
  where: SQL;
  left: SQL;
  /** Goods that come in are ordered by their day, those that go out by their cut-off. */
  incoming: boolean;
  /** Merchants scan their own reference. */
  byReference?: true;
};
const inStatus = (statuses: readonly TaskStatus[]): SQL => sql`t.status in (${sql.raw(statuses.map((one) => `'${one}'`).join(', '))})`;
const OUT = sql`t.kind in ('outbound', 'transportLabel')`;
const IN = sql`t.kind in ('inbound', 'retour')`;
const TO_COME = sql`greatest(t.pieces - t.received, 0)`;
/** An order of transport alone has no pieces to pack. */
const pack: Tasks = {
  where: sql`${OUT} and t.pieces > 0 and ${inStatus(TO_PACK)}`,
  left: sql`greatest(t.pieces - t.packed, 0)`,
  incoming: false,
};

const TASKS: { [P in Profile]?: Tasks } = {
  receiving: { where: sql`${IN} and ${inStatus(TO_RECEIVE)}`, left: TO_COME, incoming: true },
  receivingScan: { where: sql`t.kind = 'inbound' and ${inStatus(TO_RECEIVE)}`, left: TO_COME, incoming: true },
  received: {
    where: sql`${IN} and ${inStatus(TO_PUT_AWAY)} and t.receipt_closed_at is not null and t.prepared_at is null`,
    left: sql`t.received`,
    incoming: true,
  },
  putAway: {
    where: sql`${IN} and ${inStatus(TO_PUT_AWAY)} and t.received > 0`,
    left: sql`greatest(t.received - t.put_away, 0)`,
    incoming: true,
  },
  packScanOrder: pack,
  packScanSingle: {
    where: sql`t.kind = 'outbound' and t.pieces = 1 and t.packed = 0 and t.status in ('readyToPick', 'inPicklist', 'picklistPrinted', 'readyToPack')`,
    left: sql`t.pieces`,
    incoming: false,
  },
  PackScanEF: pack,
  PackScanPre: pack,
  packScanRef: { ...pack, byReference: true },
  return: { where: sql`t.kind = 'retour' and ${inStatus(TO_RECEIVE)}`, left: TO_COME, incoming: true },
};

const ROW = { total: cell.integer, id: cell.uuid, code: cell.text, about: cell.texts, left: cell.integer, dueAt: orNull(cell.instant) };

const findTasks = statement(
  {
    ...ROW,
    day: orNull(cell.date),
    arrived: cell.boolean,
    urgent: cell.boolean,
  },
  ({
    where,
    left,
    incoming,
    byReference = false,
    merchantId,
  }: Omit<Tasks, 'byReference'> & { byReference?: boolean; merchantId: string | null }) =>
    sql`with c as materialized (select t.id, t.no, t.ref_order_id, t.merchant_id, t.carrier_id, t.cut_off_at, t.pickup_date, t.priority, t.sort_at, t.arrived_at is not null or t.received > 0 as here, ${left} as left
        from tasks t where ${where} and t.deleted_at is null and (${merchantId}::uuid is null or t.merchant_id = ${merchantId}::uuid) ${CANDIDATES})
      select (select count(*)::int from c) as total, c.id, ${byReference ? sql`c.ref_order_id` : sql`c.no`} as code,
        array_remove(array[case when ${merchantId}::uuid is null then m.name end, k.name], null) as about, c.left,
        ${incoming ? sql`null::timestamptz` : sql`c.cut_off_at`} as due_at, ${incoming ? sql`c.pickup_date` : sql`null::date`} as day, c.here as arrived, c.priority = 'urgent' as urgent
      from c join merchants m on m.id = c.merchant_id left join carriers k on k.id = c.carrier_id and not ${incoming}
      order by ${incoming ? sql`c.here desc, c.pickup_date nulls last` : sql`c.cut_off_at nulls last`}, array_position(array['urgent', 'normal', 'low'], c.priority), c.sort_at ${SHOWN}`,
  Object.values(TASKS).map((one) => ({ ...one, merchantId: null })),
);

/** Released picklists; `toPack`: those with picked orders that are not packed yet. */
const findPicklists = statement(
  {
    ...ROW,
    urgent: cell.boolean,
  },
  ({ toPack }: { toPack: boolean }) =>
    sql`with c as materialized (select k.id, k.no, k.merchant_id, k.carrier_id, k.zone, k.sort_at, ${toPack ? sql`w.orders` : sql`greatest(k.pieces - k.picked - k.short, 0)`} as left, w.due_at, w.urgent
        from picklists k cross join lateral (select count(distinct t.id)::int as orders, min(t.cut_off_at) as due_at, coalesce(bool_or(t.priority = 'urgent'), false) as urgent
          from picklist_lines q join tasks t on t.id = q.task_id where q.picklist_id = k.id and ${toPack ? inStatus(TO_PACK) : sql`q.open`}) w
        where k.deleted_at is null and ${toPack ? sql`k.state in ('picking', 'done') and k.created_at > now() - interval '7 days' and k.picked > 0 and w.orders > 0` : sql`k.state in ('open', 'printed', 'picking')`} ${CANDIDATES})
      select (select count(*)::int from c) as total, c.id, c.no as code, array_remove(array[m.name, k.name, nullif(c.zone, '')], null) as about, c.left, c.due_at, c.urgent
      from c left join merchants m on m.id = c.merchant_id left join carriers k on k.id = c.carrier_id
      order by c.due_at nulls last, c.urgent desc, c.sort_at ${SHOWN}`,
  [{ toPack: true }, { toPack: false }],
);

/** Packed parcels of each carrier. The number is that of its loading list, if exactly one is open. */
const findCarriers = statement(
  {
    total: cell.integer,
    id: orNull(carriers.id),
    code: orNull(loadingLists.no),
    name: orNull(carriers.name),
    left: cell.integer,
    dueAt: orNull(cell.instant),
  },
  () =>
    sql`with c as materialized (select t.id, t.carrier_id, t.cut_off_at from tasks t where ${OUT} and ${inStatus(TO_LOAD)} and t.deleted_at is null ${CANDIDATES}),
      lane as (select c.carrier_id, min(c.cut_off_at) as due_at, (select count(*)::int from c o join parcels p on p.task_id = o.id and p.handed_over_at is null and p.state <> 'void'
        where o.carrier_id is not distinct from c.carrier_id) as left from c group by c.carrier_id)
      select (select coalesce(sum(lane.left), 0)::int from lane) as total, k.id, (select min(l.no) from loading_lists l where l.state = 'open' and l.deleted_at is null and l.carrier_id = k.id having count(*) = 1) as code,
        k.name, lane.left, lane.due_at from lane left join carriers k on k.id = lane.carrier_id order by lane.due_at nulls last, k.name ${SHOWN}`,
);

const findCounts = statement(
  { total: cell.integer, id: cell.uuid, code: cell.text, name: cell.text, left: cell.integer },
  () =>
    sql`with c as materialized (select n.id, n.no, n.name, n.sort_at, cardinality(n.compartment_ids) as left from counts n where n.state in ('open', 'counting') and n.deleted_at is null ${CANDIDATES})
      select (select count(*)::int from c) as total, c.id, c.no as code, c.name, c.left from c order by c.sort_at ${SHOWN}`,
);

const NO_DATE = { dueAt: null, day: null, arrived: false, urgent: false };

async function rowsAt(tx: Db, profile: Profile, merchantId: string | null): Promise<(WaitingHere['rows'][number] & { total: number })[]> {
  const own = TASKS[profile];
  if (own) return (await findTasks(tx, { ...own, merchantId })).map((row) => ({ ...row, counted: 'pieces' }));
  // Picklists, counts and the dock belong to the house.
  if (merchantId !== null) return [];
  switch (profile) {
    case 'pickingScan':
    case 'packScanBatch': {
      const toPack = profile === 'packScanBatch';
      return (await findPicklists(tx, { toPack })).map((row) => ({ ...NO_DATE, ...row, counted: toPack ? 'orders' : 'pieces' }));
    }
    case 'shippingScan':
      return (await findCarriers(tx)).map(({ id, code, name, ...row }) => ({
        ...NO_DATE,
        ...row,
        id: id ?? 'none',
        code: code ?? '',
        about: name === null ? [] : [name],
        counted: 'parcels',
      }));
    case 'count':
      return (await findCounts(tx)).map(({ name, ...row }) => ({
        ...NO_DATE,
        ...row,
        about: name === '' ? [] : [name],
        counted: 'places',
      }));
    default:
      return [];
  }
}

/** @param merchantId only the work of this merchant; null: of all */
export async function readWaiting(tx: Db, profile: Profile, merchantId: string | null): Promise<WaitingHere> {
  const found = await rowsAt(tx, profile, merchantId);
  const total = found[0]?.total ?? 0;
  return { total: Math.min(total, TOTAL_LIMIT), exact: total <= TOTAL_LIMIT, rows: found.map(({ total: _total, ...row }) => row) };
}
