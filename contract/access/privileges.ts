import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Line } from '../core/fields.ts';

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

/**
 * A privilege as it is chosen: `area` is empty for the privilege to everything; `areaTitle` and `right` are in the reader's language, or the
 * codes where somebody added the privilege.
 */
export const PrivilegeChoice = z.object({ id: Id, key: z.string(), area: z.string(), areaTitle: z.string(), right: z.string() });
export type PrivilegeChoice = z.infer<typeof PrivilegeChoice>;
