import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

export const MONTH_STATES = ['closed', 'reopened'] as const;
/** A calendar month of the house, YYYY-MM. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** The totals of a month: minutes, and days of leave and sickness. */
export const MONTH_TOTALS = {
  agreed: z.int(),
  worked: z.int(),
  holiday: z.int(),
  leave: z.int(),
  sick: z.int(),
  absence: z.int(),
  leaveDays: z.int(),
  sickDays: z.int(),
  balance: z.int(),
  /** The balance of all closed months before. */
  carried: z.int(),
  /** The balance at the end of the month. The next month carries it. */
  closing: z.int(),
};

/**
 * A closed month of one person, with its totals as they were at the close (month-totals.ts). Durations are minutes. Name and personnel
 * number are kept, so that the export for payroll stays the same.
 */
export const attendanceMonths = defineArea({
  name: 'attendanceMonths',
  fields: {
    userId: Ref('users'),
    month: Month,
    personName: Line(100),
    personnelNo: Line(20),
    state: z.enum(MONTH_STATES),
    ...MONTH_TOTALS,
    /** Days of leave that are left in the year of the month. Null where no days are agreed. */
    leaveLeft: z.int().nullable(),
    closedAt: Instant,
    closedBy: Ref('users').nullable(),
    reopenedAt: Instant.nullable(),
    reopenedBy: Ref('users').nullable(),
    reopenReason: Line(300),
  },
  serverSet: [
    'userId',
    'month',
    'personName',
    'personnelNo',
    'state',
    'agreed',
    'worked',
    'holiday',
    'leave',
    'sick',
    'absence',
    'leaveDays',
    'sickDays',
    'balance',
    'carried',
    'closing',
    'leaveLeft',
    'closedAt',
    'closedBy',
    'reopenedAt',
    'reopenedBy',
    'reopenReason',
  ],
  search: ['personName', 'personnelNo', 'month'],
  title: ['month', 'personName'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
