import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LOCALES } from '#contract/core/limits';
import { DOCUMENT_NAMES } from '#contract/printing/documents';
import { JOB_STATES, PAPER_KINDS } from '#contract/printing/jobs';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const printJobNo = pgSequence('print_job_no', { startWith: 1001 });

export const printJobs = pgTable(
  'print_jobs',
  {
    ...baseColumns,
    no: text().notNull().default(sql`'PJ-' || nextval('print_job_no')`),
    key: text().notNull(),
    document: text({ enum: DOCUMENT_NAMES as [(typeof DOCUMENT_NAMES)[number]] }).notNull(),
    ids: uuid().array().notNull(),
    title: text().notNull(),
    locales: text({ enum: LOCALES }).array().notNull(),
    paper: text({ enum: PAPER_KINDS }).notNull(),
    copies: integer().notNull(),
    pages: integer(),
    state: text({ enum: JOB_STATES }).notNull().default('queued'),
    reason: text().notNull(),
    reprintOf: uuid(),
    error: text().notNull().default(''),
    printerId: uuid(),
    stationId: uuid(),
    agent: text().notNull().default(''),
    requestedBy: uuid().notNull(),
    merchantId: uuid(),
    sentAt: instant(),
    endedAt: instant(),
    expiresAt: instant().notNull(),
    /** Typed or scanned data, for documents without rows. */
    records: jsonb(),
    /** The key without its number; identifies duplicate prints. */
    subject: text().notNull(),
    /** The browser that may advance the job; null while any browser with a printer may claim it. */
    holder: text(),
    /** Outside users print for themselves: their jobs are only offered to their own side, and jobs of the house only to the house. */
    sideId: uuid(),
  },
  (t) => [
    uniqueIndex('print_jobs_key').on(t.key),
    index('print_jobs_ids').using('gin', t.ids),
    index('print_jobs_open').on(t.expiresAt).where(sql`state in ('queued', 'sent')`),
  ],
);
