import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PICKUP_KINDS, PICKUP_STATES } from '#contract/shipping/pickups';
import { baseColumns, instant } from '../../../core/db/columns.ts';

/** A parcel as it was reported to the carrier. */
export type ReportedParcel = { shipmentId: string; trackingNo: string; no: string };

export const pickups = pgTable(
  'pickups',
  {
    ...baseColumns,
    kind: text({ enum: PICKUP_KINDS }).notNull(),
    state: text({ enum: PICKUP_STATES }).notNull().default('asked'),
    carrierId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    fromTime: text().notNull().default(''),
    untilTime: text().notNull().default(''),
    instruction: text().notNull().default(''),
    parcels: integer().notNull().default(0),
    weight: integer().notNull().default(0),
    confirmation: text().notNull().default(''),
    missing: text().notNull().default(''),
    file: text(),
    message: text().notNull().default(''),
    sentAt: instant(),
    /** The gateway's id of it, by which it is cancelled. Not part of the contract. */
    handle: text().notNull().default(''),
    /** Of a manifest: what it was asked for; after it was made, what it holds. */
    reported: jsonb().$type<ReportedParcel[]>().notNull().default([]),
  },
  (t) => [
    // One of a kind is under way for a carrier and day, however often a button is pressed. A second manifest holds what came after the first.
    uniqueIndex('pickups_one').on(t.carrierId, t.day).where(sql`kind = 'pickup' and state in ('asked', 'ordered', 'unclear')`),
    uniqueIndex('pickups_manifest').on(t.carrierId).where(sql`kind = 'manifest' and state in ('asked', 'unclear')`),
    index('pickups_day').on(t.day),
    index('pickups_open').on(t.sentAt).where(sql`state in ('asked', 'unclear')`),
  ],
);
