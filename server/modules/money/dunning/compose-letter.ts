import type { z } from 'zod';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { addDays, dayNumber } from '#contract/core/house-day';
import type { Locale } from '#contract/core/limits';
import { arrearsInterest, type BaseRate, BUSINESS_POINTS, baseRateOn, FLAT_SUM, feeBeside } from '#contract/money/arrears';
import type { Billed } from '#contract/money/circles';
import { decideItem, dunnedAmount } from '#contract/money/dunning-decision';
import type { DunningLevel } from '#contract/money/dunning-schemes';
import { paperLanguages } from '#contract/money/paper-languages';
import { sharedReference } from '#contract/money/remittance';
import type { DUNNED_AS, DunningLetter } from '#contract/printing/paper-data';
import type { House } from '../../printing/index.ts';
import { accountFor } from '../e-invoice/payment.ts';
import { day as dayText, paidTo, payCode, say } from '../paper.ts';
import type { Party } from '../party.ts';
import type { OpenInvoice, PartyScheme } from './open-items.ts';

type As = (typeof DUNNED_AS)[number];
const LEVEL_WORDS: readonly As[] = ['first', 'second', 'third'];
const TEXTS = { en: 'textEn', de: 'textDe', cn: 'textCn' } as const satisfies Record<Locale, keyof DunningLevel>;
const RATE_FORMAT: Record<Locale, string> = { en: 'en-GB', de: 'de-DE', cn: 'zh-CN' };

type Sources = {
  no: string;
  day: string;
  party: Party;
  /** Interest and the flat sum are asked of businesses only: merchants, and customers with a VAT id. */
  isMerchant: boolean;
  house: House;
  scheme: PartyScheme;
  rates: readonly BaseRate[];
  /** The items that the letter asks for, by invoice, and all open items of the party in the currency. */
  levels: ReadonlyMap<string, number>;
  items: readonly OpenInvoice[];
  currency: Billed;
};
export type Composed = {
  paper: z.input<typeof DunningLetter>;
  level: number;
  due: number;
  interest: number;
  flatSum: number;
  fee: number;
  payUntil: string;
  /** Interest of each item. */
  interestOf: Map<string, number>;
};

const percent = (hundredths: number, locale: Locale): string =>
  new Intl.NumberFormat(RATE_FORMAT[locale], { minimumFractionDigits: 2 }).format(hundredths / 100);

function wordOf(item: OpenInvoice, level: number | undefined, day: string): As {
  if (level !== undefined) return LEVEL_WORDS[level - 1] ?? 'third';
  if (item.dueOn >= day) return 'notDue';
  const { reason } = decideItem(item, null, day);
  return reason === 'disputed' || reason === 'promised' ? reason : 'other';
}

/** The contents of a dunning letter of a day, in the languages of the party. */
export function composeLetter({ no, day, party, isMerchant, house, scheme, rates, levels, items, currency }: Sources): Composed {
  const level = Math.max(...levels.values());
  const ruleOf = (of: number): DunningLevel | undefined => scheme.levels[Math.min(of, scheme.levels.length) - 1];
  const rule = ruleOf(level);
  const locales = paperLanguages(party.address.country);
  const isBusiness = isMerchant || party.vatId !== '';
  const dunned = items.filter(({ invoiceId }) => levels.has(invoiceId));
  const ruleOfItem = ({ invoiceId }: OpenInvoice): DunningLevel | undefined => ruleOf(levels.get(invoiceId) ?? 1);
  const interestOf = new Map(
    dunned.map((item) => [
      item.invoiceId,
      isBusiness && ruleOfItem(item)?.interest ? arrearsInterest(dunnedAmount(item), item.dueOn, day, rates) : 0,
    ]),
  );
  const due = dunned.reduce((sum, item) => sum + dunnedAmount(item), 0);
  const interest = [...interestOf.values()].reduce((sum, one) => sum + one, 0);
  // The law names the flat sum in euro.
  const claims = currency === 'EUR' && isBusiness ? dunned.filter((item) => ruleOfItem(item)?.flatSum).length : 0;
  const flatSum = claims * FLAT_SUM;
  const fee = feeBeside(rule?.fee ?? 0, flatSum);
  const payUntil = addDays(day, rule?.payDays ?? 10);
  const own = rule ? locales.map((locale) => rule[TEXTS[locale]] || say([locale], `dunningSchemes.standard.level${level}`)) : [];
  const base = baseRateOn(rates, day);
  const interestNote =
    interest === 0 || base === null
      ? ''
      : locales
          .map((locale) =>
            say([locale], 'dunningLetters.paper.interest', {
              date: dayText(day, locale),
              base: percent(base, locale),
              rate: percent(base + BUSINESS_POINTS, locale),
            }),
          )
          .join('\n');
  const { name, address, vatId, taxNo, legal } = house;
  const account = accountFor(house.accounts, currency);
  const bank = paidTo(house, account, currency);
  const total = due + interest + flatSum + fee;
  const paymentReference = sharedReference(
    dunned.map((item) => item.no),
    no,
  );
  return {
    level,
    due,
    interest,
    flatSum,
    fee,
    payUntil,
    interestOf,
    paper: {
      house: { name, address, vatId, bank, taxNo, legal },
      letterNo: no,
      level,
      customerNo: party.no,
      customerVatId: party.vatId,
      to: { ...EMPTY_ADDRESS, ...party.address, name1: party.address.name1 || party.name },
      issueDate: day,
      payUntil,
      printedAt: day,
      currency,
      text: own.join('\n\n'),
      lines: items.map((item) => {
        const of = levels.get(item.invoiceId);
        return {
          no: item.no,
          issued: item.issuedOn,
          due: item.dueOn,
          daysLate: item.dueOn < day ? dayNumber(day) - dayNumber(item.dueOn) : null,
          as: wordOf(item, of, day),
          open: item.open,
          disputed: item.disputed > 0 ? item.disputed : null,
          dunned: of === undefined ? null : dunnedAmount(item),
        };
      }),
      due,
      interest,
      flatSum,
      fee,
      total,
      interestNote,
      paymentReference,
      epc: payCode(account, currency, total, paymentReference),
    },
  };
}
