import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line } from '../core/fields.ts';

/** What may be done, as `<area>.<action>`; new areas bring theirs at start, so nobody types them. */
export const privileges = defineArea({
  name: 'privileges',
  fields: {
    key: z
      .string()
      .regex(/^(\*|[a-z][A-Za-z0-9-]*\.(\*|[A-Za-z0-9]+))$/)
      .max(80),
    area: Line(60),
    description: Line(500).default(''),
  },
  serverSet: ['area'],
  search: ['key', 'description'],
  title: ['key'],
  named: true,
});
