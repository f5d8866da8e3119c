import type { Mask, Section } from './mask.ts';
import type { Condition } from './mask-condition.ts';

type Column = Mask['columns'][number];
const columnOutside = ({ outside, ...column }: Column): Column => {
  if (outside === 'hidden') return { ...column, hidden: true };
  const { hidden: _, ...shown } = column;
  return outside === 'shown' ? shown : column;
};

const fieldsIn = (condition: Condition | undefined): string[] => {
  if (!condition) return [];
  if ('field' in condition) return [condition.field];
  if ('not' in condition) return fieldsIn(condition.not);
  return ('and' in condition ? condition.and : condition.or).flatMap(fieldsIn);
};

/**
 * The mask for people outside the house: without the fields with `audience: 'house'`. For a carrier's bill, the carrier follows from the
 * session; only house users choose it.
 */
export function forOutsiders(mask: Mask): Mask {
  const fields = Object.fromEntries(Object.entries(mask.fields).filter(([, { audience }]) => audience !== 'house'));
  const shown = (name: string): boolean => Object.hasOwn(fields, name);
  const sections = (all: readonly Section[]): { sections: Section[] } => ({
    sections: all.map((section) => ({ ...section, fields: section.fields.filter(shown) })).filter((section) => section.fields.length > 0),
  });
  return {
    ...mask,
    fields,
    columns: mask.columns.filter(({ field }) => shown(field)).map(columnOutside),
    filters: mask.filters.filter(shown),
    ...(mask.views ? { views: mask.views.filter(({ filters }) => filters.every(({ field }) => shown(field))) } : {}),
    // An action that depends on a field of the house is one of the house.
    ...(mask.actions ? { actions: mask.actions.filter(({ when }) => fieldsIn(when).every(shown)) } : {}),
    ...(mask.facts ? { facts: mask.facts.filter(shown) } : {}),
    ...(mask.oneOf ? { oneOf: mask.oneOf.filter(({ fields: members }) => members.every(shown)) } : {}),
    ...(mask.form ? { form: { ...mask.form, ...sections(mask.form.sections) } } : {}),
    ...(mask.show ? { show: sections(mask.show.sections) } : {}),
    ...(mask.download ? { download: { fields: mask.download.fields.filter(shown) } } : {}),
    ...(mask.import ? { import: { ...mask.import, fields: mask.import.fields.filter(shown) } } : {}),
  };
}
