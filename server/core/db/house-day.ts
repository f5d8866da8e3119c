import { type SQL, sql } from 'drizzle-orm';

/**
 * The date of an instant in the time zone of the house, for statements over many rows: the subquery is evaluated once for the statement.
 * `kontor_day` reads the zone for each row, which took most of the time of the gap view.
 */
export const houseDay = (instant: SQL): SQL => sql`((${instant}) at time zone (select kontor_zone()))::date`;
