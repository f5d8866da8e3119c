/** Deadlines that count only the hours in which the house is open: by weekday, without public holidays, in the house's time zone. */
import { addDays, HOUSE_ZONE } from '../core/house-day.ts';
import { instantAt, wallClock } from '../core/wall-clock.ts';
import { FIRST_YEAR, holidaysOf, STATES, type State } from '../office/holidays.ts';
import { WEEKDAYS } from '../office/working-time.ts';

type Weekday = (typeof WEEKDAYS)[number];
/** Minutes since midnight on the wall clock; `to` is at most 1440 (24:00). */
export type OpenSpan = { from: number; to: number };
export type OpeningHours = { days: Record<Weekday, readonly OpenSpan[]>; state: State | null; assumption?: boolean; zone: string };

/**
 * Settings: `support.hours.monday` … with `08:00-12:00, 13:00-17:00` or nothing, the state whose public holidays count, and whether the
 * municipality in Bavaria has Assumption Day (true or false).
 */
export const HOURS_KEY = 'support.hours.';
export const HOLIDAY_STATE_KEY = 'support.holidayState';
export const ASSUMPTION_KEY = 'support.holidayAssumption';

const MINUTE = 60_000;
const SPAN = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/;

/** Reads the opening hours of a day. An empty text is a closed day. Null: not readable, or spans that overlap or end before they begin. */
export function parseHours(text: string): OpenSpan[] | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const spans: OpenSpan[] = [];
  for (const part of parts) {
    const [, fromHour, fromMinute, toHour, toMinute] = SPAN.exec(part) ?? [];
    if (fromHour === undefined || Number(fromMinute) > 59 || Number(toMinute) > 59) return null;
    const span = { from: Number(fromHour) * 60 + Number(fromMinute), to: Number(toHour) * 60 + Number(toMinute) };
    if (span.to > 1440 || span.from >= span.to || span.from < (spans.at(-1)?.to ?? 0)) return null;
    spans.push(span);
  }
  return spans;
}

const clockText = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** The inverse of `parseHours`. */
export const hoursText = (spans: readonly OpenSpan[]): string =>
  spans.map(({ from, to }) => `${clockText(from)}-${clockText(to)}`).join(', ');

const WORKDAY: readonly OpenSpan[] = [{ from: 480, to: 1020 }];
/** Used where nothing is set: Monday to Friday, 08:00 to 17:00, without holidays of a state. */
export const DEFAULT_HOURS: OpeningHours = {
  days: { sunday: [], monday: WORKDAY, tuesday: WORKDAY, wednesday: WORKDAY, thursday: WORKDAY, friday: WORKDAY, saturday: [] },
  state: null,
  zone: HOUSE_ZONE,
};

const stateOf = (value: unknown): State | null => STATES.find((state) => state === value) ?? null;

/** The rule that a setting of the opening hours breaks; null if it is valid or no such setting. */
export function hoursFault(key: string, value: unknown): 'openingHours' | 'holidayState' | 'choice' | null {
  if (key === HOLIDAY_STATE_KEY) return value === '' || stateOf(value) !== null ? null : 'holidayState';
  if (key === ASSUMPTION_KEY) return typeof value === 'boolean' ? null : 'choice';
  if (!key.startsWith(HOURS_KEY)) return null;
  const isDay = WEEKDAYS.some((day) => `${HOURS_KEY}${day}` === key);
  return isDay && typeof value === 'string' && parseHours(value) !== null ? null : 'openingHours';
}

/** Opening hours from settings by key. A day that is not set has its default. */
export function openingHoursOf(settings: ReadonlyMap<string, unknown>): OpeningHours {
  const hoursOn = (day: Weekday): readonly OpenSpan[] => {
    const value = settings.get(`${HOURS_KEY}${day}`);
    return (typeof value === 'string' ? parseHours(value) : null) ?? DEFAULT_HOURS.days[day];
  };
  const [sunday, monday, tuesday, wednesday, thursday, friday, saturday] = WEEKDAYS.map(hoursOn);
  return {
    days: {
      sunday: sunday ?? [],
      monday: monday ?? [],
      tuesday: tuesday ?? [],
      wednesday: wednesday ?? [],
      thursday: thursday ?? [],
      friday: friday ?? [],
      saturday: saturday ?? [],
    },
    state: stateOf(settings.get(HOLIDAY_STATE_KEY)),
    assumption: settings.get(ASSUMPTION_KEY) === true,
    zone: HOUSE_ZONE,
  };
}

const holidays = new Map<string, ReadonlySet<string>>();
function isHoliday({ state, assumption = false }: OpeningHours, day: string): boolean {
  const year = Number(day.slice(0, 4));
  if (state === null || year < FIRST_YEAR) return false;
  const key = `${state} ${assumption} ${year}`;
  const days = holidays.get(key) ?? new Set(holidaysOf(state, year, { assumption }).map((holiday) => holiday.day));
  holidays.set(key, days);
  return days.has(day);
}

/** When the house is open on a day (YYYY-MM-DD), in milliseconds. On a day of changed clocks a span has as many hours as it really lasts. */
function spansOn(hours: OpeningHours, day: string): [number, number][] {
  const { days, zone } = hours;
  if (isHoliday(hours, day)) return [];
  const weekday = WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 'sunday';
  return days[weekday].map(({ from, to }) => [instantAt(day, from, zone), instantAt(day, to, zone)]);
}

/** Days that are looked at. A house that does not open for so long has no deadlines. */
const FURTHEST = 400;

/**
 * The instant at which the house has been open for this many minutes since `from` (ISO UTC). Zero minutes: `from` itself.
 * Null if the house does not open often enough within 400 days.
 */
export function addOpenMinutes(hours: OpeningHours, from: string, minutes: number): string | null {
  const start = Date.parse(from);
  let left = minutes * MINUTE;
  if (left <= 0) return new Date(start).toISOString();
  let day = wallClock(start, hours.zone).slice(0, 10);
  for (let n = 0; n < FURTHEST; n += 1) {
    for (const [opens, closes] of spansOn(hours, day)) {
      const begin = Math.max(opens, start);
      const open = Math.max(0, closes - begin);
      if (open >= left) return new Date(begin + left).toISOString();
      left -= open;
    }
    day = addDays(day, 1);
  }
  return null;
}

/** The first day after this one on which the house opens (YYYY-MM-DD). Null if it does not open within 400 days. */
export function nextOpenDay(hours: OpeningHours, after: string): string | null {
  let day = addDays(after, 1);
  for (let n = 0; n < FURTHEST; n += 1, day = addDays(day, 1)) if (spansOn(hours, day).length > 0) return day;
  return null;
}

/** How many minutes the house was open between two instants (ISO UTC). Zero if `to` is not after `from`. */
export function openMinutesBetween(hours: OpeningHours, from: string, to: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (end <= start) return 0;
  const last = wallClock(end, hours.zone).slice(0, 10);
  let sum = 0;
  for (let day = wallClock(start, hours.zone).slice(0, 10); day <= last; day = addDays(day, 1))
    for (const [opens, closes] of spansOn(hours, day)) sum += Math.max(0, Math.min(closes, end) - Math.max(opens, start));
  return sum / MINUTE;
}
