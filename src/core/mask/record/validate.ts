import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec, Mask, Section } from '#contract/core/mask';
import { holdsForMe } from '../condition.ts';
import { asText, isNothing, type Params, type Row } from '../kinds/kind.ts';

export type FormMode = 'new' | 'edit' | 'show';

export const isWritable = (spec: FieldSpec, mode: FormMode): boolean =>
  mode !== 'show' && !spec.readOnly && !(spec.createOnly && mode === 'edit');

/** The fields of a section that are visible: their condition and the section's are met by the current values. */
export const visibleFields = (mask: Mask, section: Section, row: Row): string[] =>
  holdsForMe(section.when, row)
    ? section.fields.filter((name) => mask.fields[name] !== undefined && holdsForMe(mask.fields[name].when, row))
    : [];

/** The first rule that a value violates. The server checks again with more rules. */
function brokenRule(spec: FieldSpec, value: unknown): { rule: string; params?: Params } | null {
  if (isNothing(value)) return spec.required && spec.kind !== 'boolean' ? { rule: 'required' } : null;
  if (spec.kind === 'number' && typeof value === 'number') {
    if (spec.min !== undefined && value < spec.min) return { rule: 'tooSmall', params: { min: spec.min } };
    if (spec.max !== undefined && value > spec.max) return { rule: 'tooBig', params: { max: spec.max } };
  }
  if (spec.kind === 'text' && spec.maxLength !== undefined && asText(value).length > spec.maxLength) {
    return { rule: 'tooLong', params: { max: spec.maxLength } };
  }
  return null;
}

/** Errors of fields without a form of their own, in their order. */
export const fieldFaults = (fields: Readonly<Record<string, FieldSpec>>, row: Row): FieldError[] =>
  Object.entries(fields).flatMap(([name, spec]): FieldError[] => {
    const broken = brokenRule(spec, row[name]);
    return broken ? [{ path: name, ...broken }] : [];
  });

/** Errors of all visible and writable fields, in the form's order. */
export function formFaults(mask: Mask, sections: readonly Section[], row: Row, mode: FormMode): FieldError[] {
  return sections
    .flatMap((section) => visibleFields(mask, section, row))
    .flatMap((name): FieldError[] => {
      const spec = mask.fields[name];
      const broken = spec && isWritable(spec, mode) ? brokenRule(spec, row[name]) : null;
      return broken ? [{ path: name, ...broken }] : [];
    });
}

/** Errors in the order in which their fields stand in the form, so that the first one named is the first one met. Others stay at the end. */
export function inFormOrder(sections: readonly Pick<Section, 'fields'>[], errors: readonly FieldError[]): FieldError[] {
  const names = sections.flatMap(({ fields }) => fields);
  const placeOf = ({ path }: FieldError): number => {
    const place = names.indexOf(path.split('.')[0] ?? '');
    return place < 0 ? names.length : place;
  };
  return errors.toSorted((a, b) => placeOf(a) - placeOf(b));
}
