import type { LayoutInput } from '#contract/printing/layout';
import { type Elements, filled, type Place, pictogram, text } from './parts.ts';

/** Columns and rows of the marks by their number, to draw them as large as possible. */
const GRIDS: readonly (readonly [columns: number, rows: number])[] = [
  [1, 1],
  [2, 1],
  [2, 2],
  [2, 2],
  [3, 2],
  [3, 2],
];
const TALL: typeof GRIDS = [
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 2],
  [2, 3],
  [2, 3],
];

function marks(grids: typeof GRIDS, [x, y, w, h]: Place): Elements {
  return grids.flatMap(([columns, rows], i) => {
    const [wide, high] = [w / columns, h / rows];
    return Array.from({ length: i + 1 }, (_, n) => {
      const row = Math.floor(n / columns);
      // A last row that is not full is centred.
      const column = (n % columns) + (columns - Math.min(columns, i + 1 - row * columns)) / 2;
      return pictogram([x + column * wide + 1, y + row * high + 1, wide - 2, high - 2], `{pictograms.${n}}`, {
        field: 'pictograms.length',
        op: 'eq',
        value: i + 1,
      });
    });
  });
}

/** Marks for cartons and pallets: up to six, as large as possible, with UN number, words and a phone number for information. */
function logistics(width: number, height: number, grids: typeof GRIDS): LayoutInput {
  const foot = height - 19;
  return {
    size: { width, height },
    every: [
      ...marks(grids, [2, 2, width - 4, foot - 3]),
      text([4, foot, width - 8, 9], '{words}', { size: 22, face: 'bold', fit: 'shrink', align: 'center', valign: 'middle', least: 7 }),
      text([4, foot + 9.5, 44, 8], '{unNumber}', {
        size: 20,
        face: 'bold',
        fit: 'shrink',
        valign: 'middle',
        invert: true,
        align: 'center',
      }),
      text([50, foot + 9.5, width - 54, 8], '{=phone} {phone}', {
        size: 13,
        fit: 'shrink',
        align: 'right',
        valign: 'middle',
        when: filled('phone'),
      }),
    ],
  };
}
export const logisticsLabel = logistics(100, 100, GRIDS);
export const logisticsLabelTall = logistics(100, 150, TALL);
