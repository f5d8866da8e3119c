import { z } from 'zod';
import { Line, Texts } from './fields.ts';
import { MaskColumn } from './mask-column.ts';
import { Condition } from './mask-condition.ts';
import { FILTER_OPS } from './query.ts';
import { MEANINGS } from './status.ts';

/**
 * A mask is one definition held by the server that drives the list, show, edit, `/spreadsheet`, export, import and the palette.
 * It contains only data. Conditions are a closed language, nothing in a mask is evaluated as code, and a mask grants no rights.
 */

/** A locale key (`items.fields.sku`) or the text in all three languages. */
export const Text = z.union([Line(200, 1), Texts]);
export type Text = z.infer<typeof Text>;

const Option = z.strictObject({ value: z.string(), label: Text, meaning: z.enum(MEANINGS).optional() });
export type Option = z.infer<typeof Option>;

const base = {
  label: Text,
  help: Text.optional(),
  required: z.boolean().optional(),
  /** Initial value of a new row. The server also uses it if the field is missing, except days: `today`, `today+30`, `lastMonthStart` and `lastMonthEnd`. */
  default: z.union([z.string().max(500), z.number(), z.boolean()]).optional(),
  /** Shown but not editable: the server sets it. */
  readOnly: z.boolean().optional(),
  /** Editable only when the row is created. */
  createOnly: z.boolean().optional(),
  /** For house users only. Outside users get the mask without this field (contract/core/audience.ts). */
  audience: z.literal('house').optional(),
  /** Shown in the form only while the condition is true for the row (dependent fields). */
  when: Condition.optional(),
  sort: z.boolean().optional(),
  filter: z.boolean().optional(),
  /** Shows the sum in the footer of the list. */
  total: z.boolean().optional(),
  width: z.int().min(40).max(800).optional(),
};
const kind = <K extends string, S extends z.ZodRawShape>(name: K, shape: S) => z.strictObject({ kind: z.literal(name), ...base, ...shape });

