import { getTableName, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { allows } from '#contract/core/access';
import type { Db } from '../db/client.ts';
import { uuids } from '../db/uuids.ts';
import { type Actor, isOutside } from '../http/actor.ts';
import type { Areas, ServerArea } from '../http/area.ts';
import { scopeSql } from '../http/list.ts';
import { rowsOf } from '../http/select.ts';
import { EVERYBODY, type StoredEvent } from './events.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Whether an event is addressed to this actor: by user, role or merchant, or to everybody. An event without a recipient is for the
 * house. Changes of rows are addressed by the right to read the area; the database decides about the rows (`createHearing`).
 */
export function isAddressed(actor: Actor, event: StoredEvent): boolean {
  if (event.userId !== null && event.userId !== actor.userId && event.userId !== actor.actingId) return false;
  if (event.role !== null && event.role !== EVERYBODY && !actor.roles.includes(event.role)) return false;
  if (event.area !== null && !allows(actor.privileges, `${event.area}.read`)) return false;
  if (event.kind === 'change' && event.area !== null) return true;
  if (event.merchantId !== null) return event.merchantId === actor.merchantId;
  return event.userId !== null || event.role !== null || !isOutside(actor);
}

/** A deleted row has no scope, and neither have many rows of one owner. The (last) owner is notified, and everybody who reads all rows of the area. */
const wasOwn = (actor: Actor, event: StoredEvent): boolean =>
  actor.merchantId === null ? actor.carrierId !== null && event.carrierId === actor.carrierId : actor.merchantId === event.merchantId;

const isGone = ({ payload }: StoredEvent): boolean =>
  typeof payload === 'object' && payload !== null && 'action' in payload && payload.action === 'purge';

/**
 * Selects the events an actor receives: those about rows in their lists (`scopeSql`). Actors with the same scope share one statement
 * for each area, so the number of statements depends on the kinds of readers, not on the number of sockets.
 */
export function createEventFilter(db: Db, areas: Areas, events: readonly StoredEvent[]): (actor: Actor) => Promise<StoredEvent[]> {
  const answers = new Map<string, Promise<ReadonlySet<string>>>();

  async function readableOf(entry: ServerArea, scope: SQL): Promise<ReadonlySet<string>> {
    const ids = events.flatMap((event) => (event.area === entry.area.name && event.rowId !== null ? [event.rowId] : []));
    const rows = await db.execute(
      sql`select t.id from ${sql.identifier(getTableName(entry.table))} t where t.id = any(${uuids([...new Set(ids)])}) and ${scope}`,
    );
    return new Set(rowsOf(rows).map((row) => String(row['id'])));
  }

  async function mayRead(actor: Actor, event: StoredEvent): Promise<boolean> {
    if (event.area === null || (event.rowId === null && event.kind !== 'change')) return true;
    const entry = areas.get(event.area);
    if (!entry) return false;
    const scope = scopeSql(areas, entry, actor);
    if (scope === null) return true;
    // Of many rows without an owner it says no more than that some changed.
    if (event.rowId === null && event.merchantId === null && event.carrierId === null) return true;
    if (event.rowId === null || isGone(event)) return wasOwn(actor, event);
    const key = JSON.stringify([event.area, dialect.sqlToQuery(scope)]);
    const answer = answers.get(key) ?? readableOf(entry, scope);
    answers.set(key, answer);
    return (await answer).has(event.rowId);
  }

  return async (actor) => {
    const visible: StoredEvent[] = [];
    for (const event of events) if (isAddressed(actor, event) && (await mayRead(actor, event))) visible.push(event);
    return visible;
  };
}
