import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, FileId, Instant, Lines, Ref } from '../core/fields.ts';

/** Work for a merchant that no scan records. It is charged once somebody approved it; an approved entry stands. */
export const workEntries = defineArea({
  name: 'workEntries',
  fields: {
    merchantId: Ref('merchants'),
    categoryId: Ref('quotationCategories'),
    workedOn: CalendarDate,
    userId: Ref('users'),
    minutes: z.int().min(0).max(1440).default(0),
    pieces: z.int().min(0).max(1_000_000).default(0),
    taskId: Ref('tasks').nullable().default(null),
    ticketId: Ref('tickets').nullable().default(null),
    note: Lines(1000).default(''),
    photo: FileId.nullable().default(null),
    approvedAt: Instant.nullable(),
    approvedBy: Ref('users').nullable(),
  },
  serverSet: ['approvedAt', 'approvedBy'],
  search: ['note'],
  title: ['note', 'workedOn'],
});
