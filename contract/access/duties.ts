import { defineArea } from '../core/area.ts';
import { Line, Refs } from '../core/fields.ts';

/** A responsibility: a named set of privileges. Classes give it to their members. */
export const duties = defineArea({
  name: 'duties',
  fields: { code: Line(40, 1), name: Line(100, 1), description: Line(500).default(''), privilegeIds: Refs('privileges').default([]) },
  search: ['code', 'name', 'description'],
  title: ['name'],
  named: true,
});
