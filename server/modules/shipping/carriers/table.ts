import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CARRIER_APIS, LABEL_FORMATS, UNCLEAR_POLICIES } from '#contract/shipping/carriers';
import type { ServiceLimits } from '#contract/shipping/parcel-limits';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const carriers = pgTable('carriers', {
  ...baseColumns,
  code: text().notNull(),
  name: text().notNull(),
  api: text({ enum: CARRIER_APIS }).notNull().default('simulated'),
  cutOff: text().notNull().default(''),
  trackingUrl: text().notNull().default(''),
  dimensions: boolean().notNull().default(false),
  maxWeight: integer(),
  maxLength: integer(),
  maxSide: integer(),
  maxGirth: integer(),
  storehouseId: uuid(),
  supplierId: uuid(),
  active: boolean().notNull().default(true),
  account: text().notNull().default(''),
  services: jsonb().$type<({ ours: string; theirs: string } & ServiceLimits)[]>().notNull().default([]),
  labelFormat: text({ enum: LABEL_FORMATS }).notNull().default('zpl'),
  unclearPolicy: text({ enum: UNCLEAR_POLICIES }).notNull().default('ask'),
  settle: integer().notNull().default(300),
  /** Sealed with the server's secret (core/sealed-text.ts). Not part of the contract, so it is never returned. */
  credentials: text(),
  hasCredentials: boolean().notNull().generatedAlwaysAs(sql`credentials is not null`),
  pausedAt: instant(),
  pauseReason: text().notNull().default(''),
  heldUntil: instant(),
  /** Holds in a row. Each is longer than the one before. */
  heldTimes: integer().notNull().default(0),
  /** Calls without an answer since the last purchase that the carrier answered. */
  unanswered: integer().notNull().default(0),
});
