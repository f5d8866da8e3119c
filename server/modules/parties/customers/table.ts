import { pgTable, text } from 'drizzle-orm/pg-core';
import { INVOICE_FORMATS } from '#contract/money/e-invoice-formats';
import { baseColumns } from '../../../core/db/columns.ts';
import { partyColumns } from '../columns.ts';

export const customers = pgTable('customers', {
  ...baseColumns,
  ...partyColumns,
  buyerReference: text().notNull().default(''),
  invoiceFormat: text({ enum: INVOICE_FORMATS }).notNull().default('zugferd'),
});
