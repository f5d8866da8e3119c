import { plainNumber } from './find-numbers.ts';
import { type Draft, type Movement, partyEvidence, payment, reason, words } from './match-parts.ts';
import type { KnownParty, OpenDocument, Pool, SentLetter } from './match-pool.ts';
import type { Reason } from './proposal.ts';

/** Charges that banks on the way take from a payment are at most this, in the smallest unit. */
const MAX_FEE = 1500;
/** Words by which payers call a cash discount, and the highest usual one, in hundredths of a percent. */
const DISCOUNT_WORDS = /skonto|\bcash discount\b|\bprompt payment\b|现金折扣/i;
const MOST_DISCOUNT = 500;
/** Shorter numbers of suppliers are found in any text. */
const SHORTEST_NUMBER = 4;

/** The documents whose numbers a movement names. Numbers of suppliers have any form, so they are looked for among open bills of the payee. */
function namedDocuments(movement: Movement, numbers: readonly string[], pool: Pool): OpenDocument[] {
  const side = movement.amount > 0 ? 'in' : 'out';
  const ours = numbers.flatMap((no) => pool.numbered(no)).filter((one) => one.side === side || isSetOff(one, movement));
  if (side === 'in') return unique(ours);
  const spelt = new Set(movement.purpose.split(/[\s,;:+&()]+/).map(plainNumber));
  const theirs = [...spelt].filter((word) => word.length >= SHORTEST_NUMBER && /\d/.test(word)).flatMap((word) => pool.numbered(word));
  return unique([...ours, ...theirs.filter((one) => one.side === side)]);
}

/** A credit note that a party takes off what it pays, and names. */
const isSetOff = (document: OpenDocument, movement: Movement): boolean =>
  movement.amount > 0 && document.kind === 'invoice' && document.side === 'out';

const unique = (documents: readonly OpenDocument[]): OpenDocument[] => [...new Map(documents.map((one) => [one.id, one])).values()];
const total = (documents: readonly OpenDocument[]): number => documents.reduce((sum, one) => sum + one.open, 0);
const listed = (documents: readonly OpenDocument[]): string => documents.map(({ no }) => no).join(', ');

/** Proposals for the documents that a movement names, by whether and why their sum differs from the money. */
export function matchNumbers(movement: Movement, numbers: readonly string[], pool: Pool): Draft[] {
  const named = namedDocuments(movement, numbers, pool);
  const missing = numbers.filter((no) => pool.numbered(no).length === 0);
  const letters = pool.letters.filter(({ no }) => numbers.includes(plainNumber(no)));
  return [...new Set(named.map(({ partyId }) => partyId))].flatMap((partyId) => {
    const party = pool.party(partyId);
    const documents = named.filter((one) => one.partyId === partyId);
    const isWhole = documents.length === named.length && missing.length === 0;
    return party ? ofParty(movement, party, { documents, letters, isWhole }, pool) : [];
  });
}

/** What a movement names of one party. `isWhole`: all numbers that it names are open documents of this party. */
type Named = { documents: OpenDocument[]; letters: SentLetter[]; isWhole: boolean };

/** The documents that are named themselves, and those that a named reminder asks for. */
function namedReasons(documents: readonly OpenDocument[], letters: readonly SentLetter[]): Reason[] {
  const asked = letters.map(({ no, documentIds }) => ({ no, items: documents.filter(({ id }) => documentIds.includes(id)) }));
  const direct = documents.filter((one) => !asked.some(({ items }) => items.includes(one)));
  return [
    ...asked.flatMap(({ no, items }) => (items.length > 0 ? [reason('reminder', { no, items: listed(items) })] : [])),
    ...(direct.length > 0 ? [reason('numbers', { no: listed(direct) })] : []),
  ];
}

function ofParty(movement: Movement, party: KnownParty, { documents: named, letters, isWhole }: Named, pool: Pool): Draft[] {
  const evidence = partyEvidence(movement, party, pool);
  const isSure = evidence.isKnown && isWhole;
  const credits = named.filter(({ side }) => (side === 'in') !== movement.amount > 0);
  const documents = named.filter((one) => !credits.includes(one));
  if (documents.length === 0) return [];
  const start: Reason[] = [...namedReasons(documents, letters), ...evidence.reasons];
  const draft = (basis: Draft['basis'], automatic: boolean, extra: Reason[], over: Parameters<typeof payment>[3] = {}): Draft[] => [
    { basis, automatic, title: party.name, reasons: [...start, ...extra], parts: [payment(movement, party, documents, over)] },
  ];
  const currencies = new Set(documents.map(({ currency }) => currency));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) return [];
  const open = total(documents);
  if (currency !== movement.currency) {
    const isExact = movement.originalCurrency === currency && movement.originalAmount === open;
    const params = { amount: words(open, currency) };
    return draft('numbersConverted', isSure && isExact, [reason('converted', params)], { paid: open });
  }
  const money = Math.abs(movement.amount);
  // A credit note that is named is settled by hand first: the money alone does not show it.
  if (credits.length > 0 && open - total(credits) === money)
    return draft('numbers', false, [reason('sumFits', { amount: words(money, currency), no: listed([...documents, ...credits]) })], {
      items: cut(documents, money),
    });
  if (open === money) return draft('numbers', isSure, [reason('sumFits', { amount: words(money, currency), no: listed(documents) })]);
  if (money > open) return draft('numbersMore', false, [reason('paidMore', { amount: words(money - open, currency) })]);
  const discount = documents.filter((one) => one.discount > 0 && one.discountUntil !== null && movement.valueOn <= one.discountUntil);
  const less = discount.reduce((sum, one) => sum + one.discount, 0);
  if (less > 0 && open - less === money) {
    const deductions = discount.map((one) => ({ kind: 'discount' as const, amount: one.discount, itemId: one.id }));
    const until = discount.map((one) => one.discountUntil ?? '').sort()[0] ?? '';
    return draft('numbersDiscount', isSure, [reason('discountInTime', { amount: words(less, currency), day: until })], { deductions });
  }
  const part = draft('numbersPart', false, [reason('partPaid', { amount: words(money, currency), open: words(open, currency) })], {
    items: cut(documents, money),
  });
  // Taken although nothing was agreed, or too late: a person decides. As charges of a bank its VAT would stay uncorrected.
  if (DISCOUNT_WORDS.test(movement.purpose) && (open - money) * 10_000 <= open * MOST_DISCOUNT) {
    const deductions = shared(documents, open - money);
    return [
      ...draft('numbersDiscount', false, [reason('discountNamed', { amount: words(open - money, currency) })], { deductions }),
      ...part,
    ];
  }
  if (open - money > MAX_FEE) return part;
  const fee = { kind: 'fee' as const, amount: open - money, itemId: null };
  return [...draft('numbersFee', false, [reason('feeTaken', { amount: words(open - money, currency) })], { deductions: [fee] }), ...part];
}

/** A discount of all documents as one of each, by what is open of it. The last one takes the rounding. */
function shared(documents: readonly OpenDocument[], less: number) {
  const open = total(documents);
  let left = less;
  return documents.map((one, n) => {
    const amount = n === documents.length - 1 ? left : Math.min(left, Math.round((less * one.open) / open));
    left -= amount;
    return { kind: 'discount' as const, amount, itemId: one.id };
  });
}

/** The documents in turn, until the money is used up. */
function cut(documents: readonly OpenDocument[], money: number) {
  let left = money;
  return documents.flatMap(({ id, kind, no, open }) => {
    const amount = Math.min(left, open);
    left -= amount;
    return amount > 0 ? [{ id, kind, no, amount }] : [];
  });
}
