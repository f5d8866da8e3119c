import { expect, it } from 'vitest';
import { drawn, textsOf } from './sheets.ts';

const LETTER = {
  level: 1,
  letterNo: 'MB-1001',
  issueDate: '2026-11-26',
  payUntil: '2026-12-06',
  currency: 'EUR',
  text: 'We ask you to pay.',
  lines: [],
  due: 10_000,
  total: 10_000,
};
/** The sums of a letter, in their order: words and amount. */
async function sums(amounts: object): Promise<string[]> {
  const { pages } = await drawn('dunningLetter', [{ ...LETTER, ...amounts }], ['en']);
  const texts = pages.flatMap(textsOf).map(({ text }) => text);
  return texts.filter((text) => text.startsWith('EUR '));
}

it('a dunning letter names only the sums that it asks for', async () => {
  expect(await sums({})).toEqual(['EUR 100.00', 'EUR 100.00']);
  expect(await sums({ fee: 500, total: 10_500 })).toEqual(['EUR 100.00', 'EUR 5.00', 'EUR 105.00']);
  expect(await sums({ interest: 134, flatSum: 4_000, total: 14_134 })).toEqual(['EUR 100.00', 'EUR 1.34', 'EUR 40.00', 'EUR 141.34']);
});

const WAYS = {
  'its account, as one that was sent before references were named': { said: {}, words: ['Please pay to'], codes: 0 },
  'its account and the reference, in a currency that no code pays': {
    said: { paymentReference: 'E-2026-00001, E-2026-00002' },
    words: ['Please pay to', 'Payment reference'],
    codes: 0,
  },
  'its account, the reference and the code': {
    said: { paymentReference: 'RF97E202600004', epc: 'BCD\n002\n1\nSCT' },
    words: ['Please pay to', 'Payment reference', 'Scan with'],
    codes: 1,
  },
};
it.each(Object.entries(WAYS))('a dunning letter names %s', async (_, { said, words, codes }) => {
  const { pages } = await drawn('dunningLetter', [{ ...LETTER, house: { bank: 'IBAN DE02 1203 0000 0000 2020 51' }, ...said }], ['en']);
  const texts = pages.flatMap(textsOf).map(({ text }) => text);
  const starts = ['Please pay to', 'Payment reference', 'Scan with'];
  expect(starts.filter((start) => texts.some((text) => text.startsWith(start)))).toEqual(words);
  if ('paymentReference' in said) expect(texts.join(' ')).toContain(said.paymentReference);
  expect(pages.flatMap(({ ops }) => ops).filter(({ op }) => op === 'bars')).toHaveLength(codes);
});
