import { and, eq, isNull } from 'drizzle-orm';
import { dayOf } from '#contract/core/house-day';
import type { ClockAct, SHIFT_SOURCES } from '#contract/office/attendances';
import { type Break, breakSum, type Shift, shiftState, workedMinutes } from '#contract/office/shift';
import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { findClash } from './clash.ts';
import { updateDayWarnings } from './day-warnings.ts';
import { attendances } from './table.ts';

type Clocking = {
  act: ClockAct | 'toggle';
  source: (typeof SHIFT_SOURCES)[number];
  /** The RFID reader and the time of its read. By hand, the time is now. */
  read?: { reader: string; at: string };
};

export const openOf = (userId: string) => and(eq(attendances.userId, userId), isNull(attendances.endAt), isNull(attendances.deletedAt));

async function openShift(tx: Db, userId: string) {
  const [shift] = await tx.select().from(attendances).where(openOf(userId)).for('update');
  return shift ?? null;
}

const resolveAct = (act: ClockAct | 'toggle', shift: Shift | null): ClockAct => {
  if (act !== 'toggle') return act;
  if (!shift) return 'in';
  return shiftState(shift) === 'onBreak' ? 'breakEnd' : 'out';
};

/** The breaks after this action. @throws DomainError StateRefused if it does not fit: a break within a break, or an end without a break */
function afterAct(act: ClockAct, breaks: readonly Break[], now: string): Break[] {
  const open = breaks.some(({ to }) => to === null);
  if ((act === 'breakStart' && open) || (act === 'breakEnd' && !open)) throw new DomainError('StateRefused');
  if (act === 'breakStart') return [...breaks, { from: now, to: null }];
  // Clocking out ends an open break.
  return breaks.map((one) => (one.to === null ? { ...one, to: now } : one));
}

/** A read that comes late counts only after all that the person has clocked. Otherwise it would rewrite times that are recorded. */
async function refuseOvertaken(tx: Db, userId: string, shift: Shift | null, at: string): Promise<void> {
  const times = shift ? [shift.startAt, ...shift.breaks.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))] : [];
  const isOvertaken = shift
    ? times.some((time) => Date.parse(time) > Date.parse(at))
    : (await findClash.first(tx, { userId, id: null, startAt: at, endAt: null })) !== null;
  if (isOvertaken) throw new DomainError('StateRefused', 'attendances.refusals.overtaken');
}

/**
 * Records coming, going or a break of a person.
 * @returns what `toggle` meant
 * @throws DomainError StateRefused if the act does not fit, the read was overtaken, or the month is closed
 */
export async function clock(tx: Db, userId: string, { act: asked, source, read }: Clocking): Promise<ClockAct> {
  const now = read?.at ?? new Date().toISOString();
  const shift = await openShift(tx, userId);
  const act = resolveAct(asked, shift);
  if ((act === 'in') !== (shift === null)) throw new DomainError('StateRefused');
  if (read) await refuseOvertaken(tx, userId, shift, now);
  if (!shift) {
    const day = dayOf(now);
    await tx.insert(attendances).values({ userId, startAt: now, day, source, reader: read?.reader ?? '' });
    await updateDayWarnings(tx, userId, day, now);
    return act;
  }
  const breaks = afterAct(act, shift.breaks, now);
  // A manually corrected sum is kept; only breaks ended by this action are added.
  const breakMinutes = shift.breakMinutes + breakSum(breaks) - breakSum(shift.breaks);
  const next: Shift = { startAt: shift.startAt, endAt: act === 'out' ? now : null, breaks, breakMinutes };
  await tx
    .update(attendances)
    .set({
      endAt: next.endAt,
      breaks,
      breakMinutes,
      state: shiftState(next),
      worked: workedMinutes(next, now),
      // A corrected shift stays marked as corrected.
      ...(read ? { reader: read.reader, source: shift.source === 'correction' ? shift.source : source } : {}),
    })
    .where(eq(attendances.id, shift.id));
  await updateDayWarnings(tx, userId, shift.day, now);
  return act;
}
