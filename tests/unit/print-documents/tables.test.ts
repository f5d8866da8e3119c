import { describe, expect, it } from 'vitest';
import { textWidth } from '#print/font/load';
import { decimal } from '#print/layout/format';
import { make } from './data.ts';
import { drawn, SHEETS, textsOf } from './sheets.ts';

/** The column that is summed at each list's foot, as German paper writes it; the word at its line. */
const SUMS: Record<(typeof SHEETS)[number], { of: string; write: (sum: number) => string; word?: string }> = {
  picklist: { of: 'qty', write: (sum) => decimal(sum, 0, 'de') },
  itemlist: { of: 'qty', write: (sum) => decimal(sum, 0, 'de') },
  packlist: { of: 'qty', write: (sum) => decimal(sum, 0, 'de') },
  deliveryNote: { of: 'qty', write: (sum) => decimal(sum, 0, 'de') },
  receivingSheet: { of: 'qty', write: (sum) => decimal(sum, 0, 'de') },
  returnSlip: { of: 'qty', write: (sum) => decimal(sum, 0, 'de') },
  loadingList: { of: 'weight', write: (sum) => `${decimal(sum / 1000, 2, 'de')} kg` },
  proofOfDelivery: { of: 'weight', write: (sum) => `${decimal(sum / 1000, 2, 'de')} kg` },
  cmr: { of: 'weight', write: (sum) => `${decimal(sum / 1000, 2, 'de')} kg` },
  quotation: { of: 'net', write: (sum) => `${decimal(sum / 100, 2, 'de')} EUR`, word: 'Summe netto' },
  invoice: { of: 'net', write: (sum) => `${decimal(sum / 100, 2, 'de')} EUR`, word: 'Summe netto' },
  creditNote: { of: 'net', write: (sum) => `${decimal(sum / 100, 2, 'de')} EUR`, word: 'Summe netto' },
};

const CASES = SHEETS.flatMap((document) => [0, 1, 50, 2000].map((count) => [document, count] as const));

describe('lists on sheets', () => {
  it.each(CASES)('%s with %i lines: each line once, its head and number on each page, the true sum', async (document, count) => {
    const { record, marks, list } = make(document, count, 3);
    const { pages } = await drawn(document, [record]);
    // The four copies of a consignment note say the same.
    const own = document === 'cmr' ? pages.slice(0, pages.length / 4) : pages;
    const texts = own.map(textsOf);
    const said = texts.map((page) => page.map(({ text }) => text));
    expect(
      said
        .flat()
        .join('\n')
        .match(/M3x\d+x/g) ?? [],
    ).toEqual(marks);
    said.forEach((page, i) => {
      expect(page.some((text) => text.includes(`Seite ${i + 1}/${own.length}`))).toBe(true);
      if (page.some((text) => text.includes('M3x')))
        expect(page.some((text) => /^(Artikel|Bezeichnung|Paket|Packstück-Nr\.|Kennzeichen.*)$/.test(text))).toBe(true);
    });
    const { of, write, word = 'Summe' } = SUMS[document];
    const rows = record[list] as Record<string, number>[];
    if (count > 0) {
      const sum = write(rows.reduce((all, row) => all + row[of]!, 0));
      const lines = texts.flatMap((page) =>
        page.filter(({ text }) => text === word).map(({ y }) => page.filter((one) => Math.abs(one.y - y) < 0.1)),
      );
      expect(lines.some((line) => line.some(({ text }) => text === sum))).toBe(true);
    }
    // A sum never begins a page without a row above it.
    const last = said.findLast((page) => page.includes(word) && count > 0);
    if (last) expect(last.some((text) => text.includes('M3x'))).toBe(true);
  });
});

it('an item list of typed items has no column of orders, because none of its lines has any', async () => {
  const { record } = make('itemlist', 3, 1);
  const heads = async (lines: object[]) => (await drawn('itemlist', [{ ...record, lines }])).pages.flatMap(textsOf).map(({ text }) => text);
  const lines = record['lines'] as object[];
  expect(await heads(lines.map((line) => ({ ...line, orders: 2 })))).toContain('Aufträge');
  expect(await heads(lines.map((line) => ({ ...line, orders: null })))).not.toContain('Aufträge');
});

describe('words on sheets', () => {
  it.each(SHEETS)('%s: no text leaves the sheet or lies on another, in one language or two, short or long', async (document) => {
    for (const [seed, locales] of (
      [
        [0, ['de']],
        [1, ['cn']],
        [2, ['en']],
        [3, ['de', 'en']],
        [4, ['en', 'cn']],
      ] as const
    ).values()) {
      const { pages, fonts, warnings } = await drawn(
        document,
        [0, 1, 50].map((count) => make(document, count, seed).record),
        locales,
      );
      expect(warnings.filter(({ what }) => what !== 'cutText')).toEqual([]);
      for (const page of pages) {
        const areas = textsOf(page).map((op) => ({
          text: op.text,
          x: op.x,
          y: op.y - 0.72 * op.size,
          w: textWidth(fonts, op.face, op.text, op.size),
          h: 0.9 * op.size,
        }));
        const off = areas.filter(({ x, y, w, h }) => x < 0 || y < 0 || x + w > page.width || y + h > page.height);
        const over = areas.flatMap((a, i) =>
          areas
            .slice(i + 1)
            .filter((b) => a.x + a.w > b.x + 0.05 && b.x + b.w > a.x + 0.05 && a.y + a.h > b.y + 0.05 && b.y + b.h > a.y + 0.05)
            .map((b) => `${a.text} lies on ${b.text}`),
        );
        expect([...off.map(({ text }) => `${text} leaves the sheet`), ...over]).toEqual([]);
      }
    }
  });

  it('what was not loaded stands again before the signatures, with its own sum', async () => {
    const { record } = make('loadingList', 10, 5);
    const parcels = (record['parcels'] as object[]).map((parcel, i) => ({ ...parcel, loaded: i !== 4, weight: 1000 }));
    const { pages } = await drawn('loadingList', [{ ...record, parcels, expected: 10, loaded: 9 }]);
    const said = pages.flatMap((page) => textsOf(page).map(({ text }) => text));
    const again = said.slice(said.indexOf('Erwartet, aber nicht verladen'));
    expect(again.filter((text) => text.startsWith('M5x'))).toEqual(['M5x4x']);
    expect(again).toContain('1,00 kg');
    expect(again).toContain('Verlader');
  });
});