/** The field of the row with the currency: a decimal with one is an amount with parts of a cent. Zero may be an empty cell, as in a journal. */
const amount = { currencyField: z.string().optional(), blankZero: z.boolean().optional() };
const Instead = z.strictObject({ field: z.string(), of: z.string().optional(), label: Text, meaning: z.enum(MEANINGS) });
const SINGLE = [
  /**
   * `editor`: an input registered by an area under this name (src/resources/<area>), for a text of several lines with a form of its own.
   * `standard`: what is used while the text is empty, in the language of the text and by the place of a line; shown where it would be typed.
   */
  kind('text', {
    maxLength: z.int().optional(),
    multiline: z.boolean().optional(),
    editor: z.string().max(40).optional(),
    mono: z.boolean().optional(),
    pattern: z.enum(['fieldId', 'countryCode']).optional(),
    standard: z.array(z.string().max(1000)).max(20).optional(),
  }),
  /** A password or key that is typed into a dialog. Its input is masked, and the browser neither fills nor keeps it; it is shown while a button is pressed in. No list has one. */
  kind('secret', { maxLength: z.int().optional() }),
  kind('email', {}),
  kind('phone', {}),
  kind('url', {}),
  /** `hours`: a number of minutes (unit `min`) that is typed as hours, `8`, `7:30` or `7.5`. */
  kind('number', {
    min: z.number().optional(),
    max: z.number().optional(),
    unit: z.string().max(12).optional(),
    hours: z.boolean().optional(),
  }),
  /** Integer in the smallest unit. The currency is fixed or is in another field of the row. */
  kind('money', { currency: z.string().length(3).optional(), ...amount }),
  /** Hundredths of a per cent as an integer: 1900 is 19 %. */
  kind('percent', { blankZero: z.boolean().optional() }),
  /** Grams. `rounded`: computed weights of freight are shown in kilograms with one decimal place. */
  kind('weight', { rounded: z.boolean().optional() }),
  /** Millimetres. `metres`: lengths of freight are shown in metres with two decimal places. */
  kind('size', { metres: z.boolean().optional() }),
  /** Cubic decimetres. Shown and typed in cubic metres, as freight is measured. */
  kind('volume', {}),
  /** `month`: the day is the first of a month, of which only the month is shown. */
  kind('date', { month: z.boolean().optional() }),
  /** `deadline`: hours before it from which it is due soon; once past, it is overdue. `past`: words for a time past, if it is done at the next run. */
  kind('instant', { relative: z.boolean().optional(), deadline: z.int().min(1).max(240).optional(), past: Text.optional() }),
  /**
   * `instead`: if this other field of the row has a value, its label is shown instead of the status (a cancelled order); with `of`, only
   * instead of that status (a container that arrived and has left the terminal). Masks that were published before have one only, outside a list.
   */
  kind('status', {
    options: z.array(Option).max(200),
    instead: z.union([Instead, z.array(Instead).max(10)]).optional(),
  }),
  /**
   * `numeric`: the stored values are whole numbers. Numbers that no option names are shown as they are. `masks`: the stored value is the key of
   * a mask. The server fills in the options: the title of each mask.
   */
  kind('choice', { options: z.array(Option).max(300), numeric: z.boolean().optional(), masks: z.boolean().optional() }),
  kind('choices', { options: z.array(Option).max(300) }),
  /** `pastDue`: the due date of the row. True is shown as the days since it in words, false as nothing. */
  kind('boolean', { pastDue: z.string().optional() }),
  /** The id of a row of another area. `where` restricts the choices; `$field` takes a value from this row. */
  kind('reference', {
    area: z.string(),
    where: z.record(z.string(), z.string()).optional(),
    /** Shows the picture of the person before the name. */
    avatar: z.boolean().optional(),
  }),
  /** `editor` as for `text`. */
  kind('references', { area: z.string(), editor: z.string().max(40).optional() }),
  kind('tags', { suggestions: z.array(z.string()).max(200).optional(), pattern: z.enum(['countryCode']).optional() }),
  kind('image', { visibility: z.enum(['avatar', 'image', 'intern']).optional() }),
  kind('file', { visibility: z.enum(['avatar', 'image', 'intern']).optional() }),
  kind('address', {}),
  kind('barcode', {}),
  kind('texts', { multiline: z.boolean().optional() }),
  /** `pairs`: names with a value each, typed in two columns with these headings. */
  kind('json', { pairs: z.strictObject({ from: Text, to: Text, kinds: z.boolean().optional() }).optional() }),
  kind('color', {}),
  /** Integer in units of 10^-`scale`: 1500 at scale 3 is 1.5. For quantities, unit prices and rates that need more digits than money. */
  kind('decimal', { scale: z.int().min(0).max(8), min: z.int().optional(), max: z.int().optional(), ...amount }),
] as const;
/** The kinds allowed in a cell of a line: all except lines. */
const CellSpec = z.discriminatedUnion('kind', SINGLE);
export type CellSpec = z.infer<typeof CellSpec>;
export const FieldSpec = z.discriminatedUnion('kind', [
  ...SINGLE,
  /**
   * Lines of a document, each an object with an `id`. `carry`: columns that a new line copies from the line above. `priced`: lines are
   * priced as in contract/money/lines.ts, so that net amounts and sums are shown, in the currency given by this field of the row.
   * `until`: lines are bands that start at this column; the start of the next band is shown beside it. `details`: columns that stand below
   * the row, as a text that is opened for typing, so that the row has room for the others.
   */
  kind('lines', {
    columns: z.record(z.string(), CellSpec),
    carry: z.array(z.string()).optional(),
    details: z.array(z.string()).optional(),
    priced: z.string().optional(),
    until: z.string().optional(),
    max: z.int().optional(),
  }),
]);
export type FieldSpec = z.infer<typeof FieldSpec>;
export type FieldKind = FieldSpec['kind'];
export type FieldOf<K extends FieldKind> = Extract<FieldSpec, { kind: K }>;
export const FIELD_KINDS: FieldKind[] = FieldSpec.options.map((option) => option.shape.kind.value);

