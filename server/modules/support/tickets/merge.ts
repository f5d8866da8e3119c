import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { findRoot } from './family.ts';
import { addEvent } from './owner.ts';
import { tickets } from './table.ts';
import { updateTicketState } from './update-state.ts';

/** Hours in which a merge can be undone. */
const UNDO_HOURS = 24;

const lockBoth = statement(
  { id: tickets.id, no: tickets.no, merchantId: tickets.merchantId, state: tickets.state, mergedIntoId: tickets.mergedIntoId },
  ({ id, intoId }: { id: string; intoId: string }) => sql`select id, no, merchant_id, state, merged_into_id from tickets
    where id in (${id}::uuid, ${intoId}::uuid) and deleted_at is null order by id for update`,
);

/**
 * Continues a ticket in another one of the same merchant: it is closed, and its messages stand in the other one. The transaction must have the
 * rights of the house.
 * @throws DomainError InvalidInput with the rule: itself, another merchant, closed, or one of the two was merged before. So there are no cycles.
 */
export async function merge(tx: Db, actor: Actor, id: string, intoId: string): Promise<void> {
  const refuse = (rule: string): DomainError => invalid([{ path: 'intoId', rule }]);
  if (id === intoId) throw refuse('mergeSelf');
  // Both rows are locked in one order, so that two merges in opposite directions cannot both pass.
  const rows = await lockBoth(tx, { id, intoId });
  const [source, target] = [rows.find((row) => row.id === id), rows.find((row) => row.id === intoId)];
  if (!source || !target) throw refuse('reference');
  if (source.merchantId !== target.merchantId) throw refuse('mergeOwner');
  if (source.mergedIntoId !== null || target.mergedIntoId !== null) throw refuse('mergeTwice');
  if (target.state === 'closed') throw refuse('mergeClosed');
  await addEvent(tx, id, actor, 'mergedInto', { no: target.no });
  await addEvent(tx, intoId, actor, 'mergedFrom', { no: source.no });
  await tx
    .update(tickets)
    .set({ mergedIntoId: intoId, mergedAt: sql`now()`, closedAt: sql`coalesce(closed_at, now())` })
    .where(eq(tickets.id, id));
  await updateTicketState(tx, id);
  await updateTicketState(tx, intoId);
}

const lockMerged = statement(
  { no: tickets.no, intoId: orNull(tickets.mergedIntoId), intoNo: orNull(tickets.no), late: cell.boolean },
  ({ id }: { id: string }) => sql`select t.no, t.merged_into_id as into_id, m.no as into_no,
      coalesce(t.merged_at < now() - make_interval(hours => ${UNDO_HOURS}::int), false) as late
    from tickets t left join tickets m on m.id = t.merged_into_id where t.id = ${id}::uuid for update of t`,
);

/**
 * Undoes a merge within 24 hours. The ticket is open again unless it was closed before; answers that arrived meanwhile stay in the other one.
 * The transaction must have the rights of the house.
 * @throws DomainError StateRefused
 */
export async function unmerge(tx: Db, actor: Actor, id: string): Promise<void> {
  const { no, intoId, intoNo, late } = await lockMerged.one(tx, { id });
  if (intoId === null || intoNo === null) throw new DomainError('StateRefused', 'tickets.refusals.notMerged');
  if (late) throw new DomainError('StateRefused', 'tickets.refusals.mergeTooOld');
  await tx
    .update(tickets)
    .set({ mergedIntoId: null, mergedAt: null, closedAt: sql`case when closed_at = merged_at then null else closed_at end` })
    .where(eq(tickets.id, id));
  await addEvent(tx, id, actor, 'unmerge', { no: intoNo });
  await addEvent(tx, intoId, actor, 'unmerge', { no });
  await updateTicketState(tx, id);
  await updateTicketState(tx, (await findRoot.one(tx, { id: intoId })).id);
}
