import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type Address, CURRENCIES } from '#contract/core/fields';
import { instant } from '../../core/db/columns.ts';

/**
 * Data of the simulated carrier. Stored in our database, so that every node sees the same carrier; only `simulated.ts` reads it. A
 * reference may occur twice, as with real carriers; our own code has to prevent that.
 */
export const simShipments = pgTable(
  'sim_shipments',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    serial: bigserial({ mode: 'number' }).notNull(),
    carrier: text().notNull(),
    reference: text().notNull(),
    trackingNo: text().notNull(),
    retourNo: text().notNull().default(''),
    consignee: jsonb().$type<Address>().notNull(),
    label: text().notNull(),
    /** In cents of a euro. */
    price: bigint({ mode: 'number' }).notNull().default(0),
    zone: text().notNull().default(''),
    bookedAt: instant().notNull().default(sql`clock_timestamp()`),
    /** When tracking was first requested, which only happens after handover. */
    givenAt: instant(),
    voidedAt: instant(),
  },
  (t) => [index('sim_shipments_reference').on(t.reference), index('sim_shipments_tracking').on(t.trackingNo)],
);

/**
 * Every label that the house ever bought, also those that another one replaced. A parcel only knows its last one. Append-only but for
 * `voided_at` and `refused_void`.
 */
export const labelPurchases = pgTable(
  'label_purchases',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    parcelId: uuid().notNull(),
    taskId: uuid().notNull(),
    merchantId: uuid().notNull(),
    /** Number of the label of this parcel; see `parcels.label_round`. */
    round: integer().notNull(),
    role: text({ enum: ['ship', 'return'] }).notNull(),
    carrierId: uuid(),
    service: text().notNull().default(''),
    shipmentId: text().notNull(),
    trackingNo: text().notNull().default(''),
    /** Grams, as declared to the carrier. */
    weight: integer().notNull().default(0),
    zone: text().notNull().default(''),
    country: text().notNull().default(''),
    /** In the smallest unit of its currency. Null: the carrier names no price before its bill. */
    cost: bigint({ mode: 'number' }),
    currency: text({ enum: CURRENCIES }),
    boughtAt: instant().notNull().default(sql`clock_timestamp()`),
    voidedAt: instant(),
    /** Why the carrier did not take it back. It is paid for. */
    refusedVoid: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('label_purchases_shipment').on(t.parcelId, t.shipmentId),
    index('label_purchases_bought').on(t.boughtAt),
    index('label_purchases_tracking').on(sql`(ltrim(regexp_replace(upper(tracking_no), '[^A-Z0-9]', '', 'g'), '0'))`),
    index('label_purchases_voided').on(t.voidedAt).where(sql`voided_at is not null`),
  ],
);
