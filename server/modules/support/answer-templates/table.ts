import { pgTable, text } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

export const answerTemplates = pgTable('answer_templates', {
  ...baseColumns,
  title: text().notNull(),
  textEn: text().notNull().default(''),
  textDe: text().notNull().default(''),
  textCn: text().notNull().default(''),
});
