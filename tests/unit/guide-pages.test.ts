import { describe, expect, it } from 'vitest';
import { parsePage } from '../../scripts/guide-pages.ts';
import { searchGuide } from '../../src/core/help/guide.ts';

const HEAD = '---\ntitle: Packing & labels\nwords: parcel, box\n---\n';

describe('a page of the guide', () => {
  it('is read as data: text stays text, also where it looks like HTML', () => {
    const page = parsePage(`${HEAD}\nWeigh 3 < 4 & go.\n`);
    expect(page).toEqual({
      title: 'Packing & labels',
      words: 'parcel, box',
      blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text: 'Weigh 3 < 4 & go.' }] }],
    });
    expect(() => parsePage(`${HEAD}\nWeigh <b>it</b>.\n`)).toThrow('the guide has no html');
  });

  it('links to topics only', () => {
    expect(parsePage(`${HEAD}\n- See [Picking](picking.md).\n`).blocks).toEqual([
      {
        kind: 'list',
        ordered: false,
        items: [
          [
            { kind: 'text', text: 'See ' },
            { kind: 'topic', text: 'Picking', topic: 'picking' },
            { kind: 'text', text: '.' },
          ],
        ],
      },
    ]);
    expect(() => parsePage(`${HEAD}\n[Away](https://example.com)\n`)).toThrow('leads to a topic');
  });
});

it('a search finds what says all words: by title first, then by the words, then by the text', () => {
  const page = (title: string, words: string, text: string) => ({
    title,
    words,
    blocks: [{ kind: 'paragraph' as const, content: [{ kind: 'text' as const, text }] }],
  });
  const guide = new Map([
    ['orders', page('Orders', 'hold', 'Then it is packed into a parcel.')],
    ['packing', page('Packing an order', 'parcel, box', 'Scan it.')],
    ['parcels', page('Parcels', 'box', 'Open the packing list.')],
    ['pruefen', page('Prüfen', 'Karton', 'Messen.')],
  ]);
  expect(searchGuide(guide, 'parcel')).toEqual(['parcels', 'packing', 'orders']);
  expect(searchGuide(guide, ' PRUFEN ')).toEqual(['pruefen']);
  expect(searchGuide(guide, 'parcel scan')).toEqual(['packing']);
  expect(searchGuide(guide, 'nothing')).toEqual([]);
});
