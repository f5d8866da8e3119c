import { createHash } from 'node:crypto';
import type { ReadEntry } from '#contract/bank/statement';
import { mapInSteps, type Steps } from '../../core/steps.ts';

/**
 * Keys of entries: the same movement has the same key in every file of its account, so files may overlap. Where the bank gives a reference it
 * counts with day and amount, else day, amount, account and text. Equal ones of a file are numbered in their order.
 */
export function keysOf(entries: readonly ReadEntry[]): Steps<string[]> {
  const seen = new Map<string, number>();
  return mapInSteps(entries, (one) => {
    const content =
      one.bankRef === ''
        ? ['text', one.bookedOn, one.valueOn, one.amount, one.iban, one.endToEnd, one.purpose]
        : ['reference', one.bankRef, one.batchIndex, one.bookedOn, one.amount];
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return `${hash}-${nth}`;
  });
}

export type StoredEntry = Pick<ReadEntry, 'bookedOn' | 'amount' | 'iban' | 'endToEnd' | 'purpose' | 'bankRef' | 'counterparty'> & {
  key: string;
  format: string;
};

const plain = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
const isWithin = (one: string, other: string): boolean => one !== '' && other !== '' && (one.includes(other) || other.includes(one));

/**
 * Whether a new entry looks like one that a file of another format brought: day and amount, and text, account or reference. Somebody has to
 * decide, because two customers may pay the same amount on one day.
 */
export function isAlike(entry: ReadEntry, format: string, stored: StoredEntry): boolean {
  if (stored.bookedOn !== entry.bookedOn || stored.amount !== entry.amount) return false;
  if (stored.format === format && stored.bankRef !== '' && entry.bankRef !== '') return false;
  return (
    (entry.iban !== '' && entry.iban === stored.iban) ||
    (entry.endToEnd !== '' && entry.endToEnd === stored.endToEnd) ||
    isWithin(plain(entry.purpose), plain(stored.purpose)) ||
    isWithin(plain(entry.counterparty), plain(stored.counterparty))
  );
}
