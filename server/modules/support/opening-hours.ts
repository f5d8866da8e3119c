import { sql } from 'drizzle-orm';
import { type OpeningHours, openingHoursOf } from '#contract/support/opening-hours';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { settings } from '../settings/settings/table.ts';

const findHours = statement(
  { key: settings.key, value: settings.value },
  () => sql`select key, value from settings where key like 'support.h%' and deleted_at is null`,
);

/** The opening hours of the house, from its settings. */
export async function openingHours(tx: Db): Promise<OpeningHours> {
  const rows = await findHours(tx);
  return openingHoursOf(new Map(rows.map(({ key, value }) => [key, value])));
}
