import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { IBAN_STATES, INCOMING_SOURCES, INCOMING_STATUSES, SUPPLIER_EVIDENCE } from '#contract/money/incoming-bills';
import { SYNTAXES } from '#contract/money/received-invoice';
import { BILL_KINDS } from '#contract/money/status';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const sum = () => bigint({ mode: 'number' }).notNull().default(0);

export const incomingBills = pgTable(
  'incoming_bills',
  {
    ...baseColumns,
    no: text().notNull(),
    status: text({ enum: INCOMING_STATUSES }).notNull().default('received'),
    kind: text({ enum: BILL_KINDS }).notNull().default('bill'),
    receivedOn: date({ mode: 'string' }).notNull(),
    source: text({ enum: INCOMING_SOURCES }).notNull().default('upload'),
    sender: text().notNull().default(''),
    sellerName: text().notNull().default(''),
    sellerVatId: text().notNull().default(''),
    sellerTaxNo: text().notNull().default(''),
    sellerIban: text().notNull().default(''),
    supplierId: uuid(),
    supplierBy: text({ enum: SUPPLIER_EVIDENCE }).notNull().default('none'),
    carrierId: uuid(),
    carrierBy: text({ enum: SUPPLIER_EVIDENCE }).notNull().default('none'),
    theirNo: text().notNull(),
    issueDate: date({ mode: 'string' }).notNull(),
    dueDate: date({ mode: 'string' }),
    currency: text().notNull(),
    net: sum(),
    tax: sum(),
    gross: sum(),
    due: sum(),
    purchaseOrderId: uuid(),
    orderNo: text().notNull().default(''),
    faults: integer().notNull().default(0),
    remarks: integer().notNull().default(0),
    syntax: text({ enum: SYNTAXES }).notNull(),
    profile: text().notNull().default(''),
    fileName: text().notNull().default(''),
    file: text().notNull(),
    checksum: text().notNull(),
    size: integer().notNull(),
    billId: uuid(),
    bookedBy: uuid(),
    bookedAt: instant(),
    reason: text().notNull().default(''),
    ibanState: text({ enum: IBAN_STATES }).notNull().default('none'),
    knownIban: text().notNull().default(''),
    ibanBy: uuid(),
    ibanAt: instant(),
    /**
     * The seller as duplicates are found: its VAT id, else its tax number, else its name. With the carrier before it where the VAT id does
     * not show that the carrier is the seller.
     */
    sellerKey: text().notNull(),
  },
  (t) => [
    uniqueIndex('incoming_bills_no').on(t.no),
    // One document for each way in: a carrier must not block another one by uploading its file.
    unique('incoming_bills_checksum').on(t.checksum, t.carrierId).nullsNotDistinct(),
    uniqueIndex('incoming_bills_bill').on(t.billId).where(sql`bill_id is not null`),
    index('incoming_bills_file').on(t.file),
    index('incoming_bills_status').on(t.status, t.sortAt),
    index('incoming_bills_carrier').on(t.carrierId, t.sortAt).where(sql`carrier_id is not null`),
    index('incoming_bills_tax_no').on(t.sellerTaxNo).where(sql`seller_tax_no <> ''`),
    check('incoming_bills_gate', sql`carrier_id is not null or carrier_by = 'none'`),
    check('incoming_bills_booked', sql`(status = 'booked') = (bill_id is not null)`),
    // Four eyes: whoever took an invoice over does not decide about its new account.
    check('incoming_bills_two', sql`iban_by is null or iban_by <> booked_by`),
    check('incoming_bills_iban', sql`(iban_state in ('confirmed', 'kept')) = (iban_by is not null)`),
  ],
);
