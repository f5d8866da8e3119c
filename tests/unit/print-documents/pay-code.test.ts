import { expect, it } from 'vitest';
import { make } from './data.ts';
import { drawn, textsOf } from './sheets.ts';

it.each([1, 9, 17, 18, 19, 20, 21, 22])(
  'the code to pay an invoice of %i lines stands below the words and the account that it means',
  async (lines) => {
    const { record } = make('invoice', lines, 0);
    const asked = { ...record, currency: 'EUR', epc: 'BCD\n002\n1\nSCT', paymentReference: 'RF97E202600004' };
    const { pages } = await drawn(
      'invoice',
      [{ ...asked, house: { ...(asked as { house?: object }).house, bank: 'IBAN DE02 1203 0000 0000 2020 51' } }],
      ['en'],
    );
    const saying = (word: string) => pages.flatMap((page, at) => (textsOf(page).some(({ text }) => text.startsWith(word)) ? [at] : []));
    const [scan, pay] = [saying('Scan with'), saying('Please pay to')];
    expect(scan).toHaveLength(1);
    expect(scan).toEqual(pay);
  },
);
