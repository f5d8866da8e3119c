import { dayNumber } from '../core/house-day.ts';
import { isSameName } from '../parties/party-name.ts';
import { findLetterNumbers, findNumbers, findReferences } from './find-numbers.ts';
import { matchNumbers } from './match-numbers.ts';
import { type Draft, type Movement, partyEvidence, payment, reason, words } from './match-parts.ts';
import type { KnownPayment, Pool } from './match-pool.ts';
import { MAX_SUBSET_ITEMS, subsetsOf } from './only-subset.ts';
import type { Proposal } from './proposal.ts';

/**
 * Finds what a movement of the bank pays, by evidence and never by the amount alone. A proposal is automatic only if its evidence leaves one
 * reading: two that are equally good are both only proposed.
 */

const MAX_PROPOSALS = 5;
/** A payment that was typed may be some days away from the day of the bank. */
const TYPED_DAYS = 7;
/** A payment is returned within eight weeks, or within 13 months if it was not authorised (SEPA rulebooks). */
const RETURN_DAYS = 400;

const daysBetween = (one: string, other: string): number => Math.abs(dayNumber(one) - dayNumber(other));

const keyed = (draft: Draft): Proposal => ({
  ...draft,
  key: `${draft.basis}:${draft.parts.map((part) => ('paymentId' in part ? part.paymentId : 'items' in part ? part.items.map(({ id }) => id).join('+') : 'accountId' in part ? part.accountId : '')).join(';')}`,
});

function returned(movement: Movement, pool: Pool): Draft[] {
  const isSure = (one: KnownPayment): boolean => movement.endToEnd === one.no || (movement.iban !== '' && movement.iban === one.iban);
  const nameOf = ({ partyId }: KnownPayment): string => pool.party(partyId)?.name ?? '';
  // Some banks name neither account nor reference of what they return. Then the name proposes, and a person decides.
  const isNamed = (one: KnownPayment): boolean => movement.iban === '' && isSameName(movement.counterparty, nameOf(one));
  const fitting = pool.payments.filter(
    (one) =>
      !one.isOpen &&
      Math.sign(one.amount) === -Math.sign(movement.amount) &&
      (one.amount === -movement.amount || (movement.endToEnd !== '' && one.no === movement.endToEnd)) &&
      one.paidOn <= movement.bookedOn &&
      daysBetween(one.paidOn, movement.bookedOn) <= RETURN_DAYS &&
      (isSure(one) || isNamed(one)),
  );
  // The reference names one; without it every payment of the account and amount may be meant.
  const named = fitting.filter(({ no }) => no === movement.endToEnd);
  const sure = fitting.filter(isSure);
  const meant = [named, sure, fitting].find(({ length }) => length > 0) ?? [];
  return meant.map((one) => ({
    basis: 'return',
    automatic: meant.length === 1 && one.amount === -movement.amount && isSure(one),
    title: `${one.no} ${nameOf(one)}`.trim(),
    reasons: [
      reason('returned', { no: one.no }),
      ...(one.no === movement.endToEnd ? [reason('endToEnd', { no: one.no })] : []),
      ...(isSure(one) ? [] : [reason('nameFits', { name: nameOf(one) })]),
    ],
    parts: [{ kind: 'return', amount: movement.amount, paymentId: one.id }],
  }));
}

function ownOrder(movement: Movement, pool: Pool): Draft[] {
  const order = pool.orders.find(({ endToEnd }) => endToEnd === movement.endToEnd);
  const party = order && pool.party(order.partyId);
  if (!order || !party || movement.amount !== -order.amount) return [];
  const deductions = order.discount > 0 ? [{ kind: 'discount' as const, amount: order.discount, itemId: order.billId }] : [];
  const items = [{ kind: 'bill' as const, id: order.billId, no: order.no, amount: order.amount + order.discount }];
  return [
    {
      basis: 'ownOrder',
      automatic: true,
      title: party.name,
      reasons: [reason('endToEnd', { no: order.endToEnd })],
      parts: [payment(movement, party, [], { items, deductions })],
    },
  ];
}

