import { type SQL, sql } from 'drizzle-orm';

/**
 * The condition for moves booked in the last days. Their ids begin with the milliseconds of the booking (RFC 9562), so the index of an
 * item's moves also finds the recent ones. A device may report an earlier time than that of the booking, never a later one, so no move
 * that happened in these days is missed.
 * @param id the column with the id of the move
 */
export const bookedSince = (id: SQL, days: number): SQL =>
  sql`${id} >= (lpad(to_hex((extract(epoch from now() - interval '${sql.raw(String(days))} days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
