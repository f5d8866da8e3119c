import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../core/db/columns.ts';

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Codes of authenticator apps that were used. The primary key refuses a second use, on any node. */
export const spentCodes = pgTable('spent_codes', { codeHash: bytes().primaryKey(), at: instant().notNull().default(sql`now()`) });

/**
 * A new e-mail address that waits for its confirmation. The secrets of both links are stored hashed; they are made when the mails are
 * sent (`sent_at`), so that no secret lies in the database in the clear.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    userId: uuid().notNull(),
    oldAccount: text().notNull(),
    newAccount: text().notNull(),
    requestedBy: uuid(),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    sentAt: instant(),
    confirmHash: bytes(),
    cancelHash: bytes(),
    /** Confirmed, cancelled or replaced by a newer one. */
    endedAt: instant(),
  },
  (t) => [
    index('email_changes_user').on(t.userId),
    index('email_changes_unsent').on(t.id).where(sql`sent_at is null and ended_at is null`),
  ],
);

/** How a new account gets its first password: a link for one use. An invitation without a hash still waits to be mailed. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    userId: uuid().notNull(),
    createdBy: uuid(),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    tokenHash: bytes(),
    sentAt: instant(),
    /** Used, or replaced by a newer one. */
    endedAt: instant(),
  },
  (t) => [index('invitations_user').on(t.userId), index('invitations_unsent').on(t.id).where(sql`sent_at is null and ended_at is null`)],
);