/** By account and amount: one open document of this amount, or the only sum. Never where the purpose names a number that is not among them. */
function byIban(movement: Movement, pool: Pool, named: readonly string[]): Draft[] {
  const side = movement.amount > 0 ? 'in' : 'out';
  const amount = Math.abs(movement.amount);
  const owners = pool.withIban(movement.iban);
  const drafts = owners.flatMap((party): Draft[] => {
    const open = pool.of(party.id, side).filter(({ currency }) => currency === movement.currency);
    const known = reason('ibanKnown', { name: party.name });
    const equal = open.filter((one) => one.open === amount);
    const sums = subsetsOf(
      open.map((one) => one.open),
      amount,
    );
    const isClear = named.length === 0 && open.length <= MAX_SUBSET_ITEMS;
    const single = equal.length === 1 ? equal[0] : undefined;
    if (single && sums.count === 0)
      return [
        {
          basis: 'ibanAmount',
          automatic: isClear,
          title: party.name,
          reasons: [
            known,
            reason('onlyItem', { no: single.no }),
            ...(named.length > 0 ? [reason('otherNumber', { no: named.join(', ') })] : []),
          ],
          parts: [payment(movement, party, [single])],
        },
      ];
    if (equal.length > 0)
      return equal.map((one) => ({
        basis: 'ibanAmount',
        automatic: false,
        title: party.name,
        reasons: [known, reason('alsoFits', { n: equal.length + sums.count })],
        parts: [payment(movement, party, [one])],
      }));
    if (sums.count === 0) return [];
    const documents = sums.first.flatMap((i) => open[i] ?? []);
    return [
      {
        basis: 'ibanSum',
        automatic: isClear && sums.count === 1,
        title: party.name,
        reasons: [
          known,
          sums.count === 1
            ? reason('onlySum', { n: documents.length, no: documents.map(({ no }) => no).join(', ') })
            : reason('alsoFits', { n: sums.count }),
        ],
        parts: [payment(movement, party, documents)],
      },
    ];
  });
  return drafts.length > 1 ? drafts.map((one) => ({ ...one, automatic: false })) : drafts;
}

/** A payment that somebody typed before the statement came. It is only proposed, and nothing else is automatic beside it. */
function typedBefore(movement: Movement, pool: Pool): Draft[] {
  const fitting = pool.payments.filter(
    (one) =>
      one.isOpen && one.amount === movement.amount && daysBetween(one.paidOn, movement.bookedOn) <= TYPED_DAYS && !pool.isTaken(one.id),
  );
  return fitting.flatMap((one): Draft[] => {
    const party = pool.party(one.partyId);
    const evidence = party ? partyEvidence(movement, party, pool) : { isKnown: false, reasons: [] };
    const named = movement.endToEnd === one.no;
    if (!evidence.isKnown && !named) return [];
    return [
      {
        basis: 'recorded',
        automatic: false,
        title: `${one.no} ${party?.name ?? ''}`.trim(),
        reasons: [reason('typedBefore', { no: one.no, day: one.paidOn }), ...evidence.reasons],
        parts: [{ kind: 'recorded', amount: movement.amount, paymentId: one.id }],
      },
    ];
  });
}

/** By name and amount; only proposed, because two companies may share a name. */
function byName(movement: Movement, pool: Pool): Draft[] {
  const side = movement.amount > 0 ? 'in' : 'out';
  return [...pool.namedLike(movement.counterparty)].flatMap((party) =>
    pool
      .of(party.id, side)
      .filter((one) => one.currency === movement.currency && one.open === Math.abs(movement.amount))
      .map(
        (one): Draft => ({
          basis: 'nameAmount',
          automatic: false,
          title: party.name,
          reasons: [reason('nameFits', { name: party.name }), reason('sumFits', { amount: words(one.open, one.currency), no: one.no })],
          parts: [payment(movement, party, [one])],
        }),
      ),
  );
}

const withoutSpaces = (text: string): string => text.toUpperCase().replace(/\s+/g, '');

