/**
 * The German names of the accounts that Kontor opens itself, as the chart of accounts SKR03 calls them, by their names. For files whose
 * language is German whoever makes them.
 */
const NAMES: Readonly<Record<string, string>> = {
  Cash: 'Kasse',
  'Trade receivables': 'Forderungen aus Lief. u. Leistungen',
  'Trade payables': 'Verbindlichkeiten aus Lief. u. Leist.',
  Revenue: 'Erlöse',
  'Purchased services': 'Fremdleistungen',
  'Output VAT': 'Umsatzsteuer 19 %',
  'Input VAT': 'Abziehbare Vorsteuer 19 %',
  'Exchange differences': 'Kursdifferenzen',
  'Rounding differences': 'Rundungsdifferenzen',
  'Opening balances': 'Saldenvorträge',
  Clearing: 'Durchlaufende Posten',
  'Bank charges': 'Nebenkosten des Geldverkehrs',
  'Cash discounts granted': 'Gewährte Skonti',
  'Cash discounts received': 'Erhaltene Skonti',
  'Write-offs': 'Forderungsverluste',
  'Money in transit': 'Geldtransit',
  'Revenue, 0 % VAT': 'Erlöse 0 % USt',
  'Revenue, 7 % VAT': 'Erlöse 7 % USt',
  'Revenue, services to the EU': 'Erlöse, Leistungen an EU-Unternehmer',
  'Revenue, services taxable abroad': 'Erlöse, Leistungen steuerbar im Ausland',
  'Revenue, export of goods': 'Steuerfreie Umsätze § 4 Nr. 1a UStG',
  'Revenue, goods to the EU': 'Steuerfreie innergem. Lieferungen',
  'Revenue, exempt under section 4 UStG': 'Steuerfreie Umsätze § 4 UStG',
  'Output VAT, 7 %': 'Umsatzsteuer 7 %',
  'VAT on goods bought in the EU': 'Umsatzsteuer aus innergem. Erwerb',
  'VAT under section 13b UStG': 'Umsatzsteuer § 13b UStG',
  'Input VAT, 7 %': 'Abziehbare Vorsteuer 7 %',
  'Input VAT on goods bought in the EU': 'Vorsteuer aus innergem. Erwerb',
  'Input VAT under section 13b UStG': 'Vorsteuer § 13b UStG',
};

/** `name`: with the currency behind it, if that is not the euro. Any other name, such as one that somebody wrote, stays as it is. */
export const germanAccountName = (name: string): string => NAMES[name] ?? NAMES[name.replace(/ [A-Z]{3}$/, '')] ?? name;
