import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CONTAINER_TYPES } from '#contract/freight/containers';
import { baseColumns, instant } from '../../../core/db/columns.ts';
import { serviceColumns } from '../columns.ts';

export const containers = pgTable('containers', {
  ...baseColumns,
  ...serviceColumns,
  containerNo: text().notNull(),
  sizeType: text({ enum: CONTAINER_TYPES }).notNull().default('45G1'),
  sealNo: text().notNull().default(''),
  billOfLading: text().notNull().default(''),
  shippingLine: text().notNull().default(''),
  vessel: text().notNull().default(''),
  voyage: text().notNull().default(''),
  portOfLoading: text().notNull().default(''),
  portOfDischarge: text().notNull().default(''),
  terminal: text().notNull().default(''),
  etd: date({ mode: 'string' }),
  eta: date({ mode: 'string' }),
  freeDays: integer().notNull().default(7),
  packingList: text().notNull().default(''),
  remark: text().notNull().default(''),
  /** Set by a trigger (server/modules/freight/free-days.sql). */
  lastFreeDay: date({ mode: 'string' }),
  devannedAt: instant(),
  inboundId: uuid(),
});
