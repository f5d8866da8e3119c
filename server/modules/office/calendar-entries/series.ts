import { and, eq, gte, sql } from 'drizzle-orm';
import { addDays, dayNumber } from '#contract/core/house-day';
import { calendarEntries as area } from '#contract/office/calendar-entries';
import { shiftRule } from '#contract/office/recurrence';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { AreaRow } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { calendarEntries } from './table.ts';

/** The entry that a change made or changed last. */
export type Changed = { id: string; version: number };
export type Series = AreaRow<typeof area>;

/** What a copy of an entry keeps, moved by days. */
const copied = (entry: Series, by: number) => ({
  title: entry.title,
  kind: entry.kind,
  startDay: addDays(entry.startDay, by),
  endDay: addDays(entry.endDay, by),
  allDay: entry.allDay,
  startTime: entry.startTime,
  endTime: entry.endTime,
  whoIds: entry.whoIds,
  link: entry.link,
  text: entry.text,
});

const CHANGED = { id: calendarEntries.id, version: calendarEntries.version };
const set = async (tx: Db, id: string, values: Partial<typeof calendarEntries.$inferInsert>): Promise<Changed> => {
  const [changed] = await tx.update(calendarEntries).set(values).where(eq(calendarEntries.id, id)).returning(CHANGED);
  if (!changed) throw new DomainError('NotFound');
  return changed;
};

/** @throws DomainError StateRefused if another entry has taken the place of the day meanwhile */
async function insert(tx: Db, values: typeof calendarEntries.$inferInsert): Promise<Changed> {
  const [made] = await tx.insert(calendarEntries).values(values).onConflictDoNothing().returning(CHANGED);
  if (!made) throw new DomainError('StateRefused', 'calendarEntries.refusals.notOnThisDay');
  return made;
}

const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** More days than any calendar entry is away from another. */
const FAR_AWAY = 1_000_000;

/** Puts an entry of its own in place of one day. Deleting that entry brings the day of the series back. */
export function replaceDay(tx: Db, actor: Actor, series: Series, day: string, by: number): Promise<Changed> {
  const moved = daysBetween(series.startDay, day) + by;
  // The author of the series stays the one who may change its days.
  return insert(tx, { ...copied(series, moved), createdBy: series.createdBy ?? actor.userId, seriesId: series.id, seriesDay: day });
}

export const skipDay = (tx: Db, series: Series, day: string): Promise<Changed> =>
  set(tx, series.id, { skippedDays: [...series.skippedDays, day].toSorted() });

export const restoreDay = (tx: Db, series: Series, day: string): Promise<Changed> =>
  set(tx, series.id, { skippedDays: series.skippedDays.filter((skipped) => skipped !== day) });

/** Ends a series on the day before. */
export const stopBefore = (tx: Db, series: Series, day: string): Promise<Changed> => set(tx, series.id, { repeatUntil: addDays(day, -1) });

/** Moves all days of a series; what was changed on single days stays changed. */
export async function moveSeries(tx: Db, series: Series, by: number): Promise<Changed> {
  const { startDay, repeatDays, repeatUntil } = shiftRule(series, by);
  // In two steps, because two changed days may change places and their unique index is checked row by row.
  for (const days of [FAR_AWAY, by - FAR_AWAY])
    await tx
      .update(calendarEntries)
      .set({ seriesDay: sql`${calendarEntries.seriesDay} + ${days}::int` })
      .where(eq(calendarEntries.seriesId, series.id));
  const skippedDays = series.skippedDays.map((day) => addDays(day, by));
  return set(tx, series.id, { startDay, endDay: addDays(series.endDay, by), repeatDays, repeatUntil, skippedDays });
}

/** Ends a series before a day and starts another one on it, moved by days, which takes over what was changed on later days. */
export async function splitSeries(tx: Db, actor: Actor, series: Series, day: string, by: number): Promise<Changed> {
  const { repeat, repeatEvery, repeatBy } = series;
  const { repeatDays, repeatUntil } = shiftRule(series, by);
  const made = await insert(tx, {
    ...copied(series, daysBetween(series.startDay, day) + by),
    createdBy: series.createdBy ?? actor.userId,
    repeat,
    repeatEvery,
    repeatDays: [...repeatDays],
    repeatBy,
    repeatUntil,
    skippedDays: series.skippedDays.filter((skipped) => skipped > day).map((skipped) => addDays(skipped, by)),
  });
  await tx
    .update(calendarEntries)
    .set({ seriesId: made.id, seriesDay: sql`${calendarEntries.seriesDay} + ${by}::int` })
    .where(and(eq(calendarEntries.seriesId, series.id), gte(calendarEntries.seriesDay, day)));
  await set(tx, series.id, { repeatUntil: addDays(day, -1), skippedDays: series.skippedDays.filter((skipped) => skipped < day) });
  return made;
}
