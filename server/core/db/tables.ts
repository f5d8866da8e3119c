import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LiveKind } from '#contract/core/live';
import { instant } from './columns.ts';

/** Tables of the engine itself; an area's table stands in its own folder. */

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Who changed what: written by a trigger on every listed table, never changed (reliability.md P43). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: instant().notNull().default(sql`clock_timestamp()`),
    area: text().notNull(),
    rowId: uuid(),
    action: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    userId: uuid(),
    sessionId: uuid(),
    requestId: text(),
  },
  (t) => [index('audit_log_row').on(t.area, t.rowId, t.id)],
);

/** The keyed hash chain over the audit log: one row for each, in their order; sealed by a job, checked by `npm run verify-audit`. */
export const auditSeal = pgTable('audit_seal', {
  auditId: bigint({ mode: 'number' }).primaryKey(),
  day: text().notNull(),
  hash: bytes().notNull(),
});

/**
 * Where the sealed log stood, signed with a key that the database does not hold, and written to a file outside of it too (server/core/audit). The rows
 * are numbered without a gap, and each signature covers the one before it.
 */
export const auditAnchor = pgTable('audit_anchor', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  at: text().notNull(),
  /** The last sealed row, how many were sealed until then, and its hash. */
  auditId: bigint({ mode: 'number' }).notNull(),
  count: bigint({ mode: 'number' }).notNull(),
  hash: bytes().notNull(),
  /** Rows up to this one were sealed by a version without a key. */
  unkeyedUntil: bigint({ mode: 'number' }).notNull(),
  /** The data folder whose file has the same line. */
  folder: text().notNull(),
  mac: bytes().notNull(),
});

export const liveEvent = pgTable(
  'live_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Null until it is committed and numbered. */
    no: bigint({ mode: 'number' }),
    at: instant().notNull().default(sql`clock_timestamp()`),
    kind: text().$type<LiveKind>().notNull(),
    area: text(),
    rowId: uuid(),
    merchantId: uuid(),
    /** The carrier whose row it is, where the area has such. */
    carrierId: uuid(),
    /** For msg, rfid and print: whom it is for. Null means everybody who may read the area. */
    userId: uuid(),
    role: text(),
    payload: jsonb().notNull(),
  },
  (t) => [uniqueIndex('live_event_no').on(t.no), index('live_event_fresh').on(t.id).where(sql`no is null`)],
);
export const liveCounter = pgTable('live_counter', {
  one: integer().primaryKey().default(1),
  no: bigint({ mode: 'number' }).notNull().default(0),
});

/** Moves with every change to what roles, classes, duties and privileges allow (derive.ts), in the transaction that makes it. */
export const accessStamp = pgTable('access_stamp', {
  one: integer().primaryKey().default(1),
  no: bigint({ mode: 'number' }).notNull().default(0),
});

/** The first answer of a write, kept with its effect in one transaction and given again for the same key (P2). */
export const idempotency = pgTable(
  'idempotency',
  {
    userId: uuid().notNull(),
    key: text().notNull(),
    fingerprint: bytes().notNull(),
    answer: json(),
    at: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_at').on(t.at)],
);

/** Human numbers (`S-1042`): one row a series, locked by the transaction that takes the next. */
export const numberSeries = pgTable('number_series', { name: text().primaryKey(), next: integer().notNull() });
