import { z } from 'zod';
import { Currency, Id, Line } from '../core/fields.ts';
import { Paid } from '../money/amount.ts';

/** Set-off: what a company owes the house as a merchant or customer against what the house owes it as a supplier or carrier. */

export const OWED_KINDS = ['merchants', 'customers'] as const;
export const OWING_KINDS = ['suppliers', 'carriers'] as const;
export type OwedKind = (typeof OWED_KINDS)[number];
export type OwingKind = (typeof OWING_KINDS)[number];

const side = <K extends readonly [string, ...string[]]>(kinds: K) =>
  z.strictObject({
    party: z.strictObject({ kind: z.enum(kinds), id: Id }),
    items: z
      .array(z.strictObject({ id: Id, amount: Paid }))
      .min(1)
      .max(100),
  });
/** `owed`: invoices. `owing`: bills. `agreed`: the companies are different ones and agreed to the set-off. */
export const SetOff = z.strictObject({
  owed: side(OWED_KINDS),
  owing: side(OWING_KINDS),
  currency: Currency.default('EUR'),
  reference: Line(140, 1),
  agreed: z.boolean().default(false),
});

/** What shows that two parties are one company. */
export const SAME_COMPANY = ['vatId', 'iban', 'name'] as const;

const Document = z.object({ id: Id, no: z.string(), dueDate: z.string(), currency: Currency, open: z.int() });
const PartyOf = z.object({ kind: z.enum([...OWED_KINDS, ...OWING_KINDS]), id: Id, name: z.string(), documents: z.array(Document) });
/**
 * A party with its open documents, and the parties of the other side, those that are the same company first. Only these have their documents,
 * and the one that was asked for.
 */
export const SetOffChoice = z.object({
  party: PartyOf,
  others: z.array(PartyOf.extend({ evidence: z.array(z.enum(SAME_COMPANY)) })),
});
/** One company that owes and is owed in a currency, with the open sums of both sides. */
export const SetOffPair = z.object({
  owed: z.object({ kind: z.enum(OWED_KINDS), id: Id, name: z.string(), open: z.int() }),
  owing: z.object({ kind: z.enum(OWING_KINDS), id: Id, name: z.string(), open: z.int() }),
  currency: Currency,
});
export type SetOffPair = z.infer<typeof SetOffPair>;
export type SetOffChoice = z.infer<typeof SetOffChoice>;
export type SetOffDocument = z.infer<typeof Document>;
