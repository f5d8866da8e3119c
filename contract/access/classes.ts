import { defineArea } from '../core/area.ts';
import { Line, Refs } from '../core/fields.ts';

/** A staff grade or shift class: a named set of duties. */
export const classes = defineArea({
  name: 'classes',
  fields: { code: Line(40, 1), name: Line(100, 1), description: Line(500).default(''), dutyIds: Refs('duties').default([]) },
  search: ['code', 'name', 'description'],
  title: ['name'],
  named: true,
});
