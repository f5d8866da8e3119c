import { z } from 'zod';
import { address, count, house, Line, line, stamp, text } from './data-parts.ts';

/** The contents of an EPC QR code. */
const epc = z.string().max(331);

/**
 * The complete data of each document; printing reads nothing else. Weights in grams, lengths in millimetres, volumes in cubic
 * millimetres, money in the smallest unit, dates YYYY-MM-DD, instants YYYY-MM-DDTHH:mm in the house's time zone.
 */

export const Picklist = z.object({
  house,
  no: line,
  kind: line,
  picker: line,
  cart: line,
  carrier: line,
  orders: z.number().default(0),
  pieces: z.number().default(0),
  printedAt: stamp,
  lines: z.array(Line.extend({ place: line, zone: line, order: line, slot: line })).default([]),
});
/** `/printItemlist/{reckonData}`: items to fetch, summed up over orders. */
export const Itemlist = z.object({
  house,
  title: line,
  printedAt: stamp,
  lines: z.array(Line.extend({ places: line, orders: z.number().nullable().default(null) })).default([]),
});
export const Packlist = z.object({
  house,
  merchant: line,
  orderNo: line,
  reference: line,
  from: address,
  to: address,
  shipDate: stamp,
  printedAt: stamp,
  carrier: line,
  remark: text,
  pieces: count,
  weight: count,
  parcels: z.array(z.object({ no: line, trackingNo: line, weight: count, size: line })).default([]),
  lines: z.array(Line.extend({ parcel: line })).default([]),
});
export const DeliveryNote = Packlist.extend({ no: line, deliveryDate: stamp, incoterm: line });
/** Loading list (Rollkarte): the expected and loaded parcels of one vehicle. */
export const LoadingList = z.object({
  house,
  no: line,
  carrier: line,
  dock: line,
  vehicle: line,
  driver: line,
  departAt: stamp,
  printedAt: stamp,
  expected: z.number().default(0),
  loaded: z.number().default(0),
  /** Packages and weight by kind. */
  totals: z.array(z.object({ kind: line, packages: z.number(), weight: z.number(), volume: z.number() })).default([]),
  parcels: z
    .array(
      z.object({
        no: line,
        trackingNo: line,
        order: line,
        consignee: line,
        zip: line,
        city: line,
        country: line,
        kind: line,
        packages: z.number().default(1),
        weight: z.number().nullable().default(null),
        volume: z.number().nullable().default(null),
        dangerGoods: z.boolean().default(false),
        loaded: z.boolean().default(false),
      }),
    )
    .default([]),
});
export const ProofOfDelivery = z.object({
  house,
  orderNo: line,
  reference: line,
  trackingNo: line,
  from: address,
  to: address,
  place: line,
  packages: z.array(z.object({ no: line, kind: line, qty: z.number().default(1), weight: count })).default([]),
  weight: count,
  carrier: line,
  vehicle: line,
  receivedBy: line,
  receivedAt: stamp,
  printedAt: stamp,
  reservation: text,
  /** PNG in base64. */
  signature: z.string().max(500_000).default(''),
  palletsOut: count,
  palletsIn: count,
});
/** CMR, the 24 boxes of the IRU 1976 form. `order` is the position of boxes 14 and 15 (German forms swap them and add box 25). */
export const Cmr = z.object({
  no: line,
  order: z.enum(['international', 'german']).default('international'),
  sender: address,
  consignee: address,
  deliveryPlace: line,
  takingPlace: line,
  takingDate: stamp,
  documents: text,
  goods: z
    .array(z.object({ marks: line, packages: z.number(), packing: line, nature: line, statNo: line, weight: count, volume: count }))
    .default([]),
  packages: count,
  weight: count,
  volume: count,
  adr: z.object({ un: line, name: line, label: line, group: line }).prefault({}),
  instructions: text,
  carriage: z.enum(['', 'paid', 'forward']).default(''),
  cashOnDelivery: line,
  carrier: address,
  successive: text,
  reservations: text,
  agreements: text,
  establishedIn: line,
  establishedOn: stamp,
  plate: line,
  trailer: line,
});
export const ReceivingSheet = z.object({
  house,
  no: line,
  merchant: line,
  reference: line,
  container: line,
  dock: line,
  expectedAt: stamp,
  printedAt: stamp,
  remark: text,
  boxes: count,
  pallets: count,
  pieces: count,
  lines: z.array(Line.extend({ received: count, place: line })).default([]),
});
export const ReturnSlip = z.object({
  house,
  merchant: line,
  orderNo: line,
  reference: line,
  retourNo: line,
  printedAt: stamp,
  from: address,
  to: address,
  /** `reason`: the number of the reason on the slip (`returnReasonNo`). Empty where the customer writes it. */
  lines: z.array(Line.extend({ reason: line })).default([]),
});
/** Data of invoices and credit notes, provided by accounting. Amounts in the smallest unit of `currency`. */
/** Priced lines and their VAT, in the smallest unit of the currency. */
const priced = {
  currency: line,
  lines: z
    .array(
      z.object({
        pos: z.number(),
        text: line,
        note: line,
        qty: z.number(),
        unit: line,
        /** Before discount. May contain fractions of the smallest unit. */
        price: z.number(),
        /** Discount in hundredths of a per cent. An agreed reduction must be printed (§ 14 Abs. 4 Nr. 7 UStG). */
        discount: z.number().nullable().default(null),
        vatRate: z.number(),
        net: z.number(),
      }),
    )
    .default([]),
  vat: z.array(z.object({ rate: z.number(), base: z.number(), tax: z.number(), note: line })).default([]),
  net: z.number().default(0),
  tax: z.number().default(0),
  gross: z.number().default(0),
};
export const STATEMENT_KINDS = ['opening', 'invoice', 'creditNote', 'payment', 'reversal', 'closing'] as const;
/** Statement of account. Amounts in the smallest unit of the line's currency; positive: the party owes the house. */
export const Statement = z.object({
  house,
  customerNo: line,
  customerVatId: line,
  to: address,
  issueDate: stamp,
  printedAt: stamp,
  from: stamp,
  until: stamp,
  lines: z
    .array(
      z.object({
        currency: line,
        day: stamp,
        kind: z.enum(STATEMENT_KINDS),
        no: line,
        due: stamp,
        amount: z.number().nullable().default(null),
        balance: z.number(),
      }),
    )
    .default([]),
});
/** What is said about an open item of a dunning letter: its level, or why it is not dunned. */
export const DUNNED_AS = ['first', 'second', 'third', 'notDue', 'disputed', 'promised', 'other'] as const;
/** Dunning letter: all open items of a party in one currency, in its smallest unit. */
export const DunningLetter = z.object({
  house,
  letterNo: line,
  level: z.number(),
  customerNo: line,
  customerVatId: line,
  to: address,
  issueDate: stamp,
  payUntil: stamp,
  printedAt: stamp,
  currency: line,
  text,
  lines: z
    .array(
      z.object({
        no: line,
        issued: stamp,
        due: stamp,
        /** Null where the item is not dunned. */
        daysLate: z.number().nullable().default(null),
        as: z.enum(DUNNED_AS),
        open: z.number(),
        /** The part that is disputed and not asked for. */
        disputed: z.number().nullable().default(null),
        /** What the letter asks for. */
        dunned: z.number().nullable().default(null),
      }),
    )
    .default([]),
  due: z.number().default(0),
  interest: z.number().default(0),
  flatSum: z.number().default(0),
  fee: z.number().default(0),
  total: z.number().default(0),
  /** How interest was calculated, and by which law; empty without interest. */
  interestNote: text,
  /** As on an invoice. Letters that were sent before they named one have none. */
  paymentReference: z.string().max(300).nullish(),
  epc: epc.nullish(),
});
export const Quotation = z.object({
  house,
  no: line,
  subject: line,
  issueDate: stamp,
  /** The last day of acceptance. */
  validUntil: stamp,
  printedAt: stamp,
  customerNo: line,
  customerVatId: line,
  to: address,
  ...priced,
  note: text,
});
export const Invoice = z.object({
  house,
  kind: z.enum(['invoice', 'creditNote']).default('invoice'),
  invoiceNo: line,
  /** Number of the invoice that a credit note takes back. */
  refersTo: line,
  issueDate: stamp,
  dueDate: stamp,
  printedAt: stamp,
  period: line,
  customerNo: line,
  customerVatId: line,
  /** What the party wants on its invoices. */
  buyerReference: line,
  /** The reference of the order or the contract. */
  reference: line,
  to: address,
  ...priced,
  /** The tax of an invoice in a foreign currency, in the currency of the house, with the rate, as a sentence. */
  houseTax: text,
  paid: z.number().default(0),
  due: z.number().default(0),
  terms: text,
  /** Creditor reference (ISO 11649) for the transfer, and the contents of the EPC QR code; empty where it cannot be paid so. */
  paymentReference: line,
  epc: epc.default(''),
  note: text,
});
