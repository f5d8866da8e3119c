import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { BILLED } from '#contract/money/circles';
import { LETTER_PREFIX, LETTER_STATUSES } from '#contract/money/dunning-states';
import type { DunningLetter } from '#contract/printing/paper-data';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const dunningLetterNo = pgSequence('dunning_letter_no', { startWith: 1001 });
const sum = () => bigint({ mode: 'number' }).notNull().default(0);

export const dunningLetters = pgTable(
  'dunning_letters',
  {
    ...baseColumns,
    no: text()
      .notNull()
      .default(sql.raw(`'${LETTER_PREFIX}' || nextval('dunning_letter_no')`)),
    runId: uuid().notNull(),
    merchantId: uuid(),
    customerId: uuid(),
    partyName: text().notNull(),
    level: integer().notNull(),
    status: text({ enum: LETTER_STATUSES }).notNull().default('proposed'),
    currency: text({ enum: BILLED }).notNull(),
    due: sum(),
    interest: sum(),
    flatSum: sum(),
    fee: sum(),
    payUntil: date({ mode: 'string' }).notNull(),
    sentAt: instant(),
    mailId: uuid(),
    pdfFile: text(),
    invoiceId: uuid(),
    /** What the PDF prints: as proposed, and frozen when the letter is sent. */
    paper: jsonb().$type<z.input<typeof DunningLetter>>().notNull(),
  },
  (t) => [
    uniqueIndex('dunning_letters_once').on(t.runId, sql`coalesce(merchant_id, customer_id)`, t.currency),
    index('dunning_letters_pdf').on(t.pdfFile).where(sql`pdf_file is not null`),
    check('dunning_letters_one_party', sql`num_nonnulls(merchant_id, customer_id) = 1`),
    check('dunning_letters_sent', sql`(status in ('mailed', 'printed')) = (sent_at is not null)`),
  ],
);
