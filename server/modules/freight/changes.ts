import { eq, sql } from 'drizzle-orm';
import { AGREED, isAgreed, isOver, SERVICE_AREAS, type ServiceArea } from '#contract/freight/agreed';
import type { Side } from '#contract/freight/change-requests';
import { type FreightMode, measure, readPieces } from '#contract/freight/pieces';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { type Actor, isStaff } from '../../core/http/actor.ts';
import type { ServerArea, Values } from '../../core/http/area.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { parseValues } from '../../core/http/validate.ts';
import { becomeHouse } from '../../core/http/write.ts';
import { checkAddress, recompute } from '../orders/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { notify, peopleOfCarrier, peopleOfMerchant, peopleOfRole, textFor } from '../support/index.ts';
import { changedOf, changesOf } from './agreed.ts';
import { changeRequests } from './change-requests/table.ts';
import { summaryIn } from './change-words.ts';
import { collections } from './collections/table.ts';
import { containers } from './containers/table.ts';
import { transportQuotes } from './transport-quotes/table.ts';

type Asked = typeof changeRequests.$inferSelect;

export const sideOf = (actor: Actor): Side => {
  if (actor.carrierId !== null && actor.merchantId === null) return 'carrier';
  return isStaff(actor) && actor.merchantId === null ? 'house' : 'merchant';
};

/** The other party of the agreement: house and carrier for freight, merchant and house for containers. */
const otherSide = (area: ServiceArea, side: Side): Side => {
  if (area === 'containers') return side === 'house' ? 'merchant' : 'house';
  return side === 'carrier' ? 'house' : 'carrier';
};

const peopleOf = (tx: Db, side: Side, { merchantId, carrierId }: Pick<Asked, 'merchantId' | 'carrierId'>) => {
  if (side === 'house') return peopleOfRole(tx, 'employee');
  return side === 'merchant' ? peopleOfMerchant(tx, merchantId) : carrierId ? peopleOfCarrier(tx, carrierId) : Promise.resolve([]);
};

/** Notifies the users of one party about a request or a decision, each in their own language. `note` is the reason or answer as entered. */
async function notifySide(tx: Db, side: Side, request: Asked, key: 'asked' | 'accepted' | 'declined', note = ''): Promise<void> {
  await notify(tx, await peopleOf(tx, side, request), (locale) => ({
    title: textFor(locale, `changeRequests.notifications.${key}`, { no: request.no }),
    text: [summaryIn(locale, request.area, request.changes), note].filter(Boolean).join('\n'),
    type: key === 'asked' ? 'warning' : 'info',
    link: '/personal/changes',
  }));
}

/** Recomputes the measures of a quote if its pieces change. */
const measures = (values: Values, row: Values): Values => {
  if (!('pieces' in values) && !('mode' in values)) return {};
  const pieces = readPieces(String(values['pieces'] ?? row['pieces'] ?? ''));
  const { pieces: pieceCount, ...sums } = measure(pieces, (values['mode'] ?? row['mode']) as FreightMode);
  return { pieceCount, ...sums };
};

const followQuote = statement(
  { id: tasks.id, kind: tasks.kind, consignee: tasks.consignee },
  ({
    id,
  }: {
    id: string;
  }) => sql`update tasks t set consignor = q.origin, consignee = q.destination, pickup_date = q.pickup_date, weight = q.weight, unit_qty = q.piece_count,
        danger_goods = q.un_no <> '', transport_mode = case q.mode when 'air' then 'air' when 'sea' then 'sea' else 'freight' end,
        remark = left(concat_ws(E'\n', nullif(q.pieces, ''), nullif(q.remark, '')), 2000)
      from transport_quotes q where q.id = ${id}::uuid and t.id = q.order_id returning t.id, t.kind, t.consignee`,
);
const followCollection = command(
  ({
    id,
  }: {
    id: string;
  }) => sql`update tasks t set consignor = c.pickup, pickup_date = c.pickup_date, weight = c.weight, box_qty = c.box_qty, pallet_qty = c.pallet_qty,
      danger_goods = c.danger_goods, remark = c.remark from collections c where c.id = ${id}::uuid and t.id = c.id`,
);
const writeDecision = command(
  ({ id, state, answer }: { id: string; state: 'accepted' | 'declined' | 'withdrawn'; answer: string }) =>
    sql`update change_requests set state = ${state}, answer = ${answer}, decided_at = now() where id = ${id}::uuid`,
);
/** Copies the changes of an accepted quote to its order. */
async function followOrder(tx: Db, area: ServiceArea, id: string, by: string): Promise<void> {
  if (area === 'transportQuotes') {
    for (const order of await followQuote(tx, { id })) {
      await checkAddress(tx, order.id, order.kind, order.consignee, by);
      await recompute(tx, [order.id], { command: 'changeAccepted', by }, { always: true });
    }
  }
  if (area === 'collections') await followCollection(tx, { id });
  await recompute(tx, [id], { command: 'changeAccepted', by }, { always: true });
}

