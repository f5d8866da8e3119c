/** The planned minutes of a day, from the working-time model of a person that is valid on it. */
import { FIRST_YEAR, type Holiday, holidaysOf, type State } from './holidays.ts';

/** § 3 ArbZG: maximum minutes of work a day. */
export const LONGEST_DAY = 10 * 60;
/** Planned minutes of a full-time day, where nothing else was agreed. */
export const FULL_DAY = 8 * 60;

/** In the order of `Date.getUTCDay`. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type WorkingTime = Record<(typeof WEEKDAYS)[number], number> & {
  validFrom: string;
  state: State | null;
  assumption: boolean;
};

/** `holiday`: the public holiday of the person's state, for which nothing is planned. */
export type DayPlan = { planned: number; holiday: Holiday | null };

/** Monday to Friday alike, without holidays of a state: for people without a model. */
export const fullTime = (perDay: number): WorkingTime => ({
  validFrom: '',
  monday: perDay,
  tuesday: perDay,
  wednesday: perDay,
  thursday: perDay,
  friday: perDay,
  saturday: 0,
  sunday: 0,
  state: null,
  assumption: false,
});

/** The model that is valid on a day: the last one that began. */
export const modelOn = <M extends Pick<WorkingTime, 'validFrom'>>(models: readonly M[], day: string): M | null =>
  models.reduce<M | null>(
    (last, model) => (model.validFrom <= day && (last === null || model.validFrom > last.validFrom) ? model : last),
    null,
  );

function holidayOn({ state, assumption }: WorkingTime, day: string): Holiday | null {
  const year = Number(day.slice(0, 4));
  if (state === null || year < FIRST_YEAR) return null;
  return holidaysOf(state, year, { assumption }).find((one) => one.day === day)?.holiday ?? null;
}

/** What is agreed for a day: the minutes of its weekday, also on a public holiday of the model's state, and that holiday. */
export type AgreedDay = { agreed: number; holiday: Holiday | null };

/**
 * The agreed working time of a day, YYYY-MM-DD.
 * @param models of one person, in any order
 * @param otherwise used before the first model
 */
export function agreedDay(models: readonly WorkingTime[], otherwise: WorkingTime, day: string): AgreedDay {
  const model = modelOn(models, day) ?? otherwise;
  const weekday = WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 'sunday';
  return { agreed: model[weekday], holiday: holidayOn(model, day) };
}

/**
 * The plan of a day: what is agreed, but nothing on days that are free.
 * @param free days of absence, and public holidays entered in the calendar
 */
export function dayPlan(models: readonly WorkingTime[], free: ReadonlySet<string>, otherwise: WorkingTime, day: string): DayPlan {
  const { agreed, holiday } = agreedDay(models, otherwise, day);
  return { planned: holiday !== null || free.has(day) ? 0 : agreed, holiday };
}

/**
 * The first day of employment, YYYY-MM-DD, as far as it is known: the first model or the first shift. Nothing is agreed before it. Null if
 * there is neither.
 */
export function employedFrom(models: readonly Pick<WorkingTime, 'validFrom'>[], firstShift: string | null): string | null {
  const days = [...models.map(({ validFrom }) => validFrom), ...(firstShift === null ? [] : [firstShift])];
  return days.toSorted((a, b) => a.localeCompare(b))[0] ?? null;
}
