import { z } from 'zod';
import { Condition } from '../core/mask.ts';
import { CODE_TYPES } from './codes.ts';

/**
 * A layout: where the values of a document stand on paper. Data only, held as a mask of kind label or document, edited in `/maske/edit`.
 * Lengths are millimetres from the upper left corner, text sizes points. A text is a template: `{to.city}` is a value of the data,
 * `{weight|kg}` one with a format, `{=parcel}` a word in the reader's language or in two at once, anything else stands as it is.
 */

const mm = z.number().min(0).max(2000);
const pt = z.number().min(3).max(200);
const Template = z.string().max(600);
const Ink = z.string().regex(/^#[0-9a-f]{6}$/);

export const FORMATS = [
  'number',
  'kg',
  'mm',
  'cm',
  'm3',
  'date',
  'instant',
  'month',
  'money',
  'price',
  'percent',
  'yes',
  'word',
  'country',
  'address',
  'upper',
  'sscc',
  'grouped',
] as const;
export type Format = (typeof FORMATS)[number];

const at = { x: mm, y: mm, w: mm, h: mm, /** Drawn only while it holds on the data. */ when: Condition.optional() };
const TURNS = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

export const TextElement = z.strictObject({
  is: z.literal('text'),
  ...at,
  value: Template,
  /** Small words above the value, as titled boxes of a form have them. */
  title: Template.optional(),
  size: pt.default(9),
  face: z.enum(['regular', 'bold']).default('regular'),
  align: z.enum(['left', 'center', 'right']).default('left'),
  valign: z.enum(['top', 'middle', 'bottom']).default('top'),
  /** shrink: one line, smaller until it fits; wrap: lines, smaller when they overflow; cut: ends in an ellipsis. */
  fit: z.enum(['shrink', 'wrap', 'cut']).default('wrap'),
  /** Never smaller than this; what then still does not fit is cut, and told. */
  least: pt.default(5),
  /** So many last lines stay whole where there is not enough room: an address keeps its street and its town, names above give way. */
  keep: z.int().min(0).max(9).default(0),
  ink: Ink.default('#000000'),
  /** White on black. */
  invert: z.boolean().default(false),
  turn: TURNS.default(0),
});

export const CodeElement = z.strictObject({
  is: z.literal('code'),
  ...at,
  type: z.enum(CODE_TYPES),
  value: Template,
  /** Width of a module in mm: the ideal, and the least that the application's standard allows; whole dots of the printer are taken between. */
  module: z.number().min(0.1).max(3).default(0.5),
  least: z.number().min(0.1).max(3).default(0.25),
  /** Kind of code that stands in its place where its modules would come out under `least`: a square holds more on the same paper. */
  instead: z.enum(CODE_TYPES).optional(),
  /** Whether the text stands below for people. */
  hri: z.boolean().default(true),
  align: z.enum(['left', 'center', 'right']).default('center'),
  turn: TURNS.default(0),
});

export const BoxElement = z.strictObject({
  is: z.literal('box'),
  ...at,
  line: z.number().min(0).max(5).default(0.25),
  fill: Ink.optional(),
  ink: Ink.default('#000000'),
});
export const LineElement = z.strictObject({
  is: z.literal('line'),
  x: mm,
  y: mm,
  x2: mm,
  y2: mm,
  width: z.number().min(0.05).max(5).default(0.25),
  dash: z.number().min(0.2).max(20).optional(),
  ink: Ink.default('#000000'),
  when: Condition.optional(),
});
/** One of the house's pictograms (print/pictograms), by a template of its name: fragile, thisSideUp, un3481 … */
export const PictogramElement = z.strictObject({ is: z.literal('pictogram'), ...at, name: Template });
/** PNG in base64 in the data: a merchant's logo, a signature. */
export const ImageElement = z.strictObject({ is: z.literal('image'), ...at, value: Template });
/** A box to tick, ticked while the condition holds, with its words beside it. */
export const TickElement = z.strictObject({
  is: z.literal('tick'),
  ...at,
  value: Template,
  ticked: Condition.optional(),
  size: pt.default(8),
});

export const Element = z.discriminatedUnion('is', [
  TextElement,
  CodeElement,
  BoxElement,
  LineElement,
  PictogramElement,
  ImageElement,
  TickElement,
]);
export type Element = z.infer<typeof Element>;
export type ElementOf<K extends Element['is']> = Extract<Element, { is: K }>;

const Column = z.strictObject({
  title: Template,
  value: Template,
  /** A second, smaller line under the value. */
  below: Template.optional(),
  /** Millimetres; absent: what is left is shared by `share`. */
  width: mm.optional(),
  share: z.number().min(0.1).max(100).default(1),
  align: z.enum(['left', 'center', 'right']).default('left'),
  face: z.enum(['regular', 'bold']).default('regular'),
  /** Points of the value where it is not the table's: the place a picker looks for. */
  size: pt.optional(),
  /** Drawn as a code instead of text. */
  code: z.strictObject({ type: z.enum(CODE_TYPES), h: mm, module: z.number().default(0.375), least: z.number().default(0.25) }).optional(),
  /** A box to tick by hand; ticked already where `value` says true. */
  tick: z.boolean().optional(),
  /** Path of a number summed at the end, and carried from page to page; shown in the same format as `value` asks. */
  sum: z.string().optional(),
});
export type Column = z.infer<typeof Column>;

const TableBlock = z.strictObject({
  block: z.literal('table'),
  /** Path of the list in the data. */
  rows: z.string(),
  /** Only rows on which it holds: what was not loaded. */
  rowsWhen: Condition.optional(),
  /** A heading that never stands without the table's first row. */
  title: Template.optional(),
  columns: z.array(Column).min(1).max(20),
  size: pt.default(8.5),
  /** Rows keep at least this height, for writing by hand. */
  rowHeight: mm.default(0),
  grid: z.enum(['none', 'rows', 'all']).default('rows'),
  /** Starts a part with a line of its own where this value changes: the zone of a picklist, the consignee of a loading list. */
  groupBy: Template.optional(),
  /** Title of the line that sums are in; absent: none. */
  sums: Template.optional(),
  empty: Template.default('{=nothing}'),
  when: Condition.optional(),
});
/** Elements that stay together, placed from the block's upper left corner. */
const ElementsBlock = z.strictObject({
  block: z.literal('elements'),
  h: mm,
  elements: z.array(Element).max(80),
  when: Condition.optional(),
});
const TextBlock = z.strictObject({
  block: z.literal('text'),
  value: Template,
  size: pt.default(9),
  face: z.enum(['regular', 'bold']).default('regular'),
  after: mm.default(2),
  when: Condition.optional(),
});
export const Block = z.discriminatedUnion('block', [TableBlock, ElementsBlock, TextBlock]);
export type Block = z.infer<typeof Block>;
export type BlockOf<K extends Block['block']> = Extract<Block, { block: K }>;

/** Several labels on one sheet of a laser printer. */
export const Sheet = z.strictObject({
  width: mm,
  height: mm,
  columns: z.int().min(1).max(20),
  rows: z.int().min(1).max(40),
  left: mm,
  top: mm,
  gapX: mm.default(0),
  gapY: mm.default(0),
});
export type Sheet = z.infer<typeof Sheet>;

export const Layout = z.strictObject({
  size: z.strictObject({ width: mm.min(10), height: mm.min(8) }),
  sheet: Sheet.optional(),
  /** Each of these once per record: the four copies of a consignment note. */
  copies: z
    .array(z.strictObject({ title: Template, ink: Ink }))
    .max(8)
    .optional(),
  /** On every page; `{page}` and `{pages}` are known here. */
  every: z.array(Element).max(300).default([]),
  first: z.array(Element).max(300).default([]),
  /** From the second page on. */
  later: z.array(Element).max(100).default([]),
  body: z
    .strictObject({
      left: mm,
      right: mm,
      top: mm,
      topLater: mm,
      bottom: mm,
      bottomLater: mm.optional(),
      blocks: z.array(Block).min(1).max(20),
    })
    .optional(),
});
export type Layout = z.infer<typeof Layout>;
/** As people write it: what has a default may be left out. */
export type LayoutInput = z.input<typeof Layout>;
