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
  tariffId: uuid(),
  freeDays: integer(),
  detentionFreeDays: integer(),
  packingList: text().notNull().default(''),
  remark: text().notNull().default(''),
  /** Set by a trigger (server/modules/freight/free-days.sql). */
  lastFreeDay: date({ mode: 'string' }),
  pickedUpAt: instant(),
  devannedAt: instant(),
  /** Set by the same trigger. */
  emptyDue: date({ mode: 'string' }),
  returnedAt: instant(),
  /** The last free day, or day of return, that the alarm was given for (alarms.ts). */
  demurrageAlarm: date({ mode: 'string' }),
  detentionAlarm: date({ mode: 'string' }),
  inboundId: uuid(),
});
