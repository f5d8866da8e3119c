import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LABEL_STATES, PARCEL_KINDS } from '#contract/areas/parcels';
import { PARCEL_STATES } from '#contract/task/statuses';
import { baseColumns, instant } from '../../db/columns.ts';

export const parcels = pgTable(
  'parcels',
  {
    ...baseColumns,
    no: text().notNull(),
    taskId: uuid().notNull(),
    taskNo: text().notNull(),
    merchantId: uuid().notNull(),
    seq: integer().notNull().default(1),
    kind: text({ enum: PARCEL_KINDS }).notNull().default('parcel'),
    state: text({ enum: PARCEL_STATES }).notNull().default('open'),
    unitId: uuid(),
    pieces: integer().notNull().default(0),
    weight: integer(),
    length: integer(),
    width: integer(),
    height: integer(),
    carrierId: uuid(),
    service: text().notNull().default(''),
    trackingNo: text().notNull().default(''),
    retourNo: text().notNull().default(''),
    labelState: text({ enum: LABEL_STATES }).notNull().default('none'),
    labelFile: text(),
    labelError: text().notNull().default(''),
    shipmentId: text().notNull().default(''),
    loadingListId: uuid(),
    stationId: uuid(),
    packedBy: uuid(),
    closedAt: instant(),
    handedOverAt: instant(),
    deliveredAt: instant(),
  },
  (t) => [
    uniqueIndex('parcels_no').on(t.no),
    uniqueIndex('parcels_seq').on(t.taskId, t.seq),
    uniqueIndex('parcels_tracking').on(t.carrierId, t.trackingNo).where(sql`tracking_no <> ''`),
    index('parcels_tracking_no').on(t.trackingNo).where(sql`tracking_no <> ''`),
  ],
);
