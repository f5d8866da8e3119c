import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { TARIFF_STATUSES } from '#contract/trade/tariffs';
import { baseColumns, instant } from '../../../core/db/columns.ts';

/** Triggers keep active tariffs and their rules as they are, and active ones apart in time (server/modules/trade/frozen-tariffs.sql). */
export const tariffs = pgTable(
  'tariffs',
  {
    ...baseColumns,
    name: text().notNull(),
    merchantId: uuid(),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    validFrom: date({ mode: 'string' }).notNull(),
    validTo: date({ mode: 'string' }),
    status: text({ enum: TARIFF_STATUSES }).notNull().default('draft'),
    revision: integer().notNull().default(1),
    replacesId: uuid(),
    activatedAt: instant(),
    activatedBy: uuid(),
    note: text().notNull().default(''),
  },
  (t) => [
    check('tariffs_days', sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
    index('tariffs_active').on(t.merchantId, t.currency, t.validFrom).where(sql`status = 'active' and deleted_at is null`),
  ],
);
