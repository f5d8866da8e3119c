import type { InvoiceFormat } from './e-invoice-formats.ts';
import type { Currency } from './scale.ts';
import type { VatCategory } from './vat.ts';

/**
 * An invoice or credit note as EN 16931 describes it, frozen at posting beside what the PDF prints. Both syntaxes (CII, UBL) are written from
 * it. Amounts are in the smallest unit, quantities in thousandths, prices in ten-thousandths of a major unit, rates in hundredths of a per
 * cent, dates YYYY-MM-DD. An empty text is left out: an e-invoice has no empty element (PEPPOL-EN16931-R008).
 */

/** BG-5, BG-8, BG-15 */
export type EAddress = {
  /** BT-35, BT-50, BT-75 */
  line1: string;
  /** BT-36, BT-51, BT-76 */
  line2: string;
  /** BT-162, BT-163, BT-165 */
  line3: string;
  /** BT-37, BT-52, BT-77 */
  city: string;
  /** BT-38, BT-53, BT-78 */
  zip: string;
  /** BT-40, BT-55, BT-80: ISO 3166-1 alpha-2 */
  country: string;
};

/** BG-4 */
export type ESeller = {
  /** BT-27 */
  name: string;
  /** BT-28 */
  tradingName: string;
  /** BT-29 */
  id: string;
  /** BT-30: number in the commercial register */
  registerNo: string;
  /** BT-31; empty in an invoice that is not subject to VAT (BR-O-02) */
  vatId: string;
  /** BT-32 */
  taxNo: string;
  /** BT-33: register court, managers */
  legal: string;
  /** BT-34, scheme EM */
  endpoint: string;
  address: EAddress;
  /** BG-6: BT-41, BT-42, BT-43 */
  contact: { name: string; phone: string; email: string };
};

/** BG-7 */
export type EBuyer = {
  /** BT-44 */
  name: string;
  /** BT-46: the number of the party in the house */
  id: string;
  /** BT-48; empty in an invoice that is not subject to VAT (BR-O-02) */
  vatId: string;
  /** BT-49, scheme EM */
  endpoint: string;
  address: EAddress;
};

/** BG-16 */
export type EPayment = {
  /** BT-81 (UNTDID 4461): 58 SEPA credit transfer, 30 credit transfer, 97 clearing between partners, 1 not defined */
  means: '58' | '30' | '97' | '1';
  /** BT-83: creditor reference by ISO 11649 */
  reference: string;
  /** BG-17: BT-84, BT-85, BT-86 */
  account: { iban: string; holder: string; bic: string } | null;
};

/** BG-23 */
export type EVat = {
  /** BT-118 */
  category: VatCategory;
  /** BT-119 */
  rate: number;
  /** BT-116 */
  base: number;
  /** BT-117 */
  tax: number;
  /** BT-120 */
  reason: string;
  /** BT-121 */
  reasonCode: string;
};

/** BG-25 */
export type ELine = {
  /** BT-126 */
  id: string;
  /** BT-153 */
  name: string;
  /** BT-154 */
  description: string;
  /** BT-129 */
  qty: number;
  /** BT-130: UN/ECE Recommendations 20 and 21 */
  unitCode: string;
  /** BT-146 */
  price: number;
  /** BT-131 */
  net: number;
  /** BT-151, BT-152 */
  category: VatCategory;
  rate: number;
  /** BG-26: BT-134, BT-135; left out where it is that of the document. */
  period?: { from: string; to: string };
  /** BG-27: BT-138 in hundredths of a per cent, BT-137, BT-136, BT-139 */
  discount: { percent: number; base: number; amount: number; reason: string } | null;
};

export type EInvoice = {
  format: InvoiceFormat;
  /** BT-1 */
  no: string;
  /** BT-2 */
  issueDate: string;
  /** BT-3 (UNTDID 1001): 380 invoice, 381 credit note */
  typeCode: '380' | '381';
  /** BT-5 */
  currency: Currency;
  /** BT-6: the currency of BT-111; null if that is the one of the document, or without VAT */
  taxCurrency: Currency | null;
  /** BT-9 */
  dueDate: string;
  /** BT-10 */
  buyerReference: string;
  /** BT-13 */
  orderReference: string;
  /** BT-20 */
  terms: string;
  /** BT-22 */
  note: string;
  /** BG-3: BT-25, BT-26 */
  preceding: { no: string; issueDate: string } | null;
  seller: ESeller;
  buyer: EBuyer;
  /** BG-13: BT-72, BG-15 */
  delivery: { date: string; to: EAddress | null };
  /** BG-14: BT-73, BT-74; null for one day */
  period: { from: string; to: string } | null;
  payment: EPayment;
  vat: EVat[];
  /** BT-106 and BT-109: there are no charges and allowances on the document */
  net: number;
  /** BT-110 */
  tax: number;
  /** BT-111, in BT-6 */
  houseTax: number | null;
  /** BT-112 and BT-115: nothing is paid when it is issued */
  gross: number;
  lines: ELine[];
};

/** BT-121 by BT-118 (code list VATEX). Exempt supplies have a text only, because the paragraph of the national law decides. */
export const EXEMPTION_CODES: Partial<Record<VatCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/** BT-24 of the core of EN 16931 and of the German profile, and BT-23 of both. */
export const CORE_PROFILE = 'urn:cen.eu:en16931:2017';
export const XRECHNUNG_PROFILE = `${CORE_PROFILE}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
export const BUSINESS_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
