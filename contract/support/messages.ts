import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Lines, Ref } from '../core/fields.ts';

export const MESSAGE_TYPES = ['info', 'success', 'warning', 'error'] as const;

const kept = {
  toId: Ref('users'),
  /** Absent where the house itself tells something, such as a request that was changed. */
  fromId: Ref('users').nullable(),
  type: z.enum(MESSAGE_TYPES),
  title: Line(120, 1),
  text: Lines(1000),
  /** A page of ours; that of a print request names up to 60 rows. */
  link: Line(2500),
  readAt: Instant.nullable(),
};

/** What one person was told: shown at once where the receiver is signed in, and kept for whoever was away. */
export const messages = defineArea({
  name: 'messages',
  fields: kept,
  serverSet: Object.keys(kept) as (keyof typeof kept)[],
  search: ['title', 'text'],
  title: ['title'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import', 'export'],
});
