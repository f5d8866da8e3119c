import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, FileId, Instant, Line, Minor, Ref } from '../core/fields.ts';
import { IncomingFinding } from './incoming-findings.ts';
import { ReceivedInvoice, SYNTAXES } from './received-invoice.ts';
import { BILL_KINDS } from './status.ts';

export const INCOMING_STATUSES = ['received', 'rejected', 'booked'] as const;

/** How it came: uploaded by the house, in a mail, or uploaded by a carrier at the carrier gate. */
export const INCOMING_SOURCES = ['upload', 'mail', 'carrier'] as const;

/** By what the supplier was found. A name is only a proposal. */
export const SUPPLIER_EVIDENCE = ['none', 'vatId', 'taxNo', 'iban', 'name', 'person'] as const;
export type SupplierEvidence = (typeof SUPPLIER_EVIDENCE)[number];

/**
 * The account that the file names, beside the one that the house knows. `open`: it differs, and the bill may not be paid until a second person
 * confirms it or keeps the known one.
 */
export const IBAN_STATES = ['none', 'same', 'open', 'confirmed', 'kept'] as const;

const fields = {
  no: z.string(),
  status: z.enum(INCOMING_STATUSES),
  kind: z.enum(BILL_KINDS),
  receivedOn: CalendarDate,
  source: z.enum(INCOMING_SOURCES),
  /** Who sent the mail, as the mail says. Nothing proves it. */
  sender: z.string(),
  /** As the seller says it in the file. */
  sellerName: z.string(),
  sellerVatId: z.string(),
  sellerTaxNo: z.string(),
  sellerIban: z.string(),
  /** The party in the house, found or chosen. */
  supplierId: Ref('suppliers').nullable(),
  supplierBy: z.enum(SUPPLIER_EVIDENCE).nullable(),
  /** The carrier that uploaded it at the carrier gate; null where it came to the house. */
  carrierId: Ref('carriers').nullable(),
  /** By what the seller is that carrier. `none`: the file names another seller, or the file came to the house. */
  carrierBy: z.enum(SUPPLIER_EVIDENCE),
  theirNo: z.string(),
  issueDate: CalendarDate,
  dueDate: CalendarDate.nullable(),
  /** ISO 4217, of the file: it may be one that the house does not use. */
  currency: z.string(),
  net: Minor,
  tax: Minor,
  gross: Minor,
  /** What is to be paid, after what was paid before. */
  due: Minor,
  purchaseOrderId: Ref('purchaseOrders').nullable(),
  orderNo: z.string(),
  /** Findings that make it wrong, and those that a person has to look at. */
  faults: z.int(),
  remarks: z.int().nullable(),
  syntax: z.enum(SYNTAXES),
  profile: z.string(),
  fileName: z.string(),
  file: FileId,
  /** SHA-256 of the file, hexadecimal. */
  checksum: z.string(),
  size: z.int(),
  billId: Ref('bills').nullable(),
  bookedBy: Ref('users').nullable(),
  bookedAt: Instant.nullable(),
  reason: z.string(),
  ibanState: z.enum(IBAN_STATES),
  /** The account that the house knew when it was taken over. */
  knownIban: z.string().nullable(),
  ibanBy: Ref('users').nullable(),
  ibanAt: Instant.nullable(),
};

/**
 * E-invoices of suppliers and carriers as they were received. A person takes one over as a bill, or rejects it. A carrier sees those that it
 * uploaded itself.
 */
export const incomingBills = defineArea({
  name: 'incomingBills',
  fields,
  serverSet: Object.keys(fields) as (keyof typeof fields)[],
  search: ['no', 'theirNo', 'sellerName', 'fileName'],
  title: ['no', 'theirNo'],
  carrier: 'carrierId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

/** `GET /v0/incomingBills/:id/document` */
export const IncomingDocument = z.object({ document: ReceivedInvoice, findings: z.array(IncomingFinding) });
export type IncomingDocument = z.infer<typeof IncomingDocument>;

/** How an incoming invoice becomes a bill. Exactly one of supplier and carrier is named; a credit note names the bill that it credits. */
export const TakeOver = z.strictObject({
  supplierId: Ref('suppliers').nullish(),
  carrierId: Ref('carriers').nullish(),
  purchaseOrderId: Ref('purchaseOrders').nullish(),
  creditsId: Ref('bills').nullish(),
  /** Required where something is wrong with it. */
  reason: Line(500).nullish(),
});
export type TakeOver = z.infer<typeof TakeOver>;
