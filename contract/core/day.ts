/** In a filter of a mask's view: the end of the day on which the list is looked at, in the reader's time zone. */
export const END_OF_TODAY = '$endOfToday';

/** A filter value with the time that it names. */
export function valueOnDay(value: string | string[], now: Date): string | string[] {
  if (value !== END_OF_TODAY) return value;
  const end = new Date(now);
  end.setHours(23, 59, 59, 999);
  return end.toISOString();
}
