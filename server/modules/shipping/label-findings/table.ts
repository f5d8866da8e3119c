import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { FINDING_KINDS, FINDING_STATES } from '#contract/shipping/label-findings';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const labelFindings = pgTable(
  'label_findings',
  {
    ...baseColumns,
    kind: text({ enum: FINDING_KINDS }).notNull(),
    /** The purchase, the attempt, or the first undecided line of the bill with this number. Not part of the contract. */
    subject: uuid().notNull(),
    state: text({ enum: FINDING_STATES }).notNull().default('open'),
    carrierId: uuid(),
    merchantId: uuid(),
    parcelId: uuid(),
    trackingNo: text().notNull().default(''),
    otherNo: text().notNull().default(''),
    since: instant().notNull(),
    cost: bigint({ mode: 'number' }),
    billed: bigint({ mode: 'number' }),
    currency: text({ enum: CURRENCIES }),
    carrierBillId: uuid(),
    canVoid: boolean().notNull().default(false),
    message: text().notNull().default(''),
    reason: text().notNull().default(''),
    decidedAt: instant(),
    decidedBy: uuid(),
    /** When people were told of it. */
    toldAt: instant(),
  },
  (t) => [
    uniqueIndex('label_findings_subject').on(t.subject, t.kind),
    index('label_findings_open').on(t.state).where(sql`state in ('open', 'voiding')`),
  ],
);
