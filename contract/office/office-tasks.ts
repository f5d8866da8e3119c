import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { PRIORITIES } from '../orders/statuses.ts';
import { OFFICE_STATE_NAMES } from './states.ts';

/** A task of an office user with a due day. It is not an order. */
export const officeTasks = defineArea({
  name: 'officeTasks',
  fields: {
    no: Line(20).default(''),
    title: Line(150, 1),
    text: Lines(4000).default(''),
    assigneeId: Ref('users').nullable().default(null),
    dueDate: CalendarDate.nullable().default(null),
    priority: z.enum(PRIORITIES).default('normal'),
    state: z.enum(OFFICE_STATE_NAMES).default('open'),
    tags: z.array(Line(30, 1)).max(20).default([]),
    taskId: Ref('tasks').nullable().default(null),
    doneAt: Instant.nullable(),
  },
  serverSet: ['doneAt'],
  search: ['no', 'title', 'text'],
  title: ['no', 'title'],
});
