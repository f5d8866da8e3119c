import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { WEBHOOK_STATES } from '#contract/channels/webhooks';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    ...baseColumns,
    merchantId: uuid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    events: text().array().notNull().default(sql`'{}'`),
    active: boolean().notNull().default(true),
    state: text({ enum: WEBHOOK_STATES }).notNull().default('waiting'),
    /** Sealed with the server's secret, never returned after it was shown once. */
    secret: text(),
    oldSecret: text(),
    oldSecretUntil: instant(),
    lastSentAt: instant(),
    failingSince: instant(),
    /** While no event is taken: when one is tried next ahead of its time. */
    trialAt: instant(),
    pausedAt: instant(),
  },
  (t) => [index('webhooks_asking').on(t.merchantId).where(sql`active and deleted_at is null`)],
);