const findOrder = statement(
  { over: cell.boolean },
  ({ id }: { id: string }) => sql`select status in ('delivered', 'finish', 'partiallyFinish') as over from tasks where id = ${id}::uuid`,
);
const findOpen = statement(
  { id: changeRequests.id },
  ({ taskId }: { taskId: string }) => sql`select id from change_requests where task_id = ${taskId}::uuid and state = 'open'`,
);

/** For a quote, its order decides: nothing can be changed once the order is delivered or closed. */
async function refuseOver(tx: Db, area: ServiceArea, row: Values): Promise<void> {
  const order = typeof row['orderId'] === 'string' ? await findOrder.first(tx, { id: row['orderId'] }) : null;
  if (isOver(area, row) || order?.over === true) throw new DomainError('StateRefused', 'changeRequests.refusals.over');
}

/**
 * Requests a change of agreed data from the other party. The caller has locked the row and checked that it is in the actor's scope.
 * @throws DomainError StateRefused while the row can be edited directly, if it is too late, or while another request is open; InvalidInput
 */
export async function askChange(tx: Db, entry: ServerArea, row: Values, actor: Actor, wanted: Values, reason: string): Promise<string> {
  const area = SERVICE_AREAS.find((name) => name === entry.area.name);
  if (!area) throw new DomainError('NotFound');
  const strange = Object.keys(wanted).filter((name) => !AGREED[area].includes(name));
  if (strange.length > 0) throw invalid(strange.map((path) => ({ path, rule: 'unknownField' })));
  if (!isAgreed(area, row)) throw new DomainError('StateRefused', 'changeRequests.refusals.notAgreed');
  const values = parseValues(entry.area, wanted, true);
  const faults = (await entry.check?.({ tx, actor, values, current: row })) ?? [];
  if (faults.length > 0) throw invalid(faults);
  const changes = changesOf(area, values, row);
  if (changes.length === 0) throw new DomainError('StateRefused', 'changeRequests.refusals.nothing');
  await becomeHouse(tx);
  await refuseOver(tx, area, row);
  const id = String(row['id']);
  const open = await findOpen(tx, { taskId: id });
  if (open.length > 0) throw new DomainError('StateRefused', 'changeRequests.refusals.open');
  const side = sideOf(actor);
  const [made] = await tx
    .insert(changeRequests)
    .values({
      taskId: id,
      area,
      no: String(row['no']),
      merchantId: String(row['merchantId']),
      carrierId: typeof row['carrierId'] === 'string' ? row['carrierId'] : null,
      askedBy: side,
      decides: otherSide(area, side),
      changes,
      summary: summaryIn('en', area, changes).slice(0, 2000),
      reason,
    })
    .returning();
  if (!made) throw new DomainError('NotFound');
  await notifySide(tx, made.decides, made, 'asked', reason);
  await recompute(tx, [id], { command: 'changeAsked', by: actor.userId, reason }, { always: true });
  return made.id;
}

async function openRequest(tx: Db, id: string): Promise<Asked> {
  const [request] = await tx.select().from(changeRequests).where(eq(changeRequests.id, id)).for('update');
  if (!request) throw new DomainError('NotFound');
  if (request.state !== 'open') throw new DomainError('StateRefused', 'changeRequests.refusals.decided');
  return request;
}

/** Only the other party decides. If it has no account, the house enters its answer. */
async function refuseOther(tx: Db, request: Asked, actor: Actor): Promise<void> {
  const side = sideOf(actor);
  if (side === request.decides) return;
  if (side === 'house' && (await peopleOf(tx, request.decides, request)).length === 0) return;
  throw new DomainError('StateRefused', 'changeRequests.refusals.otherSide');
}

const TABLES = { transportQuotes, collections, containers };

/** The other party accepts: the data are changed. @throws DomainError StateRefused if they have changed since the request */
export async function acceptChange(tx: Db, id: string, row: Values, actor: Actor): Promise<void> {
  await becomeHouse(tx);
  const request = await openRequest(tx, id);
  await refuseOther(tx, request, actor);
  await refuseOver(tx, request.area, row);
  const before = Object.fromEntries(request.changes.map(({ field, from }) => [field, from]));
  if (changedOf(request.area, before, row).length > 0) throw new DomainError('StateRefused', 'changeRequests.refusals.stale');
  const values = Object.fromEntries(request.changes.map(({ field, to }) => [field, to]));
  const table = TABLES[request.area];
  await tx
    .update(table)
    .set({ ...values, ...(request.area === 'transportQuotes' ? measures(values, row) : {}) })
    .where(eq(table.id, request.taskId));
  await writeDecision(tx, { id, state: 'accepted', answer: '' });
  await followOrder(tx, request.area, request.taskId, actor.userId);
  await notifySide(tx, request.askedBy, request, 'accepted');
}

/** The other party declines, or the requesting party withdraws. */
export async function declineChange(tx: Db, id: string, actor: Actor, answer: string): Promise<void> {
  await becomeHouse(tx);
  const request = await openRequest(tx, id);
  const withdrawn = sideOf(actor) === request.askedBy;
  if (!withdrawn) await refuseOther(tx, request, actor);
  await writeDecision(tx, { id, state: withdrawn ? 'withdrawn' : 'declined', answer });
  if (!withdrawn) await notifySide(tx, request.askedBy, request, 'declined', answer);
}
