import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Refs, Texts } from '../core/fields.ts';
import { USER_TYPES } from './users.ts';

export const roles = defineArea({
  name: 'roles',
  fields: {
    key: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]*$/)
      .max(40),
    name: Texts,
    description: Line(500).default(''),
    /** The user type of accounts with this role (GLOSSARY.md): up to 100 outside the house, above that staff. */
    userType: z.int().min(1).max(999).default(USER_TYPES.employee),
    /** Path prefixes that the role may open; `*` means all. */
    routes: z
      .array(
        z
          .string()
          .regex(/^(\*|\/[\w/.-]*)$/)
          .max(120),
      )
      .max(300)
      .default([]),
    privilegeIds: Refs('privileges').default([]),
  },
  search: ['key', 'name', 'description'],
  title: ['name'],
  named: true,
});
