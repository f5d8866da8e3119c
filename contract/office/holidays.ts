/**
 * Public holidays of the German states, from the holiday law of each. Holidays of single municipalities are left out: Augsburg's Peace
 * Festival, and Corpus Christi in parts of Saxony and Thuringia.
 */
import { addDays } from '../core/house-day.ts';

/** ISO 3166-2:DE without `DE-`. */
export const STATES = ['BB', 'BE', 'BW', 'BY', 'HB', 'HE', 'HH', 'MV', 'NI', 'NW', 'RP', 'SH', 'SL', 'SN', 'ST', 'TH'] as const;
export type State = (typeof STATES)[number];

export const HOLIDAYS = [
  'newYear',
  'epiphany',
  'womensDay',
  'goodFriday',
  'easterSunday',
  'easterMonday',
  'labourDay',
  'liberationDay',
  'ascension',
  'whitSunday',
  'whitMonday',
  'corpusChristi',
  'uprisingDay',
  'assumption',
  'childrensDay',
  'unity',
  'reformation',
  'allSaints',
  'repentance',
  'christmas',
  'boxingDay',
] as const;
export type Holiday = (typeof HOLIDAYS)[number];
export type HolidayDate = { day: string; holiday: Holiday };

/** The Day of Repentance became a working day in all states but Saxony in 1995; before that, the rules below do not hold. */
export const FIRST_YEAR = 1995;

type Rule = {
  holiday: Holiday;
  /** Month and day, or days after Easter Sunday, or the date of a year. */
  on: string | number | ((year: number) => string);
  /** Default: all states. */
  states?: readonly State[];
  /** First year, or a single year. Default: every year. */
  since?: number;
  only?: readonly number[];
};

/** § 1 of the Saxon law: the Wednesday before 23 November. */
function repentanceDay(year: number): string {
  const before = `${year}-11-22`;
  return addDays(before, -((new Date(`${before}T00:00:00Z`).getUTCDay() + 4) % 7));
}

const RULES: readonly Rule[] = [
  { holiday: 'newYear', on: '01-01' },
  { holiday: 'epiphany', on: '01-06', states: ['BW', 'BY', 'ST'] },
  { holiday: 'womensDay', on: '03-08', states: ['BE'], since: 2019 },
  { holiday: 'womensDay', on: '03-08', states: ['MV'], since: 2023 },
  { holiday: 'goodFriday', on: -2 },
  { holiday: 'easterSunday', on: 0, states: ['BB'] },
  { holiday: 'easterMonday', on: 1 },
  { holiday: 'labourDay', on: '05-01' },
  // 75 and 80 years after the end of the war.
  { holiday: 'liberationDay', on: '05-08', states: ['BE'], only: [2020, 2025] },
  { holiday: 'ascension', on: 39 },
  { holiday: 'whitSunday', on: 49, states: ['BB'] },
  { holiday: 'whitMonday', on: 50 },
  { holiday: 'corpusChristi', on: 60, states: ['BW', 'BY', 'HE', 'NW', 'RP', 'SL'] },
  // 75 years after the uprising in the GDR.
  { holiday: 'uprisingDay', on: '06-17', states: ['BE'], only: [2028] },
  { holiday: 'assumption', on: '08-15', states: ['SL'] },
  { holiday: 'childrensDay', on: '09-20', states: ['TH'], since: 2019 },
  { holiday: 'unity', on: '10-03' },
  { holiday: 'reformation', on: '10-31', states: ['BB', 'MV', 'SN', 'ST', 'TH'] },
  { holiday: 'reformation', on: '10-31', states: ['HB', 'HH', 'NI', 'SH'], since: 2018 },
  // 500 years of the Reformation.
  { holiday: 'reformation', on: '10-31', states: ['BE', 'BW', 'BY', 'HB', 'HE', 'HH', 'NI', 'NW', 'RP', 'SH', 'SL'], only: [2017] },
  { holiday: 'allSaints', on: '11-01', states: ['BW', 'BY', 'NW', 'RP', 'SL'] },
  { holiday: 'repentance', on: repentanceDay, states: ['SN'] },
  { holiday: 'christmas', on: '12-25' },
  { holiday: 'boxingDay', on: '12-26' },
];
/** Article 1 of the Bavarian law: in municipalities with more Catholics than Protestants. */
const BAVARIAN_ASSUMPTION: Rule = { holiday: 'assumption', on: '08-15', states: ['BY'] };

/** Easter Sunday in the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOf = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOf / 4) - epact - (yearOf % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * late + 114;
  return `${year}-${String(Math.floor(sum / 31)).padStart(2, '0')}-${String((sum % 31) + 1).padStart(2, '0')}`;
}

function dateOf({ on }: Rule, year: number): string {
  if (typeof on === 'function') return on(year);
  return typeof on === 'number' ? addDays(easterSunday(year), on) : `${year}-${on}`;
}

const applies = ({ states, since, only }: Rule, state: State, year: number): boolean =>
  (states === undefined || states.includes(state)) && (since === undefined || year >= since) && (only === undefined || only.includes(year));

/**
 * The public holidays of a state and year, in order of date. Two may fall on one day (Labour Day and Ascension in 2008).
 * @param assumption whether the municipality has Assumption Day; only matters in Bavaria
 * @throws RangeError for years before 1995
 */
export function holidaysOf(state: State, year: number, { assumption = false }: { assumption?: boolean } = {}): HolidayDate[] {
  if (year < FIRST_YEAR) throw new RangeError(`no rules for ${year}`);
  return [...RULES, ...(assumption ? [BAVARIAN_ASSUMPTION] : [])]
    .filter((rule) => applies(rule, state, year))
    .map((rule) => ({ day: dateOf(rule, year), holiday: rule.holiday }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}
