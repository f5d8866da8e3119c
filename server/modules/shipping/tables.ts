import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type Address, CURRENCIES } from '#contract/core/fields';
import type { CarrierChoice } from '#contract/shipping/carrier-choice';
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
    label: text().notNull().default(''),
    /** In cents of a euro. */
    price: bigint({ mode: 'number' }).notNull().default(0),
    zone: text().notNull().default(''),
    /** When the carrier booked it. Null: a draft, which costs nothing. */
    bookedAt: instant(),
    /** From when on the booking is shown to those who ask. Null with `bookedAt`: it was lost on the way back and is never shown. */
    shownAt: instant(),
    /** When tracking was first requested, which only happens after handover. */
    givenAt: instant(),
    voidedAt: instant(),
  },
  (t) => [index('sim_shipments_reference').on(t.reference), index('sim_shipments_tracking').on(t.trackingNo)],
);

/** How far the purchase of a label came. One writer: label-attempts.ts. */
export const ATTEMPT_STATES = [
  /** Prepared at the carrier; nothing was bought. */
  'draft',
  /** The purchase was sent; its result is not known yet. */
  'asked',
  /** Nobody can say whether it was booked: a person is asked, or another label was bought. */
  'unclear',
  'booked',
  /** Surely not booked. */
  'none',
  /** It was booked, and the carrier was told that it is not used. */
  'voided',
  /** It was booked, and the carrier keeps its money. */
  'kept',
] as const;

/**
 * Every purchase of a label, written down before it is sent, so that a label is bought once or a person is asked (docs/adr/0032). A
 * parcel has at most one open attempt in each round.
 */
export const labelAttempts = pgTable(
  'label_attempts',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    parcelId: uuid().notNull(),
    /** Number of the label of this parcel; see `parcels.label_round`. */
    round: integer().notNull(),
    carrierId: uuid().notNull(),
    /** The carrier's identifier of the draft; empty if it knows no drafts. */
    handle: text().notNull().default(''),
    state: text({ enum: ATTEMPT_STATES }).notNull().default('draft'),
    shipmentId: text().notNull().default(''),
    /** The last thing the carrier said. */
    message: text().notNull().default(''),
    createdAt: instant().notNull().default(sql`clock_timestamp()`),
    /** When the purchase was sent last. */
    askedAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('label_attempts_open').on(t.parcelId, t.round).where(sql`state in ('draft', 'asked')`),
    index('label_attempts_parcel').on(t.parcelId),
    index('label_attempts_unclear').on(t.askedAt).where(sql`state = 'unclear'`),
  ],
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
    /** As declared to the carrier, in the currency of the parcel. */
    codAmount: bigint({ mode: 'number' }),
    insuredAmount: bigint({ mode: 'number' }),
    boughtAt: instant().notNull().default(sql`clock_timestamp()`),
    voidedAt: instant(),
    /** Why the carrier did not take it back. It is paid for. */
    refusedVoid: text().notNull().default(''),
    /** It was voided at the gateway only: the carrier was not told and may bill it. */
    voidedLocally: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('label_purchases_shipment').on(t.parcelId, t.shipmentId),
    index('label_purchases_bought').on(t.boughtAt),
    index('label_purchases_tracking').on(sql`(ltrim(regexp_replace(upper(tracking_no), '[^A-Z0-9]', '', 'g'), '0'))`),
    index('label_purchases_voided').on(t.voidedAt).where(sql`voided_at is not null`),
  ],
);

/** How the carrier of an order was chosen, the last time it was. Claimed by the row: one node asks the carriers for an order. */
export const carrierChoices = pgTable(
  'carrier_choices',
  {
    taskId: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    askedAt: instant().notNull().default(sql`clock_timestamp()`),
    /** Null: carriers are being asked. */
    decidedAt: instant(),
    choice: jsonb().$type<Omit<CarrierChoice, 'at'>>(),
  },
  (t) => [index('carrier_choices_merchant').on(t.merchantId)],
);

/** Every run of the job that looks for labels to check (review-labels.ts), and whether people were told. */
export const labelReviews = pgTable('label_reviews', {
  at: instant().primaryKey(),
  open: integer().notNull(),
  told: boolean().notNull(),
});

/** Our webhook at each Karrio account, with the secret that Karrio made for it. Without rows no notice is taken. */
export const karrioWebhooks = pgTable('karrio_webhooks', {
  /** Hash of the gateway's address and the key, hexadecimal. */
  account: text().primaryKey(),
  webhookId: text().notNull(),
  /** Sealed with the server's secret (core/sealed-text.ts). */
  secret: text().notNull(),
  checkedAt: instant().notNull().default(sql`clock_timestamp()`),
});

/** Parcels of which the customer gets a mail (shipment-notices.sql). Each is told once, even if its hand-over is taken back and done again. */
export const shipmentNotices = pgTable(
  'shipment_notices',
  {
    parcelId: uuid().primaryKey(),
    taskId: uuid().notNull(),
    /** Null: the mail is in the queue of mails. */
    dueAt: instant(),
  },
  (t) => [index('shipment_notices_due').on(t.dueAt).where(sql`due_at is not null`), index('shipment_notices_task').on(t.taskId)],
);
