import type { FieldSpec } from '#contract/mask';
import type { Row } from '../kinds/kind.ts';

/** What fields start with before anybody typed: their defaults, as the server would fill them. */
export const startOf = (fields: Readonly<Record<string, FieldSpec>>): Row =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, spec]) => (spec.default === undefined ? [] : [[name, spec.default]])));
