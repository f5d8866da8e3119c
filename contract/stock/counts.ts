import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref, Refs } from '../core/fields.ts';

export const COUNT_STATES = ['open', 'counting', 'review', 'approved', 'cancelled'] as const;

/** A cycle count of some places. Blind: the worker does not see expected quantities. Differences are booked only after approval. */
export const counts = defineArea({
  name: 'counts',
  fields: {
    no: Line(20).default(''),
    name: Line(100).default(''),
    compartmentIds: Refs('compartments'),
    blind: z.boolean().default(true),
    state: z.enum(COUNT_STATES),
    /** Number of the round. A recount starts the next one. */
    round: z.int(),
    /** `variance`: surplus minus missing pieces. `differing`: sum of all differing pieces. */
    variance: z.int(),
    differing: z.int(),
    reason: z.string(),
    approvedBy: Ref('users').nullable(),
    approvedAt: Instant.nullable(),
    remark: Line(300).default(''),
  },
  serverSet: ['state', 'round', 'variance', 'differing', 'reason', 'approvedBy', 'approvedAt'],
  search: ['no', 'name'],
  title: ['no', 'name'],
  without: ['delete', 'recover', 'purge', 'import'],
  retained: true,
});
