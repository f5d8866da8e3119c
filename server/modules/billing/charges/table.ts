import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CHARGE_CAUSES } from '#contract/billing/carrier-costs';
import { CHARGE_SOURCES, CHARGE_STATES } from '#contract/billing/charge-states';
import { CURRENCIES } from '#contract/core/fields';
import { BILLED } from '#contract/money/circles';
import { baseColumns, instant } from '../../../core/db/columns.ts';

/** The conditions of a fact as they were. `orderId` groups facts for rules that count by order. */
export type ChargeFacts = {
  orderId?: string | null;
  country?: string | null;
  carrierId?: string | null;
  zone?: string | null;
  itemKind?: string | null;
  weight?: number | null;
  free?: boolean | null;
  dims?: Record<string, string | null>;
};
/** Thousandths at a unit price in ten-thousandths of a major unit. `from` is the lower bound of the band. */
export type ChargePart = { from: number; quantity: number; unitPrice: number };

/** Charges: one a fact, category and part. A trigger keeps what was billed (server/modules/billing/frozen-charges.sql). */
export const charges = pgTable(
  'charges',
  {
    ...baseColumns,
    merchantId: uuid().notNull(),
    categoryId: uuid().notNull(),
    sourceKind: text({ enum: CHARGE_SOURCES }).notNull(),
    sourceId: uuid().notNull(),
    part: text().notNull().default(''),
    happenedOn: date({ mode: 'string' }).notNull(),
    storehouseId: uuid(),
    taskId: uuid(),
    parcelId: uuid(),
    /** Thousandths of the category's unit. Below zero: takes a charge back. */
    qty: bigint({ mode: 'number' }).notNull(),
    facts: jsonb().$type<ChargeFacts>().notNull().default({}),
    /** What the house paid, in the smallest unit. */
    cost: bigint({ mode: 'number' }),
    costCurrency: text({ enum: CURRENCIES }),
    /** What its label cost above all that the label brings, in the smallest unit (label-losses.ts). */
    loss: bigint({ mode: 'number' }),
    state: text({ enum: CHARGE_STATES }).notNull().default('noPrice'),
    currency: text({ enum: BILLED }),
    ruleId: uuid(),
    markupId: uuid(),
    tariffId: uuid(),
    /** Ten-thousandths of a major unit. Null if there are several. */
    unitPrice: bigint({ mode: 'number' }),
    parts: jsonb().$type<ChargePart[]>(),
    /** Quantity × unit price in 10^-7 of a major unit; never rounded. */
    exact: bigint({ mode: 'number' }).notNull().default(0),
    /** What is missing to the minimum of the rule, in the smallest unit. */
    topUp: bigint({ mode: 'number' }).notNull().default(0),
    pricedAt: instant(),
    reversesId: uuid(),
    reversed: boolean().notNull().default(false),
    runId: uuid(),
    invoiceId: uuid(),
    lineId: uuid(),
    cause: text({ enum: CHARGE_CAUSES }),
    reason: text().notNull().default(''),
    holdReason: text().notNull().default(''),
    file: text(),
  },
  (t) => [
    uniqueIndex('charges_once').on(t.categoryId, t.sourceKind, t.sourceId, t.part),
    // Of most charges these are null. An index that leaves them out finds the others as well, and costs those nothing.
    uniqueIndex('charges_reverses').on(t.reversesId).where(sql`reverses_id is not null`),
    index('charges_parcel').on(t.parcelId).where(sql`parcel_id is not null`),
    index('charges_invoice').on(t.invoiceId).where(sql`invoice_id is not null`),
    index('charges_run').on(t.runId).where(sql`run_id is not null`),
    index('charges_source').on(t.sourceId),
    // Holds all that the running bill sums: for 110,000 charges of a month the table had a page for each, which took 260 ms to read.
    index('charges_of').on(t.merchantId, t.happenedOn, t.categoryId, t.currency, t.state, t.qty, t.exact, t.topUp),
    index('charges_day').on(t.happenedOn),
    index('charges_unpriced').on(t.happenedOn).where(sql`state = 'noPrice'`),
    index('charges_loss').on(t.happenedOn).where(sql`loss > 0`),
    index('charges_open').on(t.merchantId, t.happenedOn).where(sql`state = 'open'`),
    check('charges_some', sql`qty <> 0 and (qty < 0) = (reverses_id is not null)`),
    check('charges_priced', sql`state in ('noPrice', 'void', 'onHold') or (currency is not null and priced_at is not null)`),
    check('charges_billed', sql`state <> 'billed' or invoice_id is not null`),
  ],
);
