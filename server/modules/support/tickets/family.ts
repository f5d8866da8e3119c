import { type SQL, sql } from 'drizzle-orm';
import { cell, statement } from '../../../core/db/statement.ts';

/** Start of a statement over `family`: a ticket, and all that were merged into it. */
export const familyOf = (id: string): SQL => sql`with recursive family (id) as (
  select ${id}::uuid union all select t.id from tickets t join family f on t.merged_into_id = f.id)`;

/** The ticket in which a ticket is continued; itself if it was not merged. */
export const findRoot = statement(
  { id: cell.uuid },
  ({ id }: { id: string }) => sql`with recursive up (id, into_id) as (
    select t.id, t.merged_into_id from tickets t where t.id = ${id}::uuid
    union all select t.id, t.merged_into_id from tickets t join up on t.id = up.into_id)
    select up.id from up where up.into_id is null`,
);
