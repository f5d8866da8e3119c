import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line } from '../core/fields.ts';

/** Saved views of a list: the user's own and shared ones. */
export const views = defineArea({
  name: 'views',
  fields: { mask: Line(80, 1), name: Line(80, 1), shared: z.boolean().default(false), state: z.record(z.string(), z.unknown()) },
  search: ['name'],
  title: ['name'],
  without: ['import', 'export'],
});
