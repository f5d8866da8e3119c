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
} as const satisfies Record<string, 'wrong' | 'check' | 'fine'>;
export type FindingCode = keyof typeof FINDINGS;
export const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[];
export const FINDING_LEVELS = ['wrong', 'check', 'fine'] as const;

/** `rule`: of EN 16931, such as BR-CO-10. `link`: the record where it is corrected. Amounts in `params` are hundredths. */
export const IncomingFinding = z.object({
  code: z.enum(FINDING_CODES as [FindingCode, ...FindingCode[]]),
  level: z.enum(FINDING_LEVELS),
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z.object({ area: z.enum(['suppliers', 'purchaseOrders', 'bills', 'tasks']), id: z.string() }).nullable(),
});
export type IncomingFinding = z.infer<typeof IncomingFinding>;
