import type { z } from 'zod';
import type { Area, Shape } from '#contract/core/area';
import { type FieldSpec, Mask } from '#contract/core/mask';
import { maskFaults } from '#contract/core/mask-faults';

type Distribute<T> = T extends FieldSpec ? Omit<T, 'label'> & { label?: T['label'] } : never;
/** A field without its label. The default label is `<area>.fields.<name>`. */
export type FieldInput = Distribute<FieldSpec>;

const refuses = (schema: z.ZodType, value: unknown): boolean => !schema.safeParse(value).success;

/** Derives rules from the contract: required, maximum length, default value. */
function derived(area: Area<Shape>, name: string, field: FieldInput): Partial<FieldSpec> {
  const schema = (area.write.shape as Record<string, z.ZodType | undefined>)[name];
  if (!schema) return { readOnly: true };
  const required = field.kind !== 'boolean' && refuses(schema, undefined) && refuses(schema, null) && refuses(schema, '');
  const start: unknown = schema.safeParse(undefined).data;
  const plain = typeof start === 'boolean' || typeof start === 'number' || (typeof start === 'string' && start !== '');
  const maxLength = (schema as { maxLength?: number | null }).maxLength;
  return {
    ...(required ? { required } : {}),
    ...(plain ? { default: start } : {}),
    ...(field.kind === 'text' && typeof maxLength === 'number' && !('maxLength' in field) ? { maxLength } : {}),
  };
}

const BASE_FIELDS: Record<string, FieldSpec> = {
  createdAt: { kind: 'instant', label: 'common.fields.createdAt', readOnly: true, sort: true, filter: true },
  updatedAt: { kind: 'instant', label: 'common.fields.updatedAt', readOnly: true, sort: true, filter: true },
};

/** Defines the fields of an area. A name that the row does not have is a compile error. */
export function defineFields<S extends Shape>(area: Area<S>, fields: { [K in keyof S]?: FieldInput }): Record<string, FieldSpec> {
  const own = Object.entries(fields as Record<string, FieldInput>).map(([name, field]) => [
    name,
    { label: `${area.name}.fields.${name}`, ...derived(area as unknown as Area<Shape>, name, field), ...field },
  ]);
  return { ...Object.fromEntries(own), ...BASE_FIELDS };
}

type Key<S> = (keyof S & string) | 'createdAt' | 'updatedAt';
type Column<S> = Key<S> | (Omit<Mask['columns'][number], 'field'> & { field: Key<S> });
type Sections<S> = Record<string, readonly Key<S>[]>;
type MaskInput<S> = Omit<
  Mask,
  | 'area'
  | 'card'
  | 'cardEnd'
  | 'columns'
  | 'ends'
  | 'facts'
  | 'filters'
  | 'form'
  | 'lead'
  | 'show'
  | 'download'
  | 'title'
  | 'import'
  | 'sort'
> & {
  title?: Mask['title'];
  columns: readonly Column<S>[];
  card?: readonly Key<S>[];
  cardEnd?: readonly Key<S>[];
  ends?: { from: Key<S>; to: Key<S>; by: 'dash' | 'arrow' };
  filters: readonly Key<S>[];
  lead?: Key<S>;
  facts?: readonly Key<S>[];
  sort?: Key<S> | `-${Key<S>}`;
  form?: { layout: 'page' | 'drawer'; sections: Sections<S> };
  show?: Sections<S>;
  import?: Omit<NonNullable<Mask['import']>, 'fields' | 'match' | 'orBy' | 'create'> & {
    fields: readonly Key<S>[];
    match: readonly Key<S>[];
    create?: readonly Key<S>[];
    orBy?: readonly Key<S>[];
  };
};

const sections = (area: string, input: Record<string, readonly string[]>) =>
  Object.entries(input).map(([key, fields]) => ({ key, label: `${area}.sections.${key}`, fields: [...fields] }));

/** Rows that must be retained cannot be purged. */
const withoutOf = ({ without = [], retained }: Pick<Area, 'without' | 'retained'>): Pick<Mask, 'without'> =>
  without.length > 0 || retained ? { without: [...without, ...(retained ? ['purge'] : [])] } : {};

/**
 * Defines a built-in mask. It is checked against the row at compile time and against the mask schema at start.
 * @throws Error with the fault
 */
export function defineMask<S extends Shape>(area: Area<S>, input: MaskInput<S>): Mask {
  const { columns, form, show, title, ...rest } = input;
  const mask = Mask.parse({
    ...rest,
    area: area.name,
    ...withoutOf(area),
    title: title ?? `${area.name}.title`,
    columns: columns.map((column) => (typeof column === 'string' ? { field: column } : column)),
    ...(form ? { form: { layout: form.layout, sections: sections(area.name, form.sections) } } : {}),
    ...(show ? { show: { sections: sections(area.name, show) } } : {}),
    download: { fields: columns.map((column) => (typeof column === 'string' ? column : column.field)) },
  });
  const [fault] = maskFaults(mask);
  if (fault) throw new Error(`mask ${mask.key}: ${fault.path}: ${fault.rule} ${fault.value}`);
  return mask;
}
