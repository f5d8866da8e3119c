import { z } from 'zod';
import { Id, Line, Minor } from '../core/fields.ts';
import { Paid } from '../money/amount.ts';

/** What may be booked for a movement of the bank, with the evidence in codes that the page words. */

export const PARTY_KINDS = ['merchants', 'customers', 'suppliers', 'carriers'] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

/**
 * `payment`: a new payment of a party. `recorded`: a payment that somebody typed before the statement came. `return`: the bank took a payment
 * back. `account`: an account of the ledger. `transfer`: between own accounts.
 */
export const PART_KINDS = ['payment', 'recorded', 'return', 'account', 'transfer'] as const;
/** What a payment settles beyond the money: charges of a bank, cash discount, a difference that is given up. */
export const DEDUCTION_KINDS = ['fee', 'discount', 'writeOff'] as const;
/** The rules in the order of their weight. */
export const MATCH_BASES = [
  'ownOrder',
  'creditorReference',
  'numbers',
  'numbersDiscount',
  'numbersConverted',
  'numbersFee',
  'numbersPart',
  'numbersMore',
  'ibanAmount',
  'ibanSum',
  'recorded',
  'nameAmount',
  'rule',
  'habit',
  'transfer',
  'return',
] as const;
export type MatchBasis = (typeof MATCH_BASES)[number];

/** Evidence, for and against. Texts: `bankEntries.reasons.<code>`. */
export const REASON_CODES = [
  'endToEnd',
  'reference',
  'numbers',
  'reminder',
  'sumFits',
  'ibanKnown',
  'ibanUnknown',
  'ibanOfOther',
  'nameFits',
  'nameDiffers',
  'onlyItem',
  'onlySum',
  'discountInTime',
  'discountNamed',
  'feeTaken',
  'partPaid',
  'paidMore',
  'converted',
  'ruleText',
  'bookedBefore',
  'ownAccount',
  'returned',
  'typedBefore',
  'alsoFits',
  'otherNumber',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];
/** An amount is given as text with its currency, so that the page needs no further data. */
export type Reason = { code: ReasonCode; params: Record<string, string | number> };

const Item = z.strictObject({
  kind: z.enum(['invoice', 'bill']),
  id: Id,
  no: z.string().max(60),
  /** Settled of the document, in its currency. */
  amount: Paid,
});
const Deduction = z.strictObject({ kind: z.enum(DEDUCTION_KINDS), amount: Paid, itemId: Id.nullable().default(null) });
const Party = z.strictObject({ kind: z.enum(PARTY_KINDS), id: Id });

/** A part of what is booked. `amount` is signed and in the currency of the bank account; the parts add up to the movement. */
export const Part = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('payment'),
    amount: Minor,
    party: Party,
    items: z.array(Item).max(100).default([]),
    deductions: z.array(Deduction).max(100).default([]),
    /** Paid in the currency of the documents, if the bank converted it. */
    paid: Paid.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('recorded'), amount: Minor, paymentId: Id }),
  z.strictObject({ kind: z.literal('return'), amount: Minor, paymentId: Id }),
  z.strictObject({
    kind: z.literal('account'),
    amount: Minor,
    accountId: Id,
    taxId: Id.nullable().default(null),
    text: Line(200).default(''),
  }),
  z.strictObject({ kind: z.literal('transfer'), amount: Minor }),
]);
export type Part = z.infer<typeof Part>;
export type PaymentPart = Extract<Part, { kind: 'payment' }>;

export type Proposal = {
  /** The same proposal has the same key however often it is computed. */
  key: string;
  basis: MatchBasis;
  /** Booked without asking. */
  automatic: boolean;
  /** Name of the party, or title of the account. */
  title: string;
  reasons: Reason[];
  parts: Part[];
};
/** As sent to the page. */
export const ProposalAnswer = z.object({
  key: z.string(),
  basis: z.enum(MATCH_BASES),
  automatic: z.boolean(),
  title: z.string(),
  reasons: z.array(z.object({ code: z.enum(REASON_CODES), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
  parts: z.array(Part),
});
