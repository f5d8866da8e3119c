import type { Block, Element, LayoutInput } from '#contract/printing/layout';

/** Input types: fields with a default may be omitted. */
export type Elements = NonNullable<LayoutInput['every']>;
export type Part = Elements[number];
type Body = NonNullable<LayoutInput['body']>;
export type Blocks = Body['blocks'];
type BlockInput<K extends Block['block']> = Extract<Blocks[number], { block: K }>;
export type Table = BlockInput<'table'>;
type When = Element['when'];

/** A4 portrait; all documents of the house have the same margins. */
export const A4 = { width: 210, height: 297 };
export const LEFT = 20;
const RIGHT = 15;
export const WIDTH = A4.width - LEFT - RIGHT;
const FOOT = 280;

const GREY = '#555555';
const RULE = '#999999';

export const filled = (field: string): When => ({ field, op: 'filled' });
export const empty = (field: string): When => ({ field, op: 'empty' });

/** Millimetres from the corner of the page or block: x, y, width, height. */
export type At = readonly [x: number, y: number, w: number, h: number];
type Style = Partial<Omit<Extract<Part, { is: 'text' }>, 'is' | 'x' | 'y' | 'w' | 'h' | 'value'>>;

export const text = ([x, y, w, h]: At, value: string, style: Style = {}): Part => ({ is: 'text', x, y, w, h, value, ...style });
export const box = ([x, y, w, h]: At, line = 0.25): Part => ({ is: 'box', x, y, w, h, line });
export const rule = (x: number, y: number, x2: number, y2 = y, ink = RULE): Part => ({ is: 'line', x, y, x2, y2, width: 0.2, ink });
export const tick = ([x, y, w, h]: At, value: string, ticked?: When): Part => ({
  is: 'tick',
  x,
  y,
  w,
  h,
  value,
  size: 9,
  ...(ticked ? { ticked } : {}),
});

/** A value with a small grey title above it. */
export function field([x, y, w, h]: At, title: string, value: string, style: Style = {}): Elements {
  const { when, ...rest } = style;
  const shown = when ? { when } : {};
  return [
    text([x, y, w, 3], title, { size: 6.5, fit: 'shrink', least: 4, ink: GREY, ...shown }),
    text([x, y + 3.1, w, h - 3.1], value, { size: 9, least: 5, ...rest, ...shown }),
  ];
}

/** Fields of equal width, in rows of `columns`. */
export function fields(
  [x, y, w]: readonly [number, number, number],
  columns: number,
  each: readonly Parameters<typeof titled>[],
): Elements {
  const [width, height] = [w / columns, 9.5];
  return each.flatMap((one, i) =>
    titled(...one)([x + (i % columns) * width, y + Math.floor(i / columns) * height, width - 2, height - 0.5]),
  );
}
const titled =
  (title: string, value: string, style: Style = {}) =>
  (at: At): Elements =>
    field(at, title, value, style);

/** A number as Code 128, in the module width preferred by hand scanners; narrower for long numbers. */
export const code128 = ([x, y, w, h]: At, value: string, path: string): Part => ({
  is: 'code',
  type: 'code128',
  instead: 'datamatrix',
  x,
  y,
  w,
  h,
  value,
  module: 0.33,
  least: 0.16,
  align: 'right',
  when: filled(path),
});

/** Logo or name on the left, address on the right. */
const letterhead: Elements = [
  { is: 'image', x: LEFT, y: 9, w: 65, h: 17, value: '{house.logo}', when: filled('house.logo') },
  text([LEFT, 10, 100, 8], '{house.name}', { size: 15, face: 'bold', fit: 'wrap', least: 8, when: empty('house.logo') }),
  text([125, 9, 70, 4.5], '{house.name}', { size: 9, face: 'bold', align: 'right', fit: 'shrink', when: filled('house.logo') }),
  text(
    [125, 13.5, 70, 13],
    '{house.address.streetName} {house.address.streetNumber}\n{house.address.zip} {house.address.city}\n{house.address.country|country}\n{house.address.phone}  {house.address.email}',
    { size: 7.5, align: 'right', ink: GREY },
  ),
  rule(LEFT, 28, LEFT + WIDTH),
];

