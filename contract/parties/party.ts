import { z } from 'zod';
import { Address, Currency, EMPTY_ADDRESS, Email, Line, Lines, Minor, Ref } from '../core/fields.ts';
import { INVOICE_FORMATS } from '../money/e-invoice-formats.ts';
import { tidyVatId, vatIdFault } from './vat-id.ts';

/** Incoterms 2020 of the ICC. Empty: not agreed. */
export const INCOTERMS = ['', 'EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const;

const tidyIban = (typed: string): string => typed.toUpperCase().replaceAll(/\s/g, '');

/** How a merchant or customer gets its invoices. */
export const billingFields = {
  invoiceFormat: z.enum(INVOICE_FORMATS).default('zugferd'),
  /** BT-10: what the party wants on its invoices, such as the routing number (Leitweg-ID) of a German authority. */
  buyerReference: Line(100).default(''),
};

/** Fields shared by customers and suppliers. A party without a merchant belongs to the house. */
export const partyFields = {
  no: Line(20).default(''),
  name: Line(200, 1),
  merchantId: Ref('merchants').nullable().default(null),
  vatId: Line(30).overwrite(tidyVatId).default(''),
  currency: Currency.default('EUR'),
  paymentDays: z.int().min(0).max(365).default(14),
  /** Cash discount: per cent in hundredths, for payments within so many days from the day of the document. */
  discountDays: z.int().min(0).max(365).default(0),
  discountPercent: z.int().min(0).max(2000).default(0),
  /** Maximum open amount in the smallest unit of `currency`; null: no limit. */
  creditLimit: Minor.min(0).nullable().default(null),
  incoterm: z.enum(INCOTERMS).default(''),
  iban: z
    .string()
    .max(60)
    .overwrite(tidyIban)
    .regex(/^([A-Z]{2}\d{2}[A-Z0-9]{10,30})?$/)
    .default(''),
  contact: Line(100).default(''),
  email: z.union([z.literal(''), Email]).default(''),
  /** Address for invoices. If empty, `email` is used. */
  invoiceEmail: z.union([z.literal(''), Email]).default(''),
  phone: Line(40).default(''),
  address: Address.default(EMPTY_ADDRESS),
  /** Delivery address, if different from `address`. */
  deliveryAddress: Address.default(EMPTY_ADDRESS),
  remark: Lines(2000).default(''),
};

/** Checks an IBAN (ISO 13616): with the first four characters moved to the end and letters as 10 to 35, the number modulo 97 must be 1. */
export function ibanHolds(iban: string): boolean {
  const spelt = Array.from(iban.slice(4) + iban.slice(0, 4), (char) => String(Number.parseInt(char, 36))).join('');
  return Array.from(spelt, Number).reduce((rest, digit) => (rest * 10 + digit) % 97, 0) === 1;
}

/** Faults of the VAT id and IBAN by their check digits. Empty fields are valid. */
export function partyFaults({ vatId, iban }: { vatId?: string | undefined; iban?: string | undefined }): { path: string; rule: string }[] {
  const vat = vatId ? vatIdFault(vatId) : null;
  return [
    ...(vat ? [{ path: 'vatId', rule: vat === 'shape' ? 'vatIdShape' : 'vatIdCheckDigit' }] : []),
    ...(iban && !ibanHolds(iban) ? [{ path: 'iban', rule: 'ibanCheckDigits' }] : []),
  ];
}
