import type { FieldSpec, Mask } from '#contract/core/mask';
import type { Row } from '../kinds/kind.ts';

/** What fields start with before anybody typed: their defaults, as the server would fill them. */
export const startOf = (fields: Readonly<Record<string, FieldSpec>>): Row =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, spec]) => (spec.default === undefined ? [] : [[name, spec.default]])));

const PLAIN = new Set(['text', 'choice', 'status', 'reference']);

/** What a list is cut by and its form asks for, a new record begins with: an invoice made in the list of USD is in USD. The server does not know, so it is sent. */
export function cutOf({ fixed = [], fields, form }: Pick<Mask, 'fixed' | 'fields' | 'form'>): Row {
  const asked = new Set(form?.sections.flatMap((section) => section.fields));
  const cuts = fixed.filter(({ field, op }) => op === 'eq' && asked.has(field) && PLAIN.has(fields[field]?.kind ?? ''));
  return Object.fromEntries(cuts.map(({ field, value }) => [field, value]));
}
