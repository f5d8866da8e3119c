import type { LayoutInput } from '#contract/printing/layout';
import { A4, type At, box, code128, type Elements, type Part, rule, table, text, tick } from './sheet.ts';

/**
 * The consignment note of the Convention on the carriage of goods by road: the 24 boxes of the IRU model of 1976. German forms have cash on
 * delivery as box 14, payment for carriage as box 15, and a box 25 for number plates.
 */

const LEFT = 12;
const WIDTH = 188;
const HALF = WIDTH / 2;
const MIDDLE = LEFT + HALF;
const BLACK = '#000000';
/** Not pure black, so that filled-in text is not recoloured on copies with a red, blue or green form. */
const FILLED = '#111111';
const GERMAN = { field: 'order', op: 'eq', value: 'german' } as const;
const INTERNATIONAL = { field: 'order', op: 'ne', value: 'german' } as const;
type When = typeof GERMAN | typeof INTERNATIONAL;

/** Boxes for which the carrier is responsible. */
const HEAVY = new Set([16, 17, 18, 23]);
/** Neighbouring frames share one line instead of drawing two side by side. */
const THIN = 0.25;
const frame = ([x, y, w, h]: At, line = THIN): Part => box([x, y, w + THIN, h + THIN], line);

/** Height of a title, mm. */
const TITLE = 4;

type Box = { no: number; at: At; value?: string; size?: number; word?: string; keep?: number; when?: When };

/** A framed box with its number in bold, its title beside it and its value below. */
const numbered = ({ no, at: [x, y, w, h], value, size = 9, word = String(no), keep = 0, when }: Box): Elements => {
  const shown = when ? { when } : {};
  return [
    { ...frame([x, y, w, h], HEAVY.has(no) ? 0.9 : THIN), ...shown },
    text([x + 1.2, y + 0.8, 5, TITLE], `${no}`, { size: 8, face: 'bold', fit: 'shrink', ...shown }),
    text([x + 6.2, y + 0.8, w - 7.2, TITLE], `{=cmr.${word}}`, { size: 6.5, fit: 'shrink', least: 3, valign: 'middle', ...shown }),
    ...(value ? [text([x + 6.2, y + 5, w - 7.4, h - 5.8], value, { size, least: 4.5, keep, ink: FILLED, ...shown })] : []),
  ];
};

const PLACE: Record<string, At> = {
  sender: [LEFT, 12, HALF, 28],
  consignee: [LEFT, 40, HALF, 28],
  carrier: [MIDDLE, 40, HALF, 28],
  delivery: [LEFT, 68, HALF, 18],
  successive: [MIDDLE, 68, HALF, 18],
  taking: [LEFT, 86, HALF, 14],
  reservations: [MIDDLE, 86, HALF, 28],
  documents: [LEFT, 100, HALF, 14],
};
const GOODS_TOP = 114;
const GOODS_TITLE = 9;
const ADR_TOP = 179;
const LOWER = 187;

const COLUMNS = [
  { no: 6, w: 38, value: '{marks}' },
  { no: 7, w: 16, value: '{packages|number}', sum: 'packages', align: 'right' },
  { no: 8, w: 24, value: '{packing}' },
  { no: 9, w: 46, value: '{nature}' },
  { no: 10, w: 20, value: '{statNo}' },
  { no: 11, w: 24, value: '{weight|kg}', sum: 'weight', align: 'right' },
  { no: 12, w: 20, value: '{volume|m3}', sum: 'volume', align: 'right' },
] as const;

/** Frame and titles of boxes 6 to 12 between two heights. The list of goods flows inside them, also on later sheets. */
const goods = (top: number, bottom: number): Elements => {
  let x = LEFT;
  return COLUMNS.flatMap(({ no, w }) => {
    const at = x;
    x += w;
    return [
      frame([at, top, w, bottom - top]),
      text([at + 1, top + 0.6, 5.5, 3.6], `${no}`, { size: 8, face: 'bold', fit: 'shrink' }),
      text([at + 6, top + 0.8, w - 6.6, GOODS_TITLE - 1.2], `{=cmr.${no}}`, { size: 5, least: 3 }),
    ];
  });
};

