import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line } from '../core/fields.ts';

/** Privileges, as `<area>.<action>`. The server adds those of new areas at start. */
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