function byRule(movement: Movement, pool: Pool): Draft[] {
  const text = withoutSpaces(`${movement.counterparty} ${movement.purpose} ${movement.endToEnd}`);
  const side = movement.amount > 0 ? 'in' : 'out';
  const fitting = pool.rules.filter(
    (rule) =>
      (rule.side === 'both' || rule.side === side) &&
      (rule.text !== '' || rule.iban !== '') &&
      (rule.text === '' || text.includes(withoutSpaces(rule.text))) &&
      (rule.iban === '' || rule.iban === movement.iban),
  );
  return fitting.map((rule) => ({
    basis: 'rule',
    automatic: rule.automatic && fitting.length === 1,
    title: rule.accountTitle,
    reasons: [reason('ruleText', { name: rule.name })],
    parts: [{ kind: 'account', amount: movement.amount, accountId: rule.accountId, taxId: rule.taxId, text: rule.name }],
  }));
}

/** Where entries of the same other side were always booked. Only proposed: nobody said that it stays so. */
function byHabit(movement: Movement, pool: Pool): Draft[] {
  const fitting = pool.habits.filter(
    ({ iban, counterparty, isIn }) =>
      isIn === movement.amount > 0 && iban === movement.iban && (iban !== '' || counterparty === movement.counterparty),
  );
  return fitting.slice(0, 1).map(({ accountId, accountTitle, taxId, times }) => ({
    basis: 'habit',
    automatic: false,
    title: accountTitle,
    reasons: [reason('bookedBefore', { n: times })],
    parts: [{ kind: 'account', amount: movement.amount, accountId, taxId, text: '' }],
  }));
}

function transfer(movement: Movement, pool: Pool): Draft[] {
  const own = pool.ownAccounts.find(({ iban }) => iban !== '' && iban === movement.iban);
  if (!own) return [];
  return [
    {
      basis: 'transfer',
      automatic: true,
      title: own.name,
      reasons: [reason('ownAccount', { name: own.name })],
      parts: [{ kind: 'transfer', amount: movement.amount }],
    },
  ];
}

/** The numbers that a movement names, in the plain spelling. A reminder of which nothing is open is none: what looks like its number may be another's. */
const numbersOf = ({ purpose, endToEnd, reference }: Movement, pool: Pool): string[] => [
  ...new Set([
    ...findReferences(reference, purpose, endToEnd),
    ...findNumbers(`${purpose} ${endToEnd}`),
    ...findLetterNumbers(`${purpose} ${endToEnd}`).filter((no) => pool.numbered(no).length > 0),
  ]),
];

/** What a movement may pay, the best first. At most one is automatic, and then it is the first. */
export function match(movement: Movement, pool: Pool): Proposal[] {
  if (movement.isReturn) return settled(returned(movement, pool));
  const own = [...transfer(movement, pool), ...ownOrder(movement, pool)];
  if (own.length > 0) return settled(own);
  const numbers = numbersOf(movement, pool);
  const found = matchNumbers(movement, numbers, pool);
  const typed = typedBefore(movement, pool);
  // Numbers of ours that are no longer open: the party pays something again.
  const unknown = numbers.filter((no) => pool.numbered(no).length === 0);
  const drafts = [
    ...found,
    ...typed,
    ...(found.length > 0 ? [] : byIban(movement, pool, unknown)),
    ...(found.length > 0 ? [] : byName(movement, pool)),
  ];
  const unique = drafts.filter((one, i) => drafts.findIndex(({ parts }) => JSON.stringify(parts) === JSON.stringify(one.parts)) === i);
  const rules = byRule(movement, pool);
  const all = typed.length > 0 ? unique.map((one) => ({ ...one, automatic: false })) : unique;
  // A rule says more than what was done without one.
  const habits = rules.length > 0 ? [] : byHabit(movement, pool);
  return settled(all.length > 0 ? [...all, ...rules.map((one) => ({ ...one, automatic: false })), ...habits] : [...rules, ...habits]);
}

function settled(drafts: readonly Draft[]): Proposal[] {
  const automatic = drafts.filter((one) => one.automatic);
  const isClear = automatic.length === 1;
  return drafts
    .map((one) => keyed({ ...one, automatic: isClear && one.automatic }))
    .sort((one, other) => Number(other.automatic) - Number(one.automatic))
    .slice(0, MAX_PROPOSALS);
}

/** The documents and payments that an automatic proposal uses up. */
export const usedBy = ({ parts }: Proposal): string[] =>
  parts.flatMap((part) => ('items' in part ? part.items.map(({ id }) => id) : 'paymentId' in part ? [part.paymentId] : []));
