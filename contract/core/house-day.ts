/**
 * The house's day. People and browsers elsewhere have another; what is booked, issued and worked counts by this one.
 * The database takes the zone of the first storehouse instead (`kontor_day`): a house elsewhere than here needs both to agree.
 */
export const HOUSE_ZONE = 'Europe/Berlin';

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: HOUSE_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
/** YYYY-MM-DD of an instant, in the house's time zone. */
export const dayOf = (at: string | number): string => dayFormat.format(new Date(at));
export const houseToday = (): string => dayOf(Date.now());