const FixedFilter = z.strictObject({ field: z.string(), op: z.enum(FILTER_OPS), value: z.union([z.string(), z.array(z.string())]) });

/** Built-in confirmations of the specification, point 5. */
export const CONFIRMATIONS = ['delete', 'purge', 'duplicate', 'recover', 'reset', 'submit', 'export', 'cancel'] as const;

export const ActionSpec = z.strictObject({
  key: z.string().regex(/^[a-zA-Z0-9.]+$/),
  label: Text,
  icon: z.string().max(40).optional(),
  on: z.enum(['row', 'bulk', 'list']),
  /**
   * The call. `:id` is replaced by the id of the row. Bulk actions send `{ids}` as body. `GET` saves the file that it answers; what was asked
   * is its query. `open` navigates instead, or afterwards, with values of the answer where an action of the list has a call.
   */
  call: z
    .strictObject({
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
      path: z.string().startsWith('/v0/'),
      body: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  open: z.string().startsWith('/').optional(),
  /** A dialog registered by the area of the screen under this name (src/resources/<area>). */
  dialog: z.string().optional(),
  /** Prints this document for the rows, all in one file. A name from contract/printing/documents.ts. */
  print: z.string().max(40).optional(),
  confirm: z.enum(CONFIRMATIONS).optional(),
  /**
   * Text of the confirmation, with values of the row as placeholders (contract/core/confirmation.ts). What ends with a question mark is the
   * title of the dialog. It is also asked without `confirm`.
   */
  confirmText: Text.optional(),
  /** Fields whose values the confirmation of a single row lists. */
  shows: z.array(z.string()).max(8).optional(),
  /** Says what happened, with the same placeholders as `confirmText`. Without it the label of the action and the rows are named. */
  done: Text.optional(),
  privilege: z.string().optional(),
  when: Condition.optional(),
  /** Stands in the menu of a record and never as a button. */
  inMenu: z.boolean().optional(),
  danger: z.boolean().optional(),
  /** Fields the user fills in before the call. They are sent in the body. */
  ask: z
    .record(
      z.string(),
      z.lazy(() => FieldSpec),
    )
    .optional(),
});
export type ActionSpec = z.infer<typeof ActionSpec>;

const Section = z.strictObject({ key: z.string(), label: Text, fields: z.array(z.string()).min(1).max(80), when: Condition.optional() });
export type Section = z.infer<typeof Section>;

/**
 * What happens next with a record, with values of the row as placeholders (contract/core/confirmation.ts). `action`: key of the mask's row
 * action that does it. `open`: a screen where it is done, with values of the row for `:name`.
 */
const NextStep = z.strictObject({
  when: Condition.optional(),
  text: Text,
  meaning: z.enum(MEANINGS).optional(),
  action: z.string().optional(),
  open: z.strictObject({ path: z.string().startsWith('/'), label: Text, privilege: z.string().optional() }).optional(),
});
export type NextStep = z.infer<typeof NextStep>;

/** An import mapping: column of the file → field. `preset` names a reader for a known file format, such as a shop's product export. */
const ImportMapping = z.strictObject({ name: Text, preset: z.string().optional(), columns: z.record(z.string(), z.string()) });

export const Mask = z.strictObject({
  /** As written in the specification, for example `p11y.orders.list`. */
  key: z
    .string()
    .regex(/^[a-zA-Z0-9.]+$/)
    .max(80),
  /** The area of the rows. */
  area: z.string(),
  title: Text,
  icon: z.string().max(40).optional(),
  fields: z.record(z.string(), FieldSpec),
  columns: z.array(MaskColumn).min(1).max(80),
  /** Fields in the second line of a row on a phone. Absent: the first two names among the columns. */
  card: z.array(z.string()).min(1).max(4).optional(),
  /** Fields at the right of its first line, such as a carrier and its cut-off. Absent, or all empty: the first date among the columns. */
  cardEnd: z.array(z.string()).min(1).max(2).optional(),
  /** Two fields that begin and end something, such as a day of work: beside each other on a phone they are joined by a dash, those of a way by an arrow. */
  ends: z.strictObject({ from: z.string(), to: z.string(), by: z.enum(['dash', 'arrow']) }).optional(),
  filters: z.array(z.string()).max(40),
  sort: z.string().optional(), // `field` or `-field`
  pageSize: z.int().optional(),
  /** Filters that always apply on this screen. */
  fixed: z.array(FixedFilter).max(10).optional(),
  /** `open`: the filters with which the list starts, usually the open work. */
  open: z.array(FixedFilter).max(10).optional(),
  /** What an empty list says instead of the text of its area. */
  emptyText: Text.optional(),
  /** The name of the view that `open` makes, where "Open" would be wrong: what lies on a shelf is not open work. */
  openTitle: Text.optional(),
  /** Named filters above the list, each with the number of its rows. `open` stands first, all rows last. */
  views: z
    .array(z.strictObject({ key: z.string(), label: Text, filters: z.array(FixedFilter).min(1).max(10) }))
    .max(8)
    .optional(),
  /** Headings between rows sorted by this field: one for each beginning of its values up to a dot, `other` for those not in `of`. */
  groups: z.strictObject({ by: z.string(), of: z.array(Option).max(40), other: Text }).optional(),
  /** Shows only deleted rows ("orders-deleted" lists). */
  deleted: z.boolean().optional(),
  actions: z.array(ActionSpec).max(40).optional(),
  /** If missing, rows cannot be edited on this screen. */
  form: z.strictObject({ layout: z.enum(['page', 'drawer']), sections: z.array(Section).min(1).max(20) }).optional(),
  show: z.strictObject({ sections: z.array(Section).min(1).max(20) }).optional(),
  /** References of which a row has exactly one, such as the party of a payment. The form shows them as one field. */
  oneOf: z
    .array(z.strictObject({ label: Text, help: Text.optional(), fields: z.array(z.string()).min(2).max(6) }))
    .max(4)
    .optional(),
  /** A field whose text stands as a sentence above the strip, such as a reason: facts are made for figures. */
  lead: z.string().optional(),
  /** Fields in the strip under the title of a record: the first five with a value. Figures that the server counts follow them. */
  facts: z.array(z.string()).max(8).optional(),
  /** What happens next: the first step whose condition is true stands first on the record's page. */
  next: z.array(NextStep).max(20).optional(),
  download: z.strictObject({ fields: z.array(z.string()).min(1) }).optional(),
  /**
   * `match`: fields that identify an existing row, so that a second import changes nothing. `orBy`: used if these find no row. `create`:
   * references that are created if missing.
   */
  import: z
    .strictObject({
      fields: z.array(z.string()).min(1),
      match: z.array(z.string()).min(1),
      orBy: z.array(z.string()).optional(),
      create: z.array(z.string()).optional(),
      /** Set if a record spans several rows: fields of its lines, mapped as `lines.sku`. The fields of the record are in its first row. */
      lines: z.record(z.string(), FieldSpec).optional(),
      mappings: z.array(ImportMapping).optional(),
    })
    .optional(),
  labels: z.array(z.string()).optional(),
  /** Actions that the area does not offer to anybody (`create`, `delete`, `purge` …). Their buttons are hidden. */
  without: z.array(z.string()).optional(),
  /** Which rows may be edited and deleted. For others, such as posted documents, buttons are hidden and the server refuses the call. */
  changeable: Condition.optional(),
});
export type Mask = z.infer<typeof Mask>;
