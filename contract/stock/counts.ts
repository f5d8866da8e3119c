import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref, Refs } from '../core/fields.ts';

export const COUNT_STATES = ['open', 'counting', 'review', 'approved', 'cancelled'] as const;

/** A cycle count of some places. Blind: whoever counts does not see what is expected. Differences are booked only once they are approved. */
export const counts = defineArea({
  name: 'counts',
  fields: {
    no: Line(20).default(''),
    name: Line(100).default(''),
    compartmentIds: Refs('compartments'),
    blind: z.boolean().default(true),
    state: z.enum(COUNT_STATES),
    /** How many times it was counted; a recount starts the next round. */
    round: z.int(),
    /** Pieces too many minus pieces missing, and the pieces that differ at all. */
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
