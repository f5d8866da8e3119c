import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
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

/** Tables of the engine. The tables of areas are in the folders of their modules. */

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** All changes of rows, written by a trigger on every listed table and never changed (reliability.md P43). */
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

/** The keyed hash chain over the audit log, one row for each audit row in order. Written by a job, checked by `npm run verify-audit`. */
export const auditSeal = pgTable('audit_seal', {
  auditId: bigint({ mode: 'number' }).primaryKey(),
  day: text().notNull(),
  hash: bytes().notNull(),
});

/**
 * Signed states of the sealed log. The key is not in the database, and each anchor is also written to a file (server/core/audit). Rows
 * are numbered without gaps, and each signature covers the previous one.
 */
export const auditAnchor = pgTable('audit_anchor', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  at: text().notNull(),
  /** The last sealed row, the number of rows sealed so far, and its hash. */
  auditId: bigint({ mode: 'number' }).notNull(),
  count: bigint({ mode: 'number' }).notNull(),
  hash: bytes().notNull(),
  /** Rows up to this one were sealed by a version without a key. */
  unkeyedUntil: bigint({ mode: 'number' }).notNull(),
  /** The data folder whose anchor file has the same line. */
  folder: text().notNull(),
  mac: bytes().notNull(),
});

export const liveEvent = pgTable(
  'live_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Null until the event is committed and numbered. */
    no: bigint({ mode: 'number' }),
    at: instant().notNull().default(sql`clock_timestamp()`),
    kind: text().$type<LiveKind>().notNull(),
    area: text(),
    rowId: uuid(),
    merchantId: uuid(),
    /** The carrier of the row, if the area has one. */
    carrierId: uuid(),
    /** The recipient of msg, rfid and print events. Null: everybody who may read the area. */
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

/** Incremented by every change to roles, classes, duties and privileges (derive.ts), in the same transaction. */
export const accessStamp = pgTable('access_stamp', {
  one: integer().primaryKey().default(1),
  no: bigint({ mode: 'number' }).notNull().default(0),
});

/** The first answer of a write, stored in the same transaction and returned again for the same key (P2). */
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

/** Files that were taken out of a folder, by content: each once, whatever it is called. Written with what was made of the file. */
export const folderFiles = pgTable(
  'folder_files',
  {
    folder: text().notNull(),
    /** SHA-256, hexadecimal. */
    checksum: text().notNull(),
    name: text().notNull(),
    takenAt: instant().notNull().default(sql`clock_timestamp()`),
    isGood: boolean().notNull(),
    /** What was made of the file, or why nothing was. */
    report: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.folder, t.checksum] })],
);

/** Number series (`S-1042`): one row for each, locked by the transaction that takes the next number. */
export const numberSeries = pgTable('number_series', { name: text().primaryKey(), next: integer().notNull() });
