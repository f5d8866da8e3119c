import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Lines } from '../core/fields.ts';

/** Settings of the house by key. Merchants have their own. The browser reads them with GET /v0/settings/config. */
export const settings = defineArea({
  name: 'settings',
  fields: {
    key: z
      .string()
      .regex(/^[a-z][A-Za-z0-9.]*$/)
      .max(80),
    value: z.union([Lines(2000), z.number(), z.boolean(), z.array(Line(200)).max(100)]),
    description: Line(500).default(''),
    /** Also readable for merchants and carriers. */
    public: z.boolean().default(false),
  },
  search: ['key', 'description'],
  title: ['key'],
});
