/**
 * The calendar day of the house. Booking, issue and working dates use it, not the time zone of the user or browser.
 * The database uses the time zone of the first storehouse instead (`kontor_day`); in an installation elsewhere both must be set to the
 * same zone.
 */
export const HOUSE_ZONE = 'Europe/Berlin';

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: HOUSE_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
/** Calendar day (YYYY-MM-DD) of an instant in the time zone of the house. */
export const dayOf = (at: string | number): string => dayFormat.format(new Date(at));
export const houseToday = (): string => dayOf(Date.now());

const DAY = 86_400_000;
/** Days since 1970. Days are counted in the calendar, so time zones have no effect. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
export const addDays = (date: string, days: number): string => new Date((dayNumber(date) + days) * DAY).toISOString().slice(0, 10);
/** The last day of the month of a date, or of a month (YYYY-MM). */
export const lastOfMonth = (date: string): string => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};
