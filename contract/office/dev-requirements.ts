import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { FileId, Instant, Line, Lines, Ref, Refs } from '../core/fields.ts';
import { DIAGNOSTICS_MAX } from '../core/limits.ts';
import { PRIORITIES } from '../orders/statuses.ts';
import { REQUIREMENT_STATE_NAMES } from './states.ts';

export const REQUIREMENT_KINDS = ['bug', 'wish', 'task'] as const;

/** Requirements for this application, and the users who vote for them. */
export const devRequirements = defineArea({
  name: 'devRequirements',
  fields: {
    no: Line(20).default(''),
    title: Line(150, 1),
    text: Lines(4000).default(''),
    kind: z.enum(REQUIREMENT_KINDS).default('wish'),
    priority: z.enum(PRIORITIES).default('normal'),
    state: z.enum(REQUIREMENT_STATE_NAMES).default('wished'),
    assigneeId: Ref('users').nullable().default(null),
    /** Each user at most once. */
    voterIds: Refs('users'),
    votes: z.int().min(0),
    doneAt: Instant.nullable(),
    /** Added by "Report a problem": a screenshot, the page, and the preceding errors. */
    picture: FileId.nullable().default(null),
    diagnostics: Lines(DIAGNOSTICS_MAX).default(''),
  },
  serverSet: ['voterIds', 'votes', 'doneAt'],
  search: ['no', 'title', 'text'],
  title: ['no', 'title'],
});
