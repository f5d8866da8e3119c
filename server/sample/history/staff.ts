import { type Break, breakSum, dayWarning, type Shift, workedMinutes } from '#contract/office/shift';
import { type Day, dateOf, MINUTE } from './days.ts';
import type { Person } from './model.ts';
import { iso } from './rows.ts';
import type { Ledger } from './stock-rows.ts';

/** Shifts of the people in the halls. The first half of each group works early, the others late. */

const EARLY = { start: 6 * 60, end: 14 * 60 + 30, breaks: [9 * 60, 12 * 60] };
const LATE = { start: 11 * 60, end: 19 * 60 + 30, breaks: [13 * 60 + 30, 16 * 60 + 30] };
const ABSENT = 0.045;

function addShift({ random, rows }: Ledger, { id }: Person, day: Day, { start, end, breaks }: typeof EARLY): void {
  const minute = (of: number): number => day.start + of * MINUTE;
  const startAt = minute(start) + random.int(-9, 6) * MINUTE;
  const endAt = minute(end) + random.int(-12, 25) * MINUTE;
  const taken: Break[] = breaks.map((from) => {
    const at = minute(from) + random.int(0, 25) * MINUTE;
    return { from: iso(at), to: iso(at + random.int(16, 28) * MINUTE) };
  });
  const shift: Shift = { startAt: iso(startAt), endAt: iso(endAt), breaks: taken, breakMinutes: breakSum(taken) };
  rows.add('attendances', endAt, {
    id: random.uuid(startAt),
    user_id: id,
    start_at: shift.startAt,
    end_at: shift.endAt,
    break_minutes: shift.breakMinutes,
    day: dateOf(startAt),
    state: 'finished',
    breaks: taken,
    worked: workedMinutes(shift, iso(endAt)),
    warning: dayWarning([shift], null, iso(endAt)),
  });
}

/** Rows of the shifts of everybody who has no shifts in the small sample. */
export function addShifts(ledger: Ledger, days: readonly Day[]): void {
  const { random, house } = ledger;
  for (const group of [house.crew.pick, house.crew.pack])
    for (const [i, person] of group.entries())
      for (const day of days.filter(({ isOpen }) => isOpen))
        if (!random.chance(ABSENT)) addShift(ledger, person, day, i < group.length / 2 ? EARLY : LATE);
}
