import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Texts } from '../core/fields.ts';

/** Short lists maintained by users: reasons, categories, units. */
export const lookup = defineArea({
  name: 'lookup',
  fields: {
    domain: z
      .string()
      .regex(/^[a-z][A-Za-z]*$/)
      .max(40),
    code: Line(40, 1),
    text: Texts,
    color: z
      .string()
      .regex(/^(#[0-9a-f]{6})?$/)
      .default(''),
    position: z.int().min(0).max(100_000).default(0),
    active: z.boolean().default(true),
  },
  search: ['domain', 'code'],
  title: ['code'],
  shared: true,
});
