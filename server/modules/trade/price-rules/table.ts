import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ITEM_KINDS } from '#contract/catalog/items';
import { CURRENCIES } from '#contract/core/fields';
import { MODES, SCOPES } from '#contract/trade/rule';
import { baseColumns } from '../../../core/db/columns.ts';

/** Rules of an active tariff never change (server/modules/trade/frozen-tariffs.sql). */
export const priceRules = pgTable(
  'price_rules',
  {
    ...baseColumns,
    name: text().notNull(),
    tariffId: uuid().notNull(),
    categoryId: uuid().notNull(),
    merchantId: uuid(),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    mode: text({ enum: MODES }).notNull().default('tier'),
    per: text({ enum: SCOPES }).notNull().default('fact'),
    bands: jsonb().notNull().default([]),
    countries: text().array().notNull().default(sql`'{}'`),
    carrierIds: uuid().array().notNull().default(sql`'{}'`),
    zones: text().array().notNull().default(sql`'{}'`),
    itemKinds: text({ enum: ITEM_KINDS }).array().notNull().default(sql`'{}'`),
    minWeight: integer(),
    maxWeight: integer(),
    conditions: jsonb().notNull().default([]),
    minAmount: integer().notNull().default(0),
    step: bigint({ mode: 'number' }).notNull().default(0),
    markup: integer().notNull().default(0),
    validFrom: date(),
    validTo: date(),
  },
  (t) => [index('price_rules_tariff').on(t.tariffId)],
);
