import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, FileId, Line, Ref } from '../core/fields.ts';
import { Amount } from './amount.ts';

/** `datev`: the bookings of a month with parties, account names and documents. `audit`: the books of a period for a tax audit (GoBD, Z3). */
export const EXPORT_KINDS = ['datev', 'audit'] as const;

/** What was handed to the accountant or an auditor. A line of the ledger is in one DATEV export only. */
export const accountantExports = defineArea({
  name: 'accountantExports',
  fields: {
    no: Line(20).default(''),
    kind: z.enum(EXPORT_KINDS),
    firstDay: CalendarDate,
    lastDay: CalendarDate,
    /** 1 for the first export of a month; later ones hold what was booked since. */
    part: z.int().min(1).default(1),
    /** Entries of the ledger, rows of the file, and the sum of the debits in euro. */
    entries: z.int().min(0),
    rows: z.int().min(0),
    debit: Amount,
    /** Whether the accountant's program keeps the bookings from being changed (Festschreibung): the month was closed. */
    fixed: z.boolean(),
    file: FileId.nullable(),
    /** SHA-256 of the file. */
    checksum: Line(64),
    madeBy: Ref('users').nullable(),
  },
  serverSet: ['no', 'kind', 'firstDay', 'lastDay', 'part', 'entries', 'rows', 'debit', 'fixed', 'file', 'checksum', 'madeBy'],
  search: ['no'],
  title: ['no', 'firstDay'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

/** Days of a month, for example of 2026-11: 2026-11-01 and 2026-11-30. */
export function monthDays(month: string): { from: string; to: string } {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
  return { from: `${month.slice(0, 7)}-01`, to: `${month.slice(0, 7)}-${String(last).padStart(2, '0')}` };
}
