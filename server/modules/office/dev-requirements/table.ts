import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { REQUIREMENT_KINDS } from '#contract/office/dev-requirements';
import { REQUIREMENT_STATE_NAMES } from '#contract/office/states';
import { PRIORITIES } from '#contract/orders/statuses';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const devRequirements = pgTable(
  'dev_requirements',
  {
    ...baseColumns,
    no: text().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    kind: text({ enum: REQUIREMENT_KINDS }).notNull().default('wish'),
    priority: text({ enum: PRIORITIES }).notNull().default('normal'),
    state: text({ enum: REQUIREMENT_STATE_NAMES }).notNull().default('wished'),
    assigneeId: uuid(),
    voterIds: uuid().array().notNull().default([]),
    votes: integer().notNull().default(0),
    doneAt: instant(),
    picture: text(),
    diagnostics: text().notNull().default(''),
  },
  (t) => [uniqueIndex('dev_requirements_no').on(t.no)],
);
