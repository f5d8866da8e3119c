import type { Part } from '#contract/bank/proposal';
import type { Candidate, DeskEntry } from './types.ts';

/** What is done with the difference between an entry and the documents chosen for it. */
export const RESTS = ['party', 'account', 'part', 'fee', 'discount', 'writeOff'] as const;
export type Rest = (typeof RESTS)[number];

/** Positive: more money than documents. */
export const restOf = ({ amount }: Pick<DeskEntry, 'amount'>, chosen: readonly Pick<Candidate, 'open'>[]): number =>
  Math.abs(amount) - chosen.reduce((sum, { open }) => sum + open, 0);

/** The ways that a difference can go. Charges are only taken from money that comes in. */
export function restsFor({ amount }: Pick<DeskEntry, 'amount'>, chosen: readonly Candidate[]): Rest[] {
  const rest = restOf({ amount }, chosen);
  if (rest === 0) return [];
  if (rest > 0) return chosen.length > 0 ? ['party', 'account'] : ['account'];
  return amount > 0 ? ['part', 'fee', 'discount', 'writeOff'] : ['part', 'discount', 'writeOff'];
}

type Choice = { rest: Rest | null; accountId: string; taxId: string | null; text: string };

/** The parts to book. Null while something is missing. The documents are of one party. */
export function partsFor(entry: DeskEntry, chosen: readonly Candidate[], { rest, accountId, taxId, text }: Choice): Part[] | null {
  const difference = restOf(entry, chosen);
  const sign = Math.sign(entry.amount);
  const [first] = chosen;
  if (difference !== 0 && (rest === null || !restsFor(entry, chosen).includes(rest))) return null;
  if (rest === 'account' && difference > 0 && accountId === '') return null;
  const account: Part[] =
    difference > 0 && rest === 'account' ? [{ kind: 'account', amount: sign * difference, accountId, taxId, text }] : [];
  if (!first) return account.length > 0 ? account : null;
  let left = difference < 0 && rest === 'part' ? Math.abs(entry.amount) : Number.POSITIVE_INFINITY;
  const items = chosen.flatMap(({ id, kind, no, open }) => {
    const amount = Math.min(open, left);
    left -= amount;
    return amount > 0 ? [{ id, kind, no, amount }] : [];
  });
  const kind = rest === 'fee' || rest === 'discount' || rest === 'writeOff' ? rest : null;
  const deductions = difference < 0 && kind ? [{ kind, amount: -difference, itemId: kind === 'fee' ? null : first.id }] : [];
  const taken = account.length > 0 ? difference : 0;
  const amount = entry.amount - sign * taken;
  return [{ kind: 'payment', amount, party: { kind: first.partyKind, id: first.partyId }, items, deductions, paid: null }, ...account];
}
