import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { MESSAGE_TYPES } from '#contract/support/messages';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const messages = pgTable(
  'messages',
  {
    ...baseColumns,
    toId: uuid().notNull(),
    fromId: uuid(),
    type: text({ enum: MESSAGE_TYPES }).notNull().default('info'),
    title: text().notNull(),
    text: text().notNull().default(''),
    link: text().notNull().default(''),
    readAt: instant(),
  },
  (t) => [index('messages_receiver').on(t.toId, t.readAt)],
);
