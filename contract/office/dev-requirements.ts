import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { FileId, Instant, Line, Lines, Ref, Refs } from '../core/fields.ts';
import { DIAGNOSTICS_MAX } from '../core/limits.ts';
import { PRIORITIES } from '../orders/statuses.ts';
import { REQUIREMENT_STATE_NAMES } from './states.ts';

export const REQUIREMENT_KINDS = ['bug', 'wish', 'task'] as const;

/** What people want of this application, and who wants it too. */
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
    /** Each person once. */
    voterIds: Refs('users'),
    votes: z.int().min(0),
    doneAt: Instant.nullable(),
    /** What "Report a problem" adds: a picture of the screen, and where and after which errors it was taken. */
    picture: FileId.nullable().default(null),
    diagnostics: Lines(DIAGNOSTICS_MAX).default(''),
  },
  serverSet: ['voterIds', 'votes', 'doneAt'],
  search: ['no', 'title', 'text'],
  title: ['no', 'title'],
});