/** Class, number and letter of the old forms are replaced by UN number, name, label and packing group (ADR 5.4.1.1.1). */
const ADR: Elements = [
  ['un', 0, 30],
  ['name', 30, 84],
  ['label', 114, 37],
  ['group', 151, 37],
].flatMap(([key, x, w]) => [
  frame([LEFT + Number(x), ADR_TOP, Number(w), LOWER - ADR_TOP]),
  text([LEFT + Number(x) + 1, ADR_TOP + 0.5, Number(w) - 2, 2.8], `{=cmr.adr.${key}}`, { size: 5.5, fit: 'shrink', least: 3 }),
  text([LEFT + Number(x) + 1, ADR_TOP + 3.3, Number(w) - 2, 4.4], `{adr.${key}}`, { size: 8, face: 'bold', least: 4, ink: FILLED }),
]);

const CHARGES = ['carriage', 'deductions', 'balance', 'supplements', 'sundries', 'total'] as const;
/** Box 20: six kinds of charges by payer; filled in by hand. */
const charges = ([x, y, w]: readonly [number, number, number]): Elements => {
  const [label, each, row, top] = [34, (w - 34) / 3, 4.05, y + 9];
  return [
    ...['sender', 'currency', 'consignee'].flatMap((who, i) => [
      text([x + label + i * each + 1, y + 5.2, each - 2, 3.6], `{=cmr.20.${who}}`, { size: 6, fit: 'shrink', least: 3, valign: 'middle' }),
      rule(x + label + i * each, y + 5, x + label + i * each, y + 34, BLACK),
    ]),
    ...CHARGES.flatMap((charge, i) => [
      rule(x, top + i * row, x + w, top + i * row, BLACK),
      text([x + 1.5, top + i * row + 0.2, label - 2, row - 0.4], `{=cmr.20.${charge}}`, {
        size: 6,
        fit: 'shrink',
        least: 3,
        valign: 'middle',
      }),
    ]),
  ];
};

const PAYMENT: At = [LEFT, 221, HALF, 14];
const CASH: At = [MIDDLE, 235, HALF, 10];
const carriage = ([x, y, w]: At, when: When): Elements => {
  const at = [x + 6.2, y + 5.2, w / 2 - 8, 4.5] as const;
  const marked = (is: string) => ({ field: 'carriage', op: 'eq', value: is }) as const;
  const other: At = [x + w / 2, at[1], at[2], at[3]];
  return [
    { ...tick(at, '{=cmr.paid}', marked('paid')), when },
    { ...tick(other, '{=cmr.forward}', marked('forward')), when },
  ];
};
/** Boxes 14 and 15: their positions are fixed, their contents depend on the form. */
const payment = (when: When, [first, second]: readonly [At, At]): Elements => {
  const german = when === GERMAN;
  return [
    ...numbered({ no: german ? 15 : 14, at: first, word: 'payment', when }),
    ...carriage(first, when),
    ...numbered({ no: german ? 14 : 15, at: second, word: 'cash', value: '{cashOnDelivery}', when }),
  ];
};

const CODE = code128([MIDDLE + 4, 27, HALF - 6, 12], '{no}', 'no');
const HEADING: Elements = [
  text([MIDDLE + 2, 12.5, HALF - 4, 5], '{=cmr.title}', { size: 11, face: 'bold', fit: 'shrink', least: 5 }),
  text([MIDDLE + 2, 17.6, HALF - 22, 8.6], '{=cmr.clause}', { size: 5.5, least: 3 }),
  text([LEFT + WIDTH - 19, 17.6, 17, 8], 'CMR', { size: 16, face: 'bold', align: 'right', fit: 'shrink' }),
  frame([MIDDLE, 12, HALF, 28]),
  CODE,
];
const COPY: Elements = [
  text([LEFT, 5, 8, 6], '{copy.no}', { size: 14, face: 'bold', fit: 'shrink' }),
  text([LEFT + 8, 5, 110, 6], '{copy.title}', { size: 9, face: 'bold', valign: 'middle', fit: 'shrink' }),
  text([LEFT + 120, 5, 68, 6], '{no}', { size: 10, face: 'bold', align: 'right', valign: 'middle', fit: 'shrink', ink: FILLED }),
  text([LEFT + WIDTH - 60, 290.5, 60, 4], '{=doc.page} {page}/{pages}', { size: 7, align: 'right', fit: 'shrink' }),
];
const third = WIDTH / 3;
const at = (name: string): At => PLACE[name] ?? [LEFT, 0, HALF, 10];

