/** Currencies without decimal places, and with three or four, by ISO 4217. All others have two. */
const PLACES: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const DIGITS = new Map(
  Object.entries(PLACES).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
);

/** Decimal places of a currency. */
export const minorDigits = (currency: string): number => DIGITS.get(currency) ?? 2;

/** An amount as people and programs of others write it, in the smallest unit of its currency. NaN if it is no number. */
export const minorOf = (amount: number | string, currency: string): number => Math.round(Number(amount) * 10 ** minorDigits(currency));

/** An amount in the smallest unit, in whole units of its currency. */
export const majorOf = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency);
