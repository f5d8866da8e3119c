import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import { CARRIER_EVENTS, type CarrierEvent, parcelAfter } from '#contract/orders/carrier-events';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError } from '../../core/http/errors.ts';
import { recompute, runCommand } from '../orders/index.ts';
import { taskBlockers, trackingEvents } from '../orders/tables.ts';
import { tasks } from '../orders/tasks/table.ts';
import { asked, CarrierError } from './adapter.ts';
import { carriers } from './carriers/table.ts';
import { readConnection } from './connections.ts';
import { parcels } from './parcels/table.ts';
import { adapterOf, BUYING_APIS, type CarrierContext } from './registry.ts';

/** Parcels per tracking call, and days after which tracking stops. */
const BATCH = 100;
const ASKED_DAYS = 60;
/** Tasks closed per transaction. */
const CLOSED_AT_ONCE = 200;

export type Movement = { event: CarrierEvent; at: string; text: string; place: string };

const lockTask = statement(
  { id: tasks.id },
  ({ parcelId }: { parcelId: string }) =>
    sql`select id from tasks where id = (select task_id from parcels where id = ${parcelId}::uuid) for update`,
);
const lockParcel = statement(
  { no: parcels.no, state: parcels.state, handedOverAt: parcels.handedOverAt, latest: orNull(cell.instant) },
  ({ parcelId }: { parcelId: string }) =>
    sql`select no, state, handed_over_at, (select max(at) from tracking_events where parcel_id = ${parcelId}::uuid) as latest from parcels where id = ${parcelId}::uuid for no key update`,
);
const noteMovement = statement(
  { id: trackingEvents.id },
  ({ parcelId, event, text, place, at }: Movement & { parcelId: string }) =>
    sql`insert into tracking_events (parcel_id, code, text, place, at) values (${parcelId}::uuid, ${event}, ${text}, ${place}, ${at}) on conflict (parcel_id, code, at) do nothing returning id`,
);

const writeParcel = command(
  ({ parcelId, state, deliveredAt }: { parcelId: string; state: string; deliveredAt: string | null }) =>
    sql`update parcels set state = ${state}, delivered_at = ${deliveredAt}::timestamptz where id = ${parcelId}::uuid`,
);
const block = command(
  ({ taskId, blocker, reason, by }: { taskId: string; blocker: string; reason: string; by: string | null }) =>
    sql`insert into task_blockers (task_id, kind, reason, opened_by) values (${taskId}::uuid, ${blocker}, ${reason}, ${by}::uuid) on conflict do nothing`,
);

/**
 * Records tracking events of one parcel, oldest first, and updates parcel and task. Each event counts once, however often it is reported.
 * Events before our handover are recorded without effect, because the goods are still in stock.
 * @returns number of new events
 * @throws DomainError NotFound
 */
export async function noteMovements(tx: Db, parcelId: string, movements: readonly Movement[], by: string | null): Promise<number> {
  const task = await lockTask.first(tx, { parcelId });
  const parcel = await lockParcel.first(tx, { parcelId });
  if (!task || !parcel) throw new DomainError('NotFound');
  const taskId = task.id;
  let latest = parcel.latest ?? '';
  let state = parcel.state;
  const news: Movement[] = [];
  for (const movement of [...movements].sort((a, b) => a.at.localeCompare(b.at))) {
    const { event, at } = movement;
    const fresh = await noteMovement(tx, { parcelId, ...movement });
    if (fresh.length === 0) continue;
    news.push(movement);
    if (parcel.handedOverAt === null) continue;
    const next = parcelAfter(state, event);
    // Late events, or events after delivery, do not block the order.
    if (at >= latest && !(state === 'delivered' && next === 'delivered')) await stop(tx, taskId, movement, by);
    if (at > latest) latest = at;
    if (next !== state) await writeParcel(tx, { parcelId, state: next, deliveredAt: next === 'delivered' ? at : null });
    state = next;
  }
  if (news.length === 0) return 0;
  if (state === 'delivered') await clear(tx, { taskId });
  await recompute(tx, [taskId], {
    command: 'tracking',
    by,
    payload: { parcel: parcel.no, events: news.map(({ event }) => event) },
  });
  if (state === 'returning' && parcel.state !== 'returning') await expectBack(tx, taskId, news.at(-1)?.text ?? '', by);
  return news.length;
}

async function stop(tx: Db, taskId: string, { event, text }: Movement, by: string | null): Promise<void> {
  const { blocker } = CARRIER_EVENTS[event];
  if (blocker) await block(tx, { taskId, blocker, reason: text || event, by });
}

/** Resolves problems that only the carrier reported, once all parcels are delivered. */
const clear = command(
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`update task_blockers set resolved_at = now(), resolution = 'delivered' where task_id = ${taskId}::uuid and kind = 'problematic' and opened_by is null and resolved_at is null
    and not exists (select from parcels where task_id = ${taskId}::uuid and state not in ('delivered', 'void'))`,
);

