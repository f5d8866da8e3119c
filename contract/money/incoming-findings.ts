import { z } from 'zod';

/**
 * What was found about an incoming invoice, each with its correction. `wrong`: it breaks a rule, and taking it over requires a reason.
 * `check`: a person has to look. `fine`: what agrees, said because it is evidence. Texts: `incomingBills.findings` and `.corrections`.
 */
export const FINDINGS = {
  sumLines: 'wrong',
  sumAllowances: 'wrong',
  sumCharges: 'wrong',
  netTotal: 'wrong',
  taxTotal: 'wrong',
  grossTotal: 'wrong',
  dueTotal: 'wrong',
  vatMissing: 'wrong',
  vatCategory: 'wrong',
  vatRate: 'wrong',
  vatBase: 'wrong',
  vatAmount: 'wrong',
  vatRounded: 'fine',
  negative: 'wrong',
  currencyUnknown: 'wrong',
  sellerUnidentified: 'wrong',
  sellerVatId: 'wrong',
  buyerVatId: 'check',
  buyerVatIdMissing: 'check',
  buyerName: 'check',
  issuedInFuture: 'wrong',
  dueBeforeIssue: 'wrong',
  duePast: 'check',
  ibanWrong: 'wrong',
  ibanMissing: 'check',
  ibanChanged: 'check',
  ibanNew: 'check',
  ibanSame: 'fine',
  supplierUnknown: 'check',
  supplierProposed: 'check',
  supplierFound: 'fine',
  supplierVatId: 'check',
  supplierName: 'check',
  sellerOther: 'wrong',
  carrierProposed: 'check',
  carrierFound: 'fine',
  carrierUnlinked: 'check',
  orderUnknown: 'check',
  orderOfOther: 'check',
  orderFound: 'fine',
  receiptUnknown: 'check',
  receiptFound: 'fine',
  creditWithout: 'check',
  creditUnknown: 'check',
  prepaid: 'check',
  combined: 'check',
  correctsInvoice: 'check',
  parcelsFound: 'fine',
  parcelsShared: 'check',
} as const satisfies Record<string, 'wrong' | 'check' | 'fine'>;
export type FindingCode = keyof typeof FINDINGS;
export const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[];
export const FINDING_LEVELS = ['wrong', 'check', 'fine'] as const;

/** Findings that speak of the records of the house. A carrier that uploaded the invoice is not told of them. */
const FOR_HOUSE: readonly FindingCode[] = [
  'ibanSame',
  'supplierUnknown',
  'supplierProposed',
  'supplierFound',
  'supplierVatId',
  'supplierName',
  'carrierUnlinked',
  'orderUnknown',
  'orderOfOther',
  'orderFound',
  'receiptUnknown',
  'receiptFound',
  'creditUnknown',
  'combined',
  'correctsInvoice',
  'parcelsFound',
  'parcelsShared',
];
/** What only the house knows, such as the account that it paid to before. */
const HOUSE_PARAMS = ['known'];

/** `rule`: of EN 16931, such as BR-CO-10. `link`: the record where it is corrected. Amounts in `params` are hundredths. */
export const IncomingFinding = z.object({
  code: z.enum(FINDING_CODES as [FindingCode, ...FindingCode[]]),
  level: z.enum(FINDING_LEVELS),
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z.object({ area: z.enum(['suppliers', 'carriers', 'purchaseOrders', 'bills', 'tasks']), id: z.string() }).nullable(),
});
export type IncomingFinding = z.infer<typeof IncomingFinding>;

/** The findings as the carrier reads them that uploaded the invoice: without records of the house, their values and their links. */
export const findingsForCarrier = (findings: readonly IncomingFinding[]): IncomingFinding[] =>
  findings
    .filter(({ code }) => !FOR_HOUSE.includes(code))
    .map((one) => ({
      ...one,
      params: Object.fromEntries(Object.entries(one.params).filter(([name]) => !HOUSE_PARAMS.includes(name))),
      link: null,
    }));
