import { CURRENCIES } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';

/**
 * The names of the accounts that Kontor opens itself, in the languages other than English, by their English names, which are stored. German
 * ones are those of the chart of accounts SKR03, in at most the 40 letters that DATEV takes. A name that somebody wrote is in no table.
 */
const NAMES: Readonly<Record<string, { de: string; cn: string }>> = {
  Bank: { de: 'Bank', cn: '银行' },
  Cash: { de: 'Kasse', cn: '现金' },
  'Trade receivables': { de: 'Forderungen aus Lief. u. Leistungen', cn: '应收账款' },
  'Trade payables': { de: 'Verbindlichkeiten aus Lief. u. Leist.', cn: '应付账款' },
  Revenue: { de: 'Erlöse', cn: '营业收入' },
  'Purchased services': { de: 'Fremdleistungen', cn: '外购服务' },
  'Output VAT': { de: 'Umsatzsteuer 19 %', cn: '销项税 19%' },
  'Input VAT': { de: 'Abziehbare Vorsteuer 19 %', cn: '进项税 19%' },
  'Exchange differences': { de: 'Kursdifferenzen', cn: '汇兑损益' },
  'Rounding differences': { de: 'Rundungsdifferenzen', cn: '尾差' },
  'Opening balances': { de: 'Saldenvorträge', cn: '期初余额' },
  Clearing: { de: 'Durchlaufende Posten', cn: '过渡账户' },
  'Bank charges': { de: 'Nebenkosten des Geldverkehrs', cn: '银行手续费' },
  'Cash discounts granted': { de: 'Gewährte Skonti', cn: '给予的现金折扣' },
  'Cash discounts received': { de: 'Erhaltene Skonti', cn: '取得的现金折扣' },
  'Write-offs': { de: 'Forderungsverluste', cn: '坏账核销' },
  'Money in transit': { de: 'Geldtransit', cn: '在途资金' },
  'Revenue, 0 % VAT': { de: 'Erlöse 0 % USt', cn: '营业收入，增值税 0%' },
  'Revenue, 7 % VAT': { de: 'Erlöse 7 % USt', cn: '营业收入，增值税 7%' },
  'Revenue, services to the EU': { de: 'Erlöse, Leistungen an EU-Unternehmer', cn: '营业收入，向欧盟企业提供服务' },
  'Revenue, services taxable abroad': { de: 'Erlöse, Leistungen steuerbar im Ausland', cn: '营业收入，境外应税服务' },
  'Revenue, export of goods': { de: 'Steuerfreie Umsätze § 4 Nr. 1a UStG', cn: '营业收入，货物出口' },
  'Revenue, goods to the EU': { de: 'Steuerfreie innergem. Lieferungen', cn: '营业收入，向欧盟供货' },
  'Revenue, exempt under section 4 UStG': { de: 'Steuerfreie Umsätze § 4 UStG', cn: '营业收入，德国增值税法第 4 条免税' },
  'Output VAT, 7 %': { de: 'Umsatzsteuer 7 %', cn: '销项税 7%' },
  'VAT on goods bought in the EU': { de: 'Umsatzsteuer aus innergem. Erwerb', cn: '欧盟内购货应交税' },
  'VAT under section 13b UStG': { de: 'Umsatzsteuer § 13b UStG', cn: '应交增值税，德国增值税法第 13b 条' },
  'Input VAT, 7 %': { de: 'Abziehbare Vorsteuer 7 %', cn: '进项税 7%' },
  'Input VAT on goods bought in the EU': { de: 'Vorsteuer aus innergem. Erwerb', cn: '欧盟内购货进项税' },
  'Input VAT under section 13b UStG': { de: 'Vorsteuer § 13b UStG', cn: '进项税，德国增值税法第 13b 条' },
};
/** Accounts in other currencies than the euro have theirs behind the name. */
const SUFFIXES = ['', ...CURRENCIES.filter((one) => one !== 'EUR').map((one) => ` ${one}`)];

const namesIn = (locale: 'de' | 'cn'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([name, words]) => SUFFIXES.map((suffix) => [`${name}${suffix}`, `${words[locale]}${suffix}`])),
  );

export const ACCOUNT_NAMES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { en: {}, de: namesIn('de'), cn: namesIn('cn') };

/** The name of an account in a language. Any other name, such as one that somebody wrote, stays as it is. */
export const accountName = (name: string, locale: Locale): string => ACCOUNT_NAMES[locale][name] ?? name;

/** The same behind the number of an account: `1200 Bank`. */
export const accountTitle = (title: string, locale: Locale): string =>
  title.replace(/^(\d\S*) (.+)$/, (_title, no: string, name: string) => `${no} ${accountName(name, locale)}`);

/** The German name for files of German accountants: without the currency, because one number stands for the accounts in all of them. */
export const germanAccountName = (name: string): string => (NAMES[name] ?? NAMES[name.replace(/ [A-Z]{3}$/, '')])?.de ?? name;

/** The name to store where a form or a file brings back the name of an account in the language of its reader: nobody changed it. */
export const storedAccountName = (name: string, current: string): string =>
  Object.values(ACCOUNT_NAMES).some((names) => names[current] === name) ? current : name;
