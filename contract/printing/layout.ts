import { z } from 'zod';
import { Condition } from '../core/mask-condition.ts';
import { CODE_TYPES } from './codes.ts';

/**
 * A layout defines where the values of a document are printed. It is data only, stored as a mask of kind label or document and edited in
 * `/maske/edit`. Lengths are millimetres from the upper left corner, text sizes are points. A text is a template: `{to.city}` is a value
 * of the data, `{weight|kg}` a formatted value, `{=parcel}` a word in the reader's language (or in two languages). All other text is
 * printed unchanged.
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
  /** Small title above the value, as in boxes of a form. */
  title: Template.optional(),
  size: pt.default(9),
  face: z.enum(['regular', 'bold']).default('regular'),
  align: z.enum(['left', 'center', 'right']).default('left'),
  valign: z.enum(['top', 'middle', 'bottom']).default('top'),
  /** `shrink`: one line, reduced until it fits. `wrap`: several lines, reduced if they overflow. `cut`: ends with an ellipsis. */
  fit: z.enum(['shrink', 'wrap', 'cut']).default('wrap'),
  /** Minimum size. Text that still does not fit is cut, and a warning is reported. */
  least: pt.default(5),
  /** Number of last lines that are kept if there is not enough room: an address keeps street and city, and lines above are dropped. */
  keep: z.int().min(0).max(9).default(0),
  ink: Ink.default('#000000'),
  /** White text on black. */
  invert: z.boolean().default(false),
  turn: TURNS.default(0),
});

export const CodeElement = z.strictObject({
  is: z.literal('code'),
  ...at,
  type: z.enum(CODE_TYPES),
  value: Template,
  /** Module width in mm: ideal, and minimum allowed by the standard of the application. Whole printer dots are chosen in between. */
  module: z.number().min(0.1).max(3).default(0.5),
  least: z.number().min(0.1).max(3).default(0.25),
  /** Code type used if the modules would be smaller than `least`: a square code holds more in the same space. */
  instead: z.enum(CODE_TYPES).optional(),
  /** Whether the human-readable text is printed below. */
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
/** A pictogram (print/pictograms); `name` is a template for its name: fragile, thisSideUp, un3481 … */
export const PictogramElement = z.strictObject({ is: z.literal('pictogram'), ...at, name: Template });
/** A PNG in base64 from the data, such as a merchant's logo or a signature. */
export const ImageElement = z.strictObject({ is: z.literal('image'), ...at, value: Template });
/** A box with a label, ticked if the condition is true. */
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
  /** Millimetres. Columns without a width divide the remaining width by `share`. */
  width: mm.optional(),
  share: z.number().min(0.1).max(100).default(1),
  align: z.enum(['left', 'center', 'right']).default('left'),
  face: z.enum(['regular', 'bold']).default('regular'),
  /** Text size in points if it differs from the table's, for example for the place on a picklist. */
  size: pt.optional(),
  /** Drawn as a barcode instead of text. */
  code: z.strictObject({ type: z.enum(CODE_TYPES), h: mm, module: z.number().default(0.375), least: z.number().default(0.25) }).optional(),
  /** A box to tick by hand, already ticked if `value` is true. */
  tick: z.boolean().optional(),
  /** Left out if it has no value in any row. */
  ifFilled: z.boolean().optional(),
  /** Path of a number that is summed at the end and carried over between pages, in the format of `value`. */
  sum: z.string().optional(),
});
export type Column = z.infer<typeof Column>;

const TableBlock = z.strictObject({
  block: z.literal('table'),
  /** Path of the list in the data. */
  rows: z.string(),
  /** Only rows for which the condition is true, for example parcels that were not loaded. */
  rowsWhen: Condition.optional(),
  /** A heading, always on the same page as the first row. */
  title: Template.optional(),
  columns: z.array(Column).min(1).max(20),
  size: pt.default(8.5),
  /** Minimum row height, for handwriting. */
  rowHeight: mm.default(0),
  grid: z.enum(['none', 'rows', 'all']).default('rows'),
  /** Starts a group with its own line when this value changes: the zone of a picklist, the consignee of a loading list. */
  groupBy: Template.optional(),
  /** Title of the line with the sums. Without it there are no sums. */
  sums: Template.optional(),
  empty: Template.default('{=nothing}'),
  when: Condition.optional(),
});
/** Elements that stay together, positioned from the block's upper left corner. */
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
  /** Copies printed for each record, such as the four copies of a consignment note. */
  copies: z
    .array(z.strictObject({ title: Template, ink: Ink }))
    .max(8)
    .optional(),
  /** Printed on every page. `{page}` and `{pages}` are available here. */
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
/** The layout as written: fields with a default may be omitted. */
export type LayoutInput = z.input<typeof Layout>;