/** Return to sender: creates a return for the dock to expect (domain 3.3). If the order cannot be returned, staff have to decide. */
async function expectBack(tx: Db, taskId: string, reason: string, by: string | null): Promise<void> {
  try {
    await runCommand(tx, taskId, 'requestRetour', { reason, by });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'StateRefused')) throw error;
  }
}

const findUnderWay = statement(
  { id: parcels.id, trackingNo: parcels.trackingNo, carrierId: carriers.id },
  ({
    after,
    only,
  }: {
    after: string;
    only: readonly string[] | null;
  }) => sql`select p.id, p.tracking_no, c.id as carrier_id from parcels p join carriers c on c.id = p.carrier_id
        where p.state in ('handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'failed', 'returning') and p.label_state = 'bought' and p.tracking_no <> '' and p.id > ${after}::uuid
          and p.handed_over_at > now() - make_interval(days => ${ASKED_DAYS}) and c.api = any(${`{${BUYING_APIS.join(',')}}`}::text[]) and c.paused_at is null
          ${only === null ? sql`` : sql`and p.id = any(${uuids(only)})`}
        order by p.id limit ${BATCH}`,
  [
    { after: '00000000-0000-0000-0000-000000000000', only: null },
    { after: '00000000-0000-0000-0000-000000000000', only: [] },
  ],
);

/**
 * Tracks all parcels under way, or only these of them. An unreachable carrier does not stop the others.
 */
export async function trackParcels(context: CarrierContext, only: readonly string[] | null = null): Promise<void> {
  const { db, config, log } = context;
  // A carrier that does not answer would make the others wait for each hundred of its parcels.
  const silent = new Set<string>();
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await findUnderWay(db, { after, only });
    for (const [carrierId, underWay] of groupBy(rows, (row) => row.carrierId)) {
      if (silent.has(carrierId)) continue;
      const numbers = underWay.map(({ trackingNo }) => trackingNo);
      const connection = await readConnection.one(db, { id: carrierId });
      try {
        const adapter = adapterOf(context, connection);
        const movements = await asked(config.CARRIER_TIMEOUT, (signal) => adapter.track(numbers, signal));
        const byNumber = groupBy(movements, ({ trackingNo }) => trackingNo);
        for (const { id, trackingNo } of underWay) {
          const mine = byNumber.get(trackingNo);
          if (mine) await inTransaction(db, (tx) => noteMovements(tx, id, mine, null));
        }
      } catch (error) {
        if (error instanceof CarrierError && ['unknown', 'busy'].includes(error.fault.kind)) silent.add(carrierId);
        log.warn({ err: error, carrier: connection.code }, 'a carrier could not be asked where its parcels are');
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = last.id;
  }
  if (only === null) await stopStuck(db, config.STUCK_AFTER_DAYS);
}

const blockStuck = statement(
  { taskId: taskBlockers.taskId },
  ({ days }: { days: number }) => sql`insert into task_blockers (task_id, kind, reason)
          select distinct on (p.task_id) p.task_id, 'problematic', p.no || ': ' || to_char(moved.at, 'YYYY-MM-DD')
          from parcels p cross join lateral (select greatest(p.handed_over_at, max(e.at)) as at from tracking_events e where e.parcel_id = p.id) moved
          join tasks t on t.id = p.task_id and t.deleted_at is null and t.closed_at is null
          where p.state in ('handedOver', 'inTransit', 'outForDelivery') and p.label_state = 'bought' and moved.at < now() - make_interval(days => ${days})
            and not exists (select from task_blockers b where b.task_id = p.task_id and b.kind = 'problematic' and b.opened_at > moved.at)
          on conflict do nothing returning task_id`,
);

/**
 * Blocks orders without any event for days, so that staff look at them; once per standstill. Parcels waiting at a pick-up point are
 * excluded.
 */
async function stopStuck(db: Db, days: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = (await blockStuck(tx, { days })).map(({ taskId }) => taskId);
    await recompute(tx, ids, { command: 'tracking', by: null, payload: { standstill: days } });
  });
}

const closeDelivered = statement(
  { id: tasks.id },
  ({ days }: { days: number }) => sql`update tasks set closed_at = now() where id in (
            select t.id from tasks t where t.status = 'delivered' and t.deleted_at is null and t.closed_at is null
              and exists (select from parcels p where p.task_id = t.id and p.state <> 'void')
              and not exists (select from parcels p where p.task_id = t.id and p.state <> 'void' and coalesce(p.delivered_at, now()) > now() - make_interval(days => ${days}))
            order by t.id limit ${CLOSED_AT_ONCE} for update skip locked)
          returning id`,
);

/** Closes orders whose parcels were delivered long enough ago. Containers and collections are closed by staff instead. */
export async function finishDelivered(db: Db, days: number): Promise<void> {
  for (;;) {
    const closed = await db.transaction(async (tx) => {
      const ids = (await closeDelivered(tx, { days })).map(({ id }) => id);
      await recompute(tx, ids, { command: 'finish', by: null });
      return ids.length;
    });
    if (closed < CLOSED_AT_ONCE) return;
  }
}
