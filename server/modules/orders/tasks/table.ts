import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type Address, CURRENCIES, EMPTY_ADDRESS } from '#contract/core/fields';
import { AFTER_OUR_WORK, BLOCKER_KINDS, PRIORITIES, TASK_KINDS, TASK_STATUS_NAMES } from '#contract/orders/statuses';
import { LABEL_SOURCES, TRANSPORT_MODES } from '#contract/orders/tasks';
import { baseColumns, instant, literals } from '../../../core/db/columns.ts';

export const tasks = pgTable(
  'tasks',
  {
    ...baseColumns,
    no: text().notNull(),
    kind: text({ enum: TASK_KINDS }).notNull(),
    merchantId: uuid().notNull(),
    status: text({ enum: TASK_STATUS_NAMES }).notNull().default('inProcess'),
    statusSince: instant().notNull().default(sql`now()`),
    blocker: text({ enum: BLOCKER_KINDS }),
    priority: text({ enum: PRIORITIES }).notNull().default('normal'),
    source: text().notNull().default('manual'),
    refOrderId: text().notNull().default(''),
    externalId: text().notNull().default(''),
    orderedAt: instant(),
    transportMode: text({ enum: TRANSPORT_MODES }).notNull().default('parcel'),
    carrierId: uuid(),
    service: text().notNull().default(''),
    labelSource: text({ enum: LABEL_SOURCES }).notNull().default('own'),
    pickupDate: date({ mode: 'string' }),
    pickupFrom: text().notNull().default(''),
    requestedShipAt: instant(),
    actualShipAt: instant(),
    cutOffAt: instant(),
    weight: integer(),
    unitQty: integer(),
    boxQty: integer(),
    palletQty: integer(),
    /** Counted at receipt; `boxQty` and `palletQty` are what was announced. */
    receivedPallets: integer(),
    receivedBoxes: integer(),
    receivedMixed: boolean().notNull().default(false),
    forceShipLabel: boolean().notNull().default(false),
    autoRetourLabel: boolean().notNull().default(false),
    labelSwap: boolean().notNull().default(false),
    dangerGoods: boolean().notNull().default(false),
    deliveryServices: text().array().notNull().default([]),
    codAmount: bigint({ mode: 'number' }),
    insuredAmount: bigint({ mode: 'number' }),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    deliveryNote: text(),
    consignor: jsonb().$type<Address>().notNull().default(EMPTY_ADDRESS),
    consignee: jsonb().$type<Address>().notNull().default(EMPTY_ADDRESS),
    remark: text().notNull().default(''),
    retourNo: text().notNull().default(''),
    trackingNo: text().notNull().default(''),
    parentId: uuid(),
    shipPartial: boolean().notNull().default(false),
    pieces: integer().notNull().default(0),
    picked: integer().notNull().default(0),
    packed: integer().notNull().default(0),
    shipped: integer().notNull().default(0),
    received: integer().notNull().default(0),
    putAway: integer().notNull().default(0),
    parcelCount: integer().notNull().default(0),
    createdFrom: uuid(),
    // Facts from which the status is computed. Null: has not happened.
    allocatedAt: instant(),
    unlinkedAt: instant(),
    arrivedAt: instant(),
    receiptClosedAt: instant(),
    preparedAt: instant(),
    underWayAt: instant(),
    partDoneAt: instant(),
    gatesForcedAt: instant(),
    closedAt: instant(),
    deliveredAt: instant(),
    receivedBy: text().notNull().default(''),
    proofFile: text(),
    /** Reason of the cancellation, if it was cancelled. */
    cancelReason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('tasks_reference')
      .on(t.merchantId, t.source, t.refOrderId)
      .where(sql`ref_order_id <> '' and deleted_at is null and source not like 'ch:%'`),
    // Orders of a channel (`ch:` and its id) are told apart by the channel's own number, also after a cancellation. Two shops of a merchant,
    // or two parts of one order, may show the customer the same number.
    uniqueIndex('tasks_channel').on(t.source, t.externalId).where(sql`source like 'ch:%'`),
    uniqueIndex('tasks_no').on(t.no),
    // The customer writes it on the parcel, and the returns station finds the return by it.
    uniqueIndex('tasks_return_no').on(t.merchantId, t.retourNo).where(sql`kind = 'retour' and retour_no <> ''`),
    index('tasks_status').on(t.status, t.kind),
    // Partial indexes, because open work is a small part of all rows. Each index covers the columns its readers need (index-only scans).
    index('tasks_to_ship')
      .on(t.sortAt, t.kind, t.merchantId, t.pieces, t.parcelCount)
      .where(sql`actual_ship_at is null and deleted_at is null`),
    index('tasks_to_ship_of_merchant').on(t.merchantId, t.sortAt, t.kind).where(sql`actual_ship_at is null and deleted_at is null`),
    index('tasks_due').on(t.carrierId, t.cutOffAt).where(sql`actual_ship_at is null and closed_at is null and deleted_at is null`),
    // What was received or cancelled in the last minutes is charged.
    index('tasks_received').on(t.receiptClosedAt).where(sql`receipt_closed_at is not null`),
    index('tasks_cancelled').on(t.deletedAt).where(sql`deleted_at is not null`),
    index('tasks_shipped').on(t.carrierId, t.actualShipAt).where(sql`actual_ship_at is not null`),
    index('tasks_unfinished')
      .on(t.createdAt)
      .where(sql.raw(`closed_at is null and deleted_at is null and status not in (${literals(AFTER_OUR_WORK)})`)),
  ],
);
