import { sql } from 'drizzle-orm';
import { date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { CONTAINER_TYPES } from '#contract/freight/containers';
import { FREE_DAYS } from '#contract/freight/demurrage';
import { baseColumns } from '../../../core/db/columns.ts';

export const containerTariffs = pgTable('container_tariffs', {
  ...baseColumns,
  name: text().notNull(),
  shippingLine: text().notNull().default(''),
  sizeTypes: text({ enum: CONTAINER_TYPES }).array().notNull().default(sql`'{}'`),
  currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
  freeDays: integer().notNull().default(FREE_DAYS),
  demurrage: jsonb().notNull().default([]),
  detentionFreeDays: integer().notNull().default(FREE_DAYS),
  detention: jsonb().notNull().default([]),
  validFrom: date({ mode: 'string' }),
  remark: text().notNull().default(''),
});