const FIRST: Elements = [
  ...HEADING,
  ...numbered({ no: 1, at: at('sender'), value: '{sender|address}', keep: 3 }),
  ...numbered({ no: 2, at: at('consignee'), value: '{consignee|address}', keep: 3 }),
  ...numbered({ no: 3, at: at('delivery'), value: '{deliveryPlace}' }),
  ...numbered({ no: 4, at: at('taking'), value: '{takingPlace}  {takingDate|date}' }),
  ...numbered({ no: 5, at: at('documents'), value: '{documents}', size: 8 }),
  ...goods(GOODS_TOP, ADR_TOP),
  ...ADR,
  ...numbered({ no: 13, at: [LEFT, LOWER, HALF, 34], value: '{instructions}', size: 8 }),
  ...numbered({ no: 19, at: [MIDDLE, LOWER, HALF, 14], value: '{agreements}', size: 8 }),
  ...numbered({ no: 20, at: [MIDDLE, LOWER + 14, HALF, 34] }),
  ...charges([MIDDLE, LOWER + 14, HALF]),
  ...payment(INTERNATIONAL, [PAYMENT, CASH]),
  ...payment(GERMAN, [CASH, PAYMENT]),
  ...numbered({ no: 21, at: [LEFT, 235, HALF, 10], value: '{establishedIn}  {establishedOn|date}' }),
  ...numbered({ no: 22, at: [LEFT, 245, third, 33] }),
  ...numbered({ no: 24, at: [LEFT + 2 * third, 245, third, 33] }),
  text([LEFT + 2 * third + 6.2, 251, third - 8, 8], '{=cmr.24.place}', { size: 6.5, least: 4 }),
  ...numbered({ no: 25, at: [LEFT, 278, WIDTH, 10], value: '{plate}  {trailer}', when: GERMAN }),
  // Heavy frames are drawn last, over the thin ones of their neighbours.
  ...numbered({ no: 16, at: at('carrier'), value: '{carrier|address}\n{plate}  {trailer}', keep: 4 }),
  ...numbered({ no: 17, at: at('successive'), value: '{successive}', size: 8 }),
  ...numbered({ no: 18, at: at('reservations'), value: '{reservations}', size: 8 }),
  ...numbered({ no: 23, at: [LEFT + third, 245, third, 33] }),
];

/** Later sheets: consignor, consignee, carrier, and the rest of the goods. */
const NEXT_TOP = 42;
const NEXT_BOTTOM = 286;
const LATER: Elements = [
  ...HEADING.slice(0, 1),
  text([MIDDLE + 2, 18, HALF - 4, 8], '{=cmr.continued} {no}', { size: 9, least: 5 }),
  ...numbered({ no: 1, at: [LEFT, 12, HALF, 15], value: '{sender.name1}  {sender.city}' }),
  ...numbered({ no: 2, at: [LEFT, 27, HALF, 15], value: '{consignee.name1}  {consignee.city}' }),
  frame([MIDDLE, 12, HALF, 15]),
  ...goods(NEXT_TOP, NEXT_BOTTOM),
  ...numbered({ no: 16, at: [MIDDLE, 27, HALF, 15], value: '{carrier.name1}  {carrier.city}' }),
];

export const CMR: LayoutInput = {
  size: A4,
  copies: [
    { title: '{=cmr.copy.sender}', ink: '#c01818' },
    { title: '{=cmr.copy.consignee}', ink: '#1c4fa0' },
    { title: '{=cmr.copy.carrier}', ink: '#14713a' },
    { title: '{=cmr.copy.house}', ink: BLACK },
  ],
  every: COPY,
  first: FIRST,
  later: LATER,
  body: {
    left: LEFT,
    right: A4.width - LEFT - WIDTH,
    top: GOODS_TOP + GOODS_TITLE,
    topLater: NEXT_TOP + GOODS_TITLE,
    bottom: A4.height - ADR_TOP,
    bottomLater: A4.height - NEXT_BOTTOM,
    blocks: [
      table(
        'goods',
        COLUMNS.map(({ w, value, ...more }) => ({
          title: '',
          value,
          width: w,
          ...('sum' in more ? { sum: more.sum, align: more.align } : {}),
        })),
        { grid: 'none', size: 8, empty: '', sums: '{=sum}' },
      ),
    ],
  },
};
