import { type Currency, EXPONENTS } from '../money/scale.ts';
import { isSameName } from '../parties/party-name.ts';
import type { KnownParty, OpenDocument, Pool } from './match-pool.ts';
import type { Part, Proposal, Reason, ReasonCode } from './proposal.ts';
import type { ReadEntry } from './statement.ts';

/** What all rules of matching use. */

export type Movement = Pick<
  ReadEntry,
  | 'bookedOn'
  | 'valueOn'
  | 'amount'
  | 'originalAmount'
  | 'originalCurrency'
  | 'counterparty'
  | 'iban'
  | 'endToEnd'
  | 'reference'
  | 'purpose'
  | 'isReturn'
> & { currency: Currency };

export type Draft = Omit<Proposal, 'key'>;

export const reason = (code: ReasonCode, params: Record<string, string | number> = {}): Reason => ({ code, params });
export const words = (amount: number, currency: Currency): string =>
  `${(Math.abs(amount) / 10 ** EXPONENTS[currency]).toFixed(EXPONENTS[currency])} ${currency}`;

/** A payment of one party for some of its documents. */
export function payment(
  movement: Pick<Movement, 'amount'>,
  party: Pick<KnownParty, 'kind' | 'id'>,
  documents: readonly OpenDocument[],
  over: Partial<Extract<Part, { kind: 'payment' }>> = {},
): Part {
  return {
    kind: 'payment',
    amount: movement.amount,
    party: { kind: party.kind, id: party.id },
    items: documents.map(({ id, kind, no, open }) => ({ id, kind, no, amount: open })),
    deductions: [],
    paid: null,
    ...over,
  };
}

/** What speaks for a party being the other side: its account, its name, or both. */
export function partyEvidence(movement: Movement, party: KnownParty, pool: Pool): { isKnown: boolean; reasons: Reason[] } {
  const owners = pool.withIban(movement.iban);
  const isOwn = owners.some(({ id }) => id === party.id);
  const named = isSameName(movement.counterparty, party.name);
  if (isOwn) return { isKnown: true, reasons: [reason('ibanKnown', { name: party.name })] };
  // An account that is known as another party's speaks against it, whatever the name.
  if (owners.length > 0) return { isKnown: false, reasons: [reason('ibanOfOther', { name: owners[0]?.name ?? '' })] };
  return named
    ? { isKnown: true, reasons: [reason('nameFits', { name: party.name })] }
    : { isKnown: false, reasons: [reason('nameDiffers', { name: party.name })] };
}
