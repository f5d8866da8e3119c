import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { PARCEL_STATES } from '#contract/orders/statuses';
import { LABEL_STATES, PARCEL_KINDS } from '#contract/shipping/parcels';
import { baseColumns, instant } from '../../../core/db/columns.ts';

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
    packagingId: uuid(),
    carrierId: uuid(),
    service: text().notNull().default(''),
    codAmount: bigint({ mode: 'number' }),
    insuredAmount: bigint({ mode: 'number' }),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    trackingNo: text().notNull().default(''),
    retourNo: text().notNull().default(''),
    labelState: text({ enum: LABEL_STATES }).notNull().default('none'),
    labelFile: text(),
    customsFile: text(),
    labelError: text().notNull().default(''),
    shipmentId: text().notNull().default(''),
    labelTries: integer().notNull().default(0),
    labelDueAt: instant(),
    /** Failures in a row before anything was bought. After some of them a person is asked. */
    labelFaults: integer().notNull().default(0),
    /** Number of discarded labels. What earlier rounds may have booked is voided before the next purchase. */
    labelRound: integer().notNull().default(0),
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
    // Partial indexes for jobs: labels to buy or void, packaging to charge, and parcels under way.
    index('parcels_label_work').on(t.labelState, t.labelDueAt).where(sql`label_state in ('none', 'requested', 'voided') or state = 'void'`),
    index('parcels_handed_over').on(t.handedOverAt).where(sql`handed_over_at is not null`),
    index('parcels_packed').on(t.closedAt).where(sql`closed_at is not null`),
    index('parcels_closed').on(t.carrierId, t.closedAt).where(sql`state <> 'void' and closed_at is not null`),
    index('parcels_under_way')
      .on(t.id)
      .where(sql`state in ('handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'failed', 'returning')`),
  ],
);
