import type { FieldSpec, Mask } from '#contract/core/mask';
import type { Row } from '../kinds/kind.ts';

/** Default values of fields, as the server would set them. */
export const startOf = (fields: Readonly<Record<string, FieldSpec>>): Row =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, spec]) => (spec.default === undefined ? [] : [[name, spec.default]])));

const PLAIN = new Set(['text', 'choice', 'status', 'reference']);

/**
 * Start values from the list's fixed filters: an invoice created in the list of USD is in USD. They are sent, because the server does not
 * know the list.
 */
export function cutOf({ fixed = [], fields, form }: Pick<Mask, 'fixed' | 'fields' | 'form'>): Row {
  const asked = new Set(form?.sections.flatMap((section) => section.fields));
  const cuts = fixed.filter(({ field, op }) => op === 'eq' && asked.has(field) && PLAIN.has(fields[field]?.kind ?? ''));
  return Object.fromEntries(cuts.map(({ field, value }) => [field, value]));
}
