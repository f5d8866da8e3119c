import type { Currency } from '../money/scale.ts';
import { areSameWords, nameWords } from '../parties/party-name.ts';
import { plainNumber } from './find-numbers.ts';
import type { PartyKind } from './proposal.ts';

/** What movements of the bank are compared with. Amounts are in the smallest unit. */

/** An open document. `side`: the money for it comes `in` (invoice, credit of a bill) or goes `out` (bill, credit note). */
export type OpenDocument = {
  id: string;
  kind: 'invoice' | 'bill';
  side: 'in' | 'out';
  /** Our number, and the number of the supplier on a bill. */
  no: string;
  theirNo: string;
  partyKind: PartyKind;
  partyId: string;
  currency: Currency;
  open: number;
  /** Cash discount until this day; null if none was agreed. */
  discountUntil: string | null;
  discount: number;
};
/** A reminder that was sent, with the documents that it asks for. */
export type SentLetter = { no: string; documentIds: readonly string[] };
export type KnownParty = { kind: PartyKind; id: string; name: string; ibans: readonly string[] };
/** A payment of the account: to be confirmed by the statement (`isOpen`), or confirmed and perhaps returned. */
export type KnownPayment = {
  id: string;
  no: string;
  /** Signed money of the account. */
  amount: number;
  paidOn: string;
  partyId: string;
  iban: string;
  isOpen: boolean;
};
/** An order that we sent to the bank. */
export type SentOrder = {
  endToEnd: string;
  amount: number;
  discount: number;
  billId: string;
  no: string;
  partyKind: PartyKind;
  partyId: string;
};
export type KnownRule = {
  id: string;
  name: string;
  side: 'in' | 'out' | 'both';
  text: string;
  iban: string;
  accountId: string;
  accountTitle: string;
  taxId: string | null;
  automatic: boolean;
};

/** The account that all entries of one other side were booked to, at least as often as `HABIT_TIMES`. By its IBAN, or its name if it has none. */
export type Habit = {
  iban: string;
  counterparty: string;
  isIn: boolean;
  accountId: string;
  accountTitle: string;
  taxId: string | null;
  times: number;
};

export type PoolData = {
  documents: readonly OpenDocument[];
  letters: readonly SentLetter[];
  parties: readonly KnownParty[];
  payments: readonly KnownPayment[];
  orders: readonly SentOrder[];
  rules: readonly KnownRule[];
  habits: readonly Habit[];
  /** IBANs of the other accounts of the house, with their names. */
  ownAccounts: readonly { iban: string; name: string }[];
};

const push = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
};

/** The same data by what movements name. Documents that were taken by a movement are removed with `take`. */
export function makePool(data: PoolData) {
  const byNumber = new Map<string, OpenDocument[]>();
  const ofParty = new Map<string, OpenDocument[]>();
  const byIban = new Map<string, KnownParty[]>();
  const byWord = new Map<string, KnownParty[]>();
  const parties = new Map(data.parties.map((party) => [party.id, party]));
  const wordsOf = new Map(data.parties.map(({ id, name }) => [id, nameWords(name)]));
  const taken = new Set<string>();
  for (const document of data.documents) {
    for (const no of new Set([plainNumber(document.no), plainNumber(document.theirNo)])) if (no !== '') push(byNumber, no, document);
    push(ofParty, document.partyId, document);
  }
  const byId = new Map(data.documents.map((document) => [document.id, document]));
  // A payer that names a reminder pays the documents of it.
  for (const { no, documentIds } of data.letters)
    for (const document of documentIds.flatMap((id) => byId.get(id) ?? [])) push(byNumber, plainNumber(no), document);
  for (const party of data.parties) {
    for (const iban of new Set(party.ibans)) if (iban !== '') push(byIban, iban, party);
    for (const word of new Set(wordsOf.get(party.id))) push(byWord, word, party);
  }
  const free = (documents: OpenDocument[] | undefined): OpenDocument[] => (documents ?? []).filter(({ id }) => !taken.has(id));
  // The same few hundred parties pay thousands of times.
  const called = new Map<string, ReadonlySet<KnownParty>>();
  const namedLike = (name: string): ReadonlySet<KnownParty> => {
    const known = called.get(name);
    if (known) return known;
    const words = nameWords(name);
    const parties = new Set(words.flatMap((word) => byWord.get(word) ?? []).filter(({ id }) => areSameWords(words, wordsOf.get(id) ?? [])));
    called.set(name, parties);
    return parties;
  };
  return {
    ...data,
    party: (id: string): KnownParty | undefined => parties.get(id),
    numbered: (no: string): OpenDocument[] => free(byNumber.get(no)),
    of: (partyId: string, side: 'in' | 'out'): OpenDocument[] => free(ofParty.get(partyId)).filter((one) => one.side === side),
    withIban: (iban: string): KnownParty[] => (iban === '' ? [] : (byIban.get(iban) ?? [])),
    /** Parties of the same name (`isSameName`) that have a whole word in common with it. */
    namedLike,
    isTaken: (id: string): boolean => taken.has(id),
    take: (ids: readonly string[]): void => {
      for (const id of ids) taken.add(id);
    },
  };
}
export type Pool = ReturnType<typeof makePool>;
