import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CARRIER_BILL_STATES } from '#contract/billing/carrier-bills';
import { CURRENCIES } from '#contract/core/fields';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const count = () => integer().notNull().default(0);

export const carrierBills = pgTable(
  'carrier_bills',
  {
    ...baseColumns,
    carrierId: uuid().notNull(),
    profileId: uuid(),
    billNo: text().notNull(),
    billId: uuid(),
    currency: text({ enum: CURRENCIES }).notNull(),
    state: text({ enum: CARRIER_BILL_STATES }).notNull().default('compared'),
    fromOn: date({ mode: 'string' }),
    toOn: date({ mode: 'string' }),
    parcels: count(),
    costs: count(),
    matched: count(),
    differing: count(),
    undecided: count(),
    total: bigint({ mode: 'number' }).notNull().default(0),
    difference: bigint({ mode: 'number' }).notNull().default(0),
    fileName: text().notNull().default(''),
    checksum: text().notNull(),
    takenBackAt: instant(),
    takenBackBy: uuid(),
  },
  (t) => [
    uniqueIndex('carrier_bills_file').on(t.checksum).where(sql`state = 'compared'`),
    index('carrier_bills_carrier').on(t.carrierId, t.fromOn),
    check('carrier_bills_back', sql`(state = 'takenBack') = (taken_back_at is not null)`),
  ],
);
