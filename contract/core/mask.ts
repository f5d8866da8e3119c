import { z } from 'zod';
import { CUSTOM_FIELD_ID, Line, Texts } from './fields.ts';
import { FILTER_OPS } from './query.ts';
import { MEANINGS } from './status.ts';

/**
 * A mask: one server-held definition that drives the list, show, edit, `/spreadsheet`, export, import and the palette.
 * It is data only. Conditions are a closed language; nothing in a mask is ever evaluated as code, and a mask grants nothing.
 */

/** A locale key (`items.fields.sku`), or the text in all three languages. */
export const Text = z.union([Line(200, 1), Texts]);
export type Text = z.infer<typeof Text>;

const Scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
export const CONDITION_OPS = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'empty', 'filled'] as const;
export type Condition =
  | { field: string; op: (typeof CONDITION_OPS)[number]; value?: z.infer<typeof Scalar> | z.infer<typeof Scalar>[] | undefined }
  | { and: Condition[] }
  | { or: Condition[] }
  | { not: Condition };
export const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ field: z.string(), op: z.enum(CONDITION_OPS), value: z.union([Scalar, z.array(Scalar)]).optional() }),
    z.strictObject({ and: z.array(Condition).max(20) }),
    z.strictObject({ or: z.array(Condition).max(20) }),
    z.strictObject({ not: Condition }),
  ]),
);

const Option = z.strictObject({ value: z.string(), label: Text, meaning: z.enum(MEANINGS).optional() });
export type Option = z.infer<typeof Option>;

const base = {
  label: Text,
  help: Text.optional(),
  required: z.boolean().optional(),
  /** What a new row starts with; the server uses the same when the field is left out. */
  default: z.union([z.string().max(500), z.number(), z.boolean()]).optional(),
  /** Shown, never typed: the server sets it. */
  readOnly: z.boolean().optional(),
  /** Typed once, at creation. */
  createOnly: z.boolean().optional(),
  /** For the house alone: people outside get the mask without it (contract/core/audience.ts). */
  audience: z.literal('house').optional(),
  /** Shown only while the condition holds on the row in the form (dependent fields). */
  when: Condition.optional(),
  sort: z.boolean().optional(),
  filter: z.boolean().optional(),
  /** Sum in the list's foot. */
  total: z.boolean().optional(),
  width: z.int().min(40).max(800).optional(),
};
const kind = <K extends string, S extends z.ZodRawShape>(name: K, shape: S) => z.strictObject({ kind: z.literal(name), ...base, ...shape });

