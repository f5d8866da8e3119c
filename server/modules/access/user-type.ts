import { USER_TYPES } from '#contract/access/users';
import type { FieldInput } from '../../core/http/mask.ts';

/** A user type is a number. Those of the built-in roles have names; roles of the house may use others. */
export const USER_TYPE = {
  kind: 'choice',
  numeric: true,
  options: Object.entries(USER_TYPES).map(([name, value]) => ({ value: String(value), label: `users.types.${name}` })),
  sort: true,
  filter: true,
} as const satisfies FieldInput;
