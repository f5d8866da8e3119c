import { z } from 'zod';

/**
 * An e-invoice as it was received: the business terms of EN 16931, in whatever syntax. Amounts are in hundredths and may be negative; rates are
 * in hundredths of a per cent. Quantities and prices are texts, because they may have any number of digits. Nothing is corrected: a term that
 * is missing is an empty text or null.
 */

const text = z.string();
const amount = z.int().nullable();

export const ReceivedAddress = z.object({ line1: text, line2: text, line3: text, city: text, zip: text, region: text, country: text });
export const ReceivedParty = z.object({
  /** BT-27, BT-44 */
  name: text,
  /** BT-28, BT-45 */
  tradingName: text,
  /** BT-29, BT-46 */
  id: text,
  /** BT-30, BT-47 */
  registerNo: text,
  /** BT-31, BT-48 */
  vatId: text,
  /** BT-32 */
  taxNo: text,
  /** BT-33 */
  legal: text,
  /** BT-34, BT-49 with their scheme */
  endpoint: text,
  endpointScheme: text,
  address: ReceivedAddress,
  contact: z.object({ name: text, phone: text, email: text }),
});
/** BG-20, BG-21, BG-27, BG-28 */
export const ReceivedAllowance = z.object({
  isCharge: z.boolean(),
  amount: z.int(),
  base: amount,
  percent: amount,
  category: text,
  rate: amount,
  reason: text,
  reasonCode: text,
});
/** BG-23 */
export const ReceivedVat = z.object({ category: text, rate: z.int(), base: z.int(), tax: z.int(), reason: text, reasonCode: text });
const Period = z.object({ from: text, to: text }).nullable();
/** BG-25 */
export const ReceivedLine = z.object({
  id: text,
  note: text,
  name: text,
  description: text,
  sellerItem: text,
  buyerItem: text,
  standardItem: text,
  /** BT-132 */
  orderLine: text,
  /** BT-128. Invoices that were received before it was read have none. */
  object: text.optional(),
  qty: text,
  unitCode: text,
  price: text,
  /** BT-149: the quantity that the price is for; empty: 1. */
  baseQty: text,
  net: z.int(),
  category: text,
  rate: amount,
  allowances: z.array(ReceivedAllowance),
  period: Period,
  /** BG-32 */
  attributes: z.array(z.object({ name: text, value: text })),
});
/** BG-24. `size`: of an embedded file, in bytes; null: only an address is given. */
export const ReceivedAttachment = z.object({ id: text, name: text, mime: text, about: text, size: z.int().nullable(), url: text });

export const SYNTAXES = ['ubl', 'cii'] as const;
export const ReceivedInvoice = z.object({
  syntax: z.enum(SYNTAXES),
  /** The name of the XML inside a PDF; empty if the file is the XML itself. */
  inside: text,
  /** BT-24, BT-23 */
  profile: text,
  process: text,
  /** BT-1, BT-2, BT-3, BT-5, BT-6, BT-7, BT-9 */
  no: text,
  issueDate: text,
  typeCode: text,
  currency: text,
  taxCurrency: text,
  taxPoint: text,
  dueDate: text,
  /** BT-10 to BT-19 */
  buyerReference: text,
  project: text,
  contract: text,
  order: text,
  salesOrder: text,
  receipt: text,
  despatch: text,
  tender: text,
  accounting: text,
  /** BT-20 */
  terms: text,
  /** BT-22 */
  notes: z.array(text),
  /** BG-3 */
  preceding: z.array(z.object({ no: text, issueDate: text })),
  seller: ReceivedParty,
  buyer: ReceivedParty,
  /** BT-59, BT-62 and BT-63 */
  payee: text,
  representative: z.object({ name: text, vatId: text }),
  /** BG-13, BG-14 */
  delivery: z.object({ name: text, date: text, address: ReceivedAddress }),
  period: Period,
  /** BG-16 to BG-19 */
  payment: z.object({
    means: text,
    meansText: text,
    reference: text,
    accounts: z.array(z.object({ iban: text, holder: text, bic: text })),
    mandate: text,
    creditor: text,
    debited: text,
  }),
  allowances: z.array(ReceivedAllowance),
  vat: z.array(ReceivedVat),
  /** BG-22 */
  totals: z.object({
    lines: amount,
    allowances: amount,
    charges: amount,
    net: amount,
    tax: amount,
    houseTax: amount,
    gross: amount,
    paid: amount,
    rounding: amount,
    due: amount,
  }),
  attachments: z.array(ReceivedAttachment),
  lines: z.array(ReceivedLine),
});
export type ReceivedAddress = z.infer<typeof ReceivedAddress>;
export type ReceivedParty = z.infer<typeof ReceivedParty>;
export type ReceivedAllowance = z.infer<typeof ReceivedAllowance>;
export type ReceivedVat = z.infer<typeof ReceivedVat>;
export type ReceivedLine = z.infer<typeof ReceivedLine>;
export type ReceivedAttachment = z.infer<typeof ReceivedAttachment>;
export type ReceivedInvoice = z.infer<typeof ReceivedInvoice>;

/** UNTDID 1001: documents that give money back. */
const CREDIT_TYPES = ['381', '83', '308', '396', '532'];
export const isCreditNote = ({ typeCode }: Pick<ReceivedInvoice, 'typeCode'>): boolean => CREDIT_TYPES.includes(typeCode);

/** Limits of a file. */
export const MAX_E_INVOICE_MB = 20;
/** Of a mail with invoices: its attachments are a third larger than the files. */
export const MAX_MAIL_MB = 30;
export const MAX_E_INVOICE_LINES = 10_000;

/** Why a file cannot be read. Texts: `incomingBills.faults`. */
export const E_INVOICE_FAULTS = [
  'empty',
  'tooLarge',
  'unknownFormat',
  'encoding',
  'doctype',
  'tooDeep',
  'tooMany',
  'broken',
  'cut',
  'tooManyLines',
  'otherVersion',
  'notLegal',
  'missing',
  'day',
  'number',
  'pdfBroken',
  'pdfEncrypted',
  'pdfWithout',
  'pdfTooLarge',
  'sameFile',
  'knownToHouse',
  'sameNumber',
  'sameBill',
] as const;
export type EInvoiceFault = (typeof E_INVOICE_FAULTS)[number];
