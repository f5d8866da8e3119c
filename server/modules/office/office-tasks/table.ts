import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { OFFICE_STATE_NAMES } from '#contract/office/states';
import { PRIORITIES } from '#contract/orders/statuses';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const officeTasks = pgTable(
  'office_tasks',
  {
    ...baseColumns,
    no: text().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    assigneeId: uuid(),
    dueDate: date(),
    priority: text({ enum: PRIORITIES }).notNull().default('normal'),
    state: text({ enum: OFFICE_STATE_NAMES }).notNull().default('open'),
    tags: text().array().notNull().default([]),
    taskId: uuid(),
    doneAt: instant(),
  },
  (t) => [uniqueIndex('office_tasks_no').on(t.no), index('office_tasks_state').on(t.state, t.dueDate)],
);