const SINGLE = [
  kind('text', {
    maxLength: z.int().optional(),
    multiline: z.boolean().optional(),
    mono: z.boolean().optional(),
    pattern: z.enum(['fieldId', 'countryCode']).optional(),
  }),
  kind('email', {}),
  kind('phone', {}),
  kind('url', {}),
  kind('number', { min: z.number().optional(), max: z.number().optional(), unit: z.string().max(12).optional() }),
  /** Integer in the smallest unit; the currency is fixed or stands in another field of the row. */
  kind('money', { currency: z.string().length(3).optional(), currencyField: z.string().optional() }),
  /** Hundredths of a per cent as an integer: 1900 is 19 %. */
  kind('percent', {}),
  /** Grams. */
  kind('weight', {}),
  /** Millimetres. */
  kind('size', {}),
  kind('date', {}),
  kind('instant', { relative: z.boolean().optional() }),
  /** `instead`: where this other field of the row is filled, its label is what the row shows (a cancelled order). */
  kind('status', {
    options: z.array(Option).max(200),
    instead: z.strictObject({ field: z.string(), label: Text, meaning: z.enum(MEANINGS) }).optional(),
  }),
  kind('choice', { options: z.array(Option).max(300) }),
  kind('choices', { options: z.array(Option).max(300) }),
  kind('boolean', {}),
  /** The id of a row of another area; `where` narrows what can be picked, `$field` takes a value from this row. */
  kind('reference', { area: z.string(), where: z.record(z.string(), z.string()).optional() }),
  kind('references', { area: z.string() }),
  kind('tags', { suggestions: z.array(z.string()).max(200).optional(), pattern: z.enum(['countryCode']).optional() }),
  kind('image', { visibility: z.enum(['avatar', 'image', 'intern']).optional() }),
  kind('file', { visibility: z.enum(['avatar', 'image', 'intern']).optional() }),
  kind('address', {}),
  kind('barcode', {}),
  kind('texts', { multiline: z.boolean().optional() }),
  kind('json', {}),
  kind('color', {}),
  /** Integer in units of ten to the minus `scale`: 1500 at scale 3 is 1.5. Quantities, unit prices and rates, where money has not digits enough. */
  kind('decimal', { scale: z.int().min(0).max(8), min: z.int().optional(), max: z.int().optional() }),
] as const;
/** What a cell of a line may be: any kind but lines themselves. */
const CellSpec = z.discriminatedUnion('kind', SINGLE);
export type CellSpec = z.infer<typeof CellSpec>;
export const FieldSpec = z.discriminatedUnion('kind', [
  ...SINGLE,
  /**
   * Lines of a document, each an object with an `id`. `carry` are the columns that a new line takes over from the one above. `priced`: lines
   * are priced as contract/money/lines.ts has it, so nets and sums stand beside and below them, in the currency of this field of the row.
   * `until`: lines are bands that begin at this column; beside it stands where the next one begins.
   */
  kind('lines', {
    columns: z.record(z.string(), CellSpec),
    carry: z.array(z.string()).optional(),
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
  /** The call: `:id` stands for the row. Bulk actions get `{ids}` as body. `open` navigates instead. */
  call: z
    .strictObject({
      method: z.enum(['POST', 'PUT', 'DELETE']),
      path: z.string().startsWith('/v0/'),
      body: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  open: z.string().startsWith('/').optional(),
  /** A dialog that the screen's area registered under this name (src/resources/<area>). */
  dialog: z.string().optional(),
  /** Prints this document of the rows, several in one file: a name of contract/printing/documents.ts. */
  print: z.string().max(40).optional(),
  confirm: z.enum(CONFIRMATIONS).optional(),
  /** What the confirmation says will happen, with values of the row in placeholders (contract/core/confirmation.ts). Asks before the call also without `confirm`. */
  confirmText: Text.optional(),
  privilege: z.string().optional(),
  when: Condition.optional(),
  danger: z.boolean().optional(),
  /** Fields asked for before the call, sent in the body. */
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

/** A ready-made import mapping: column of the file → field; `preset` names a reader that knows the file's shape (for example a shop's product export). */
const ImportMapping = z.strictObject({ name: Text, preset: z.string().optional(), columns: z.record(z.string(), z.string()) });

export const Mask = z.strictObject({
  /** As the specification writes it, for example `p11y.orders.list`. */
  key: z
    .string()
    .regex(/^[a-zA-Z0-9.]+$/)
    .max(80),
  /** The area that the rows come from. */
  area: z.string(),
  title: Text,
  icon: z.string().max(40).optional(),
  fields: z.record(z.string(), FieldSpec),
  columns: z
    .array(
      z.strictObject({
        field: z.string(),
        width: z.int().min(40).max(800).optional(),
        pin: z.enum(['left', 'right']).optional(),
        hidden: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(80),
  filters: z.array(z.string()).max(40),
  /** `field` or `-field`. */
  sort: z.string().optional(),
  pageSize: z.int().optional(),
  /** Filters that always hold on this screen. */
  fixed: z.array(FixedFilter).max(10).optional(),
  /** `open` is what the list starts with: the work that waits. */
  open: z.array(FixedFilter).max(10).optional(),
  /** Shows only soft-deleted rows ("orders-deleted" lists). */
  deleted: z.boolean().optional(),
  actions: z.array(ActionSpec).max(40).optional(),
  /** Absent: rows are not edited on this screen. */
  form: z.strictObject({ layout: z.enum(['page', 'drawer']), sections: z.array(Section).min(1).max(20) }).optional(),
  show: z.strictObject({ sections: z.array(Section).min(1).max(20) }).optional(),
  download: z.strictObject({ fields: z.array(z.string()).min(1) }).optional(),
  /** `match` are the fields that find the row again, so that a second import changes nothing, `orBy` when these find none; `create` are references made when missing. */
  import: z
    .strictObject({
      fields: z.array(z.string()).min(1),
      match: z.array(z.string()).min(1),
      orBy: z.array(z.string()).optional(),
      create: z.array(z.string()).optional(),
      /** A record takes several rows: fields of its lines, mapped as `lines.sku`; the record's own stand on its first row. */
      lines: z.record(z.string(), FieldSpec).optional(),
      mappings: z.array(ImportMapping).optional(),
    })
    .optional(),
  labels: z.array(z.string()).optional(),
  /** What the area never offers, whoever asks (`create`, `delete`, `purge` …): its buttons are not drawn. */
  without: z.array(z.string()).optional(),
  /** Rows that may still be edited and deleted. What was posted stands: its buttons are not drawn (the server refuses all the same). */
  changeable: Condition.optional(),
});
export type Mask = z.infer<typeof Mask>;

export type MaskFault = { path: string; rule: 'unknownField' | 'fieldId' | 'shape'; value: string };

/** Faults beyond the shape: every field named anywhere must stand in `fields`. Empty means sound. */
export function maskFaults(mask: Mask): MaskFault[] {
  const faults: MaskFault[] = [];
  const known = (field: string, path: string) => {
    if (!Object.hasOwn(mask.fields, field)) faults.push({ path, rule: 'unknownField', value: field });
  };
  const inCondition = (condition: Condition | undefined, path: string): void => {
    if (!condition) return;
    if ('field' in condition) known(condition.field, path);
    else if ('not' in condition) inCondition(condition.not, path);
    else for (const part of 'and' in condition ? condition.and : condition.or) inCondition(part, path);
  };
  for (const [name, field] of Object.entries(mask.fields)) {
    if (!CUSTOM_FIELD_ID.test(name)) faults.push({ path: `fields.${name}`, rule: 'fieldId', value: name });
    inCondition(field.when, `fields.${name}.when`);
    if (field.kind === 'lines' && field.priced) known(field.priced, `fields.${name}.priced`);
    if (field.kind === 'money' && field.currencyField) known(field.currencyField, `fields.${name}.currencyField`);
  }
  mask.columns.forEach((column, i) => known(column.field, `columns.${i}`));
  mask.filters.forEach((field, i) => known(field, `filters.${i}`));
  if (mask.sort) known(mask.sort.replace(/^-/, ''), 'sort');
  for (const part of ['form', 'show'] as const) {
    mask[part]?.sections.forEach((section, i) => {
      section.fields.forEach((field, j) => known(field, `${part}.sections.${i}.fields.${j}`));
      inCondition(section.when, `${part}.sections.${i}.when`);
    });
  }
  mask.actions?.forEach((action, i) => inCondition(action.when, `actions.${i}.when`));
  mask.download?.fields.forEach((field, i) => known(field, `download.fields.${i}`));
  mask.import?.fields.forEach((field, i) => known(field, `import.fields.${i}`));
  return faults;
}
