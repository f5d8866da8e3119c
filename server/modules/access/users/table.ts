import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const users = pgTable(
  'users',
  {
    ...baseColumns,
    account: text().notNull(),
    name: text().notNull(),
    type: integer().notNull(),
    roleIds: uuid().array().notNull().default(sql`'{}'`),
    classIds: uuid().array().notNull().default(sql`'{}'`),
    merchantId: uuid(),
    carrierId: uuid(),
    supplierId: uuid(),
    subOf: uuid(),
    avatar: text(),
    locale: text(),
    training: boolean().notNull().default(false),
    personnelNo: text().notNull().default(''),
    rfidTag: text(),
    disabledAt: instant(),
    lastSeenAt: instant(),
    passwdHash: text(),
    hasPassword: boolean().notNull().generatedAlwaysAs(sql`passwd_hash is not null`),
    totpSecret: text(),
    /** A secret that was shown but not yet confirmed with a code. */
    totpPending: text(),
    hasTotp: boolean().notNull().generatedAlwaysAs(sql`totp_secret is not null`),
    /** Hashes of the recovery codes that are left (docs/adr/0023-recovery-codes.md). A used code is removed. */
    recoveryHashes: text().array().notNull().default(sql`'{}'`),
    recoveryCodesLeft: integer().notNull().generatedAlwaysAs(sql`cardinality(recovery_hashes)`),
    /** Why an administrator removed the second factor. Cleared when the user sets up a new one. */
    totpResetReason: text(),
    /** A requested address that is not confirmed yet (server/modules/access/tables.ts, `email_changes`). */
    pendingAccount: text(),
    sample: boolean().notNull().default(false),
  },
  (t) => [
    // Two people with one number would get each other's pay.
    uniqueIndex('users_personnel_no').on(t.personnelNo).where(sql`${t.personnelNo} <> '' and ${t.deletedAt} is null`),
    // Two people with one tag would clock each other in. Readers send an EPC in capital or small letters.
    uniqueIndex('users_rfid_tag').on(sql`lower(${t.rfidTag})`).where(sql`${t.deletedAt} is null`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    tokenHash: bytes().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subId: uuid(),
    envId: uuid(),
    ip: text().notNull(),
    userAgent: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    seenAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (t) => [uniqueIndex('sessions_token').on(t.tokenHash), index('sessions_user').on(t.userId)],
);

/** A browser or device that has signed in: `eid`, `envId` and `loginEnvId` of the specification. */
export const loginEnvs = pgTable('login_envs', {
  id: uuid().primaryKey().default(sql`kontor_uuid7()`),
  userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
  userAgent: text().notNull(),
  firstSeen: instant().notNull().default(sql`now()`),
  lastSeen: instant().notNull().default(sql`now()`),
});

/** Captchas: valid once, for five minutes. The answer is stored hashed. */
export const captchas = pgTable('captchas', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  answerHash: bytes().notNull(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

export const passwordResets = pgTable('password_resets', {
  tokenHash: bytes().primaryKey(),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** Failed attempts by subject (`account:…`, `pair:…`, `totp:…`), read by the throttle (server/modules/access/throttle.ts). */
export const loginFailures = pgTable(
  'login_failures',
  { id: uuid().primaryKey().default(sql`gen_random_uuid()`), subject: text().notNull(), at: instant().notNull().default(sql`now()`) },
  (t) => [index('login_failures_subject').on(t.subject, t.at)],
);

/** Single-use codes for single sign-on, valid for 60 seconds and bound to the sso value. */
export const ssoCodes = pgTable('sso_codes', {
  codeHash: bytes().primaryKey(),
  userId: uuid().notNull(),
  sso: text().notNull(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});