/** VAT id, tax number, bank and legal data on the left; print date and page number on the right. */
const foot: Elements = [
  rule(LEFT, FOOT + 2, LEFT + WIDTH),
  text([LEFT, FOOT + 3, 115, 9], '{house.name}\n{=doc.vatId} {house.vatId}\n{house.bank}', { size: 7, ink: GREY }),
  text([LEFT + 50, FOOT + 5.9, 65, 3], '{=doc.taxNo} {house.taxNo}', {
    size: 7,
    align: 'right',
    fit: 'shrink',
    least: 5,
    ink: GREY,
    when: filled('house.taxNo'),
  }),
  text([LEFT, FOOT + 12, WIDTH, 3], '{house.legal}', { size: 7, fit: 'shrink', least: 4.5, ink: GREY, when: filled('house.legal') }),
  text([138, FOOT + 3, 57, 9], '{=doc.page} {page}/{pages}\n{=printed} {printedAt|instant}', { size: 7, align: 'right', ink: GREY }),
];

/** Address window by DIN 5008 form B: 20 mm from the left, 45 mm from the top, 85 by 45 mm; the sender is in its top line. */
export const addressWindow = (to: string): Elements => [
  text([20, 57, 82, 4], '{house.name}  {house.address.streetName} {house.address.streetNumber}  {house.address.zip} {house.address.city}', {
    size: 6.5,
    fit: 'shrink',
    least: 4.5,
    ink: GREY,
  }),
  rule(20, 61.5, 102),
  text([20, 63, 82, 26.5], to, { size: 10, least: 6.5, keep: 3 }),
];

type Paper = { title: string; number: string; first: Elements; top: number; blocks: Blocks };

/** A document of the house: letterhead on the first page, a short heading on later ones, the foot on all. */
export const paper = ({ title, number, first, top, blocks }: Paper): LayoutInput => ({
  size: A4,
  every: foot,
  first: [...letterhead, ...first],
  later: [
    text([LEFT, 10, 85, 5], '{house.name}', { size: 8, fit: 'shrink', least: 5, ink: GREY }),
    text([107, 10, 88, 5], `${title} ${number}`, { size: 8, face: 'bold', align: 'right', fit: 'shrink', least: 5 }),
    rule(LEFT, 16, LEFT + WIDTH),
  ],
  body: { left: LEFT, right: RIGHT, top, topLater: 20, bottom: A4.height - FOOT, blocks },
});

/** Head of internal documents: title and number in large type, the code beside them, fields below. */
export const workHead = (title: string, number: string, path: string, each: Parameters<typeof fields>[2]): Elements => [
  text([LEFT, 31, 95, 7], title, { size: 14, fit: 'shrink', least: 8 }),
  text([LEFT, 38, 95, 9.5], number, { size: 20, face: 'bold', fit: 'shrink', least: 8 }),
  code128([118, 32, 77, 15], number, path),
  ...fields([LEFT, 50, WIDTH], 5, each),
];

/** Head of outgoing documents: the address window with fields beside it, title and code below. */
export const letterHead = (to: string, title: string, number: string, path: string, each: Parameters<typeof fields>[2]): Elements => [
  ...addressWindow(to),
  ...fields([125, 34, 70], 2, each),
  text([LEFT, 92, 95, 6], title, { size: 14, face: 'bold', fit: 'shrink', least: 8 }),
  text([LEFT, 98.5, 95, 6], number, { size: 11, fit: 'shrink', least: 6 }),
  code128([118, 90, 77, 14.5], number, path),
];

/** Common style of all tables. */
export const table = (rows: string, columns: Table['columns'], more: Partial<Table> = {}): Table => ({
  block: 'table',
  rows,
  columns,
  size: 8.5,
  ...more,
});

/** Signature lines side by side: title, then name, date and time in block letters. */
export const signatures = (titles: readonly string[]): Blocks[number] => {
  const width = WIDTH / titles.length;
  return {
    block: 'elements',
    h: 31,
    elements: titles.flatMap((title, i) => {
      const x = i * width;
      return [
        text([x, 3, width - 6, 4.5], title, { size: 9, face: 'bold', fit: 'shrink' }),
        rule(x, 20, x + width - 6, 20, '#000000'),
        text([x, 20.5, width - 6, 3], '{=signature}', { size: 6.5, ink: GREY }),
        rule(x, 29, x + width - 6, 29, '#000000'),
        text([x, 29.2, width - 6, 3], '{=doc.nameDateTime}', { size: 6.5, fit: 'shrink', least: 4, ink: GREY }),
      ];
    }),
  };
};
