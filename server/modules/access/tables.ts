import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../core/db/columns.ts';

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Used codes of authenticator apps. The primary key refuses a second use, on any node. */
export const spentCodes = pgTable('spent_codes', { codeHash: bytes().primaryKey(), at: instant().notNull().default(sql`now()`) });

/**
 * A new e-mail address that is not confirmed yet. The secrets of both links are generated when the mails are sent (`sent_at`) and stored
 * hashed, so that no secret is stored in plain text.
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
    /** When it was confirmed, cancelled or replaced by a newer one. */
    endedAt: instant(),
  },
  (t) => [
    index('email_changes_user').on(t.userId),
    index('email_changes_unsent').on(t.id).where(sql`sent_at is null and ended_at is null`),
  ],
);

/** Single-use links with which a new account sets its first password. An invitation without a hash has not been mailed yet. */
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
    /** When it was used or replaced by a newer one. */
    endedAt: instant(),
  },
  (t) => [index('invitations_user').on(t.userId), index('invitations_unsent').on(t.id).where(sql`sent_at is null and ended_at is null`)],
);

/**
 * Access tokens of programs (RFC 6749, client credentials), stored as hashes. Each belongs to one client, merchant and set of scopes, and
 * is deleted when the client is switched off or deleted or gets a new secret.
 */
export const programTokens = pgTable(
  'program_tokens',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    tokenHash: bytes().notNull(),
    clientId: uuid().notNull(),
    merchantId: uuid().notNull(),
    scopes: text().array().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('program_tokens_hash').on(t.tokenHash), index('program_tokens_client').on(t.clientId)],
);
