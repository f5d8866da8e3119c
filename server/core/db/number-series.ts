import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { cell, statement } from './statement.ts';

const FIRST_NUMBER = 1001;
const take = statement(
  { next: cell.integer },
  ({ name }: { name: string }) => sql`insert into number_series (name, next) values (${name}, ${FIRST_NUMBER}::int)
    on conflict (name) do update set next = number_series.next + 1 returning next`,
);

/** The next number of a series, from 1001 on. Gaps are allowed here; invoice numbers, which must have none, use another rule. */
export const nextNumber = async (tx: Db, name: string): Promise<number> => (await take.one(tx, { name })).next;
