import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Address } from '#contract/core/fields';
import { BILLED } from '#contract/money/circles';
import type { DocumentSums } from '#contract/money/document-sums';
import type { EInvoice } from '#contract/money/e-invoice';
import type { InvoiceLine } from '#contract/money/invoices';
import { INVOICE_KINDS, INVOICE_STATUSES } from '#contract/money/status';
import { baseColumns, instant } from '../../../core/db/columns.ts';
import type { Paper } from '../paper.ts';

const sum = () => bigint({ mode: 'number' }).notNull().default(0);

export const invoices = pgTable(
  'invoices',
  {
    ...baseColumns,
    merchantId: uuid(),
    customerId: uuid(),
    currency: text({ enum: BILLED }).notNull().default('EUR'),
    serviceFrom: date({ mode: 'string' }),
    serviceTo: date({ mode: 'string' }),
    paymentDays: integer(),
    reference: text().notNull().default(''),
    lines: jsonb().$type<InvoiceLine[]>().notNull().default([]),
    note: text().notNull().default(''),
    no: text().notNull().default(''),
    kind: text({ enum: INVOICE_KINDS }).notNull().default('invoice'),
    status: text({ enum: INVOICE_STATUSES }).notNull().default('draft'),
    overdue: boolean().notNull().default(false),
    issueDate: date({ mode: 'string' }),
    dueDate: date({ mode: 'string' }),
    net: sum(),
    tax: sum(),
    gross: sum(),
    settled: sum(),
    credited: sum(),
    open: bigint({ mode: 'number' }).notNull().generatedAlwaysAs(sql`case when posted_at is null then 0 else gross - settled end`),
    rate: bigint({ mode: 'number' }),
    partyName: text().notNull().default(''),
    partyVatId: text().notNull().default(''),
    partyAddress: jsonb().$type<Partial<Address>>().notNull().default({}),
    reversesId: uuid(),
    taskId: uuid(),
    postedAt: instant(),
    pdfFile: text(),
    pdfHash: text().notNull().default(''),
    forMerchantId: uuid(),
    readerId: uuid(),
    /** The e-invoice as a file, if the party gets one as XML or inside the PDF. */
    xmlFile: text(),
    xmlHash: text().notNull().default(''),
    /** Everything the PDF prints, frozen at posting. The PDF is drawn from this only. */
    paper: jsonb().$type<Paper>(),
    /** Net amounts, VAT groups and their values in euro, frozen at posting. Null on drafts and on documents from before these were kept. */
    sums: jsonb().$type<DocumentSums>(),
    /** The document by EN 16931, frozen at posting. XML files are written from this only. Null on documents from before these were made. */
    eInvoice: jsonb().$type<EInvoice>(),
  },
  (t) => [
    uniqueIndex('invoices_no').on(t.no).where(sql`no <> ''`),
    index('invoices_task').on(t.taskId).where(sql`task_id is not null`),
    // A return is credited once for each invoice.
    uniqueIndex('invoices_credit_of_return')
      .on(t.reversesId, t.taskId)
      .where(sql`kind = 'creditNote' and task_id is not null and deleted_at is null`),
    index('invoices_drafts').on(t.currency).where(sql`status = 'draft'`),
    index('invoices_pdf').on(t.pdfFile).where(sql`pdf_file is not null`),
    index('invoices_xml').on(t.xmlFile).where(sql`xml_file is not null`),
    index('invoices_issued').on(t.issueDate, t.sortAt),
    index('invoices_open').on(t.dueDate).where(sql`open > 0`),
    check('invoices_one_party', sql`num_nonnulls(merchant_id, customer_id) = 1`),
    check('invoices_within', sql`settled >= 0 and settled <= gross and credited >= 0 and credited <= settled`),
    check('invoices_posted', sql`posted_at is null or (no <> '' and issue_date is not null and due_date is not null and rate is not null)`),
  ],
);
