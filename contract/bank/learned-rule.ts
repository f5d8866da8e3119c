import { z } from 'zod';
import { Id } from '../core/fields.ts';
import { RULE_SIDES } from './bank-rules.ts';

/** A rule that follows from what somebody booked by hand. */

/** Entries of one kind that were booked to one account so often are proposed for it, also without a rule. */
export const HABIT_TIMES = 3;
const MAX_TEXT = 100;

/** Words with digits differ from one entry to the next: numbers of invoices, days, months of a year. */
const VARIES = /\d/;
const MONTH =
  /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|january|februar|february|märz|maerz|march|april|mai|juni|june|juli|july|august|september|oktober|october|november|dezember|december|okt|dez)$/i;

/** The longest run of words of a purpose that comes again with the next entry of its kind. Empty if there is none. */
export function lastingWords(purpose: string): string {
  const runs: string[][] = [[]];
  for (const word of purpose.split(/[\s,;:+/]+/)) {
    const plain = word.replace(/[.]+$/, '');
    if (plain === '') continue;
    if (VARIES.test(plain) || MONTH.test(plain)) runs.push([]);
    else runs.at(-1)?.push(plain);
  }
  const [longest = ''] = runs.map((run) => run.join(' ')).sort((one, other) => other.length - one.length);
  return longest.length < 4 ? '' : longest.slice(0, MAX_TEXT).trim();
}

/** `isAmbiguous`: other entries of the same account were booked otherwise, so the account alone does not tell them apart. */
type Booked = { iban: string; counterparty: string; purpose: string; isAmbiguous: boolean };

/** What a rule for entries like this one looks for: the account of the other side, else its name, else words. Null: nothing comes again. */
export function ruleSearch({ iban, counterparty, purpose, isAmbiguous }: Booked): { iban: string; text: string } | null {
  const words = lastingWords(purpose);
  if (iban !== '') return isAmbiguous && words === '' ? null : { iban, text: isAmbiguous ? words : '' };
  const name = counterparty.trim().slice(0, MAX_TEXT);
  const text = isAmbiguous || name === '' ? words : name;
  return text === '' ? null : { iban: '', text };
}

/** What the matching screen offers once an entry was booked. `times`: entries like it that were booked in the same way, with this one. */
export const RuleOffer = z.object({
  name: z.string(),
  side: z.enum(RULE_SIDES),
  text: z.string(),
  iban: z.string(),
  accountId: Id,
  account: z.string(),
  times: z.int(),
});
export type RuleOffer = z.infer<typeof RuleOffer>;
/** `isNew`: false if such a rule was there already. */
export const MadeRule = z.object({ id: Id, name: z.string(), isNew: z.boolean() });
export type MadeRule = z.infer<typeof MadeRule>;
