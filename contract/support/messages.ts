import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Lines, Ref } from '../core/fields.ts';

export const MESSAGE_TYPES = ['info', 'success', 'warning', 'error'] as const;

const kept = {
  toId: Ref('users'),
  /** Null for messages of the system, such as a changed request. */
  fromId: Ref('users').nullable(),
  type: z.enum(MESSAGE_TYPES),
  title: Line(120, 1),
  text: Lines(1000),
  /** A path of this application. That of a print request can contain up to 60 row ids. */
  link: Line(2500),
  readAt: Instant.nullable(),
};

/** Messages to one user. Shown at once if the user is signed in, and kept for later. */
export const messages = defineArea({
  name: 'messages',
  fields: kept,
  serverSet: Object.keys(kept) as (keyof typeof kept)[],
  search: ['title', 'text'],
  title: ['title'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import', 'export'],
});
