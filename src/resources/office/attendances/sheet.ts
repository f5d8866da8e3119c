import type { MonthTotals } from '#contract/office/month-totals';
import type { SheetDay } from '#contract/office/shift';
import type { LeaveKind } from '#contract/office/time-requests';
import { formatTime } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { hours } from '../hours.ts';

export type Day = SheetDay & { leave: LeaveKind | null };
/** The answer of `GET /v0/attendances/sheet`. */
export type Sheet = {
  name: string;
  closedId: string | null;
  carried: number | null;
  totals: Omit<MonthTotals, 'carried' | 'closing'> | null;
  days: Day[];
};

export const SHEET_COLUMNS = ['day', 'times', 'worked', 'breaks', 'planned', 'balance', 'warning'] as const;

const clock = (at: string | null): string => (at === null ? '…' : formatTime(at));

/** Empty for future days, and for days without planned or worked time. */
export const balanceText = ({ balance, worked, planned }: SheetDay): string =>
  balance === null || worked + planned === 0 ? '' : hours(balance);

export const sumOf = (days: readonly SheetDay[], key: 'worked' | 'breaks' | 'planned' | 'balance'): number =>
  days.reduce((all, day) => all + (day[key] ?? 0), 0);

/** Sums of the columns from `worked` to `balance`. */
export const sheetTotals = (days: readonly SheetDay[]): string[] =>
  (['worked', 'breaks', 'planned', 'balance'] as const).map((key) => hours(sumOf(days, key)));

/** The texts of a day: its shifts with holiday and leave, and its warning. */
export function useDayTexts(): { times: (day: Day) => string; warning: (day: Day) => string } {
  const t = useT();
  return {
    times: (day) =>
      [
        ...day.shifts.map(({ startAt, endAt }) => `${clock(startAt)}–${clock(endAt)}`),
        ...(day.holiday === null ? [] : [t(`workingTimes.holidays.${day.holiday}`)]),
        ...(day.leave === null ? [] : [t(`timeRequests.kinds.${day.leave}`)]),
      ].join(', '),
    warning: (day) => (day.warning === 'none' ? '' : t(`attendances.warnings.${day.warning}`)),
  };
}

/** The days in weeks from Monday to Sunday, in order. */
export function weeksOf(days: readonly Day[]): Day[][] {
  const weeks: Day[][] = [];
  for (const day of days) {
    const isMonday = new Date(`${day.day}T00:00:00Z`).getUTCDay() === 1;
    if (isMonday || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
}
