import { sql } from 'drizzle-orm';
import { statement } from '../../../core/db/statement.ts';
import { attendances as table } from './table.ts';

/** Another shift of the person that shares time with this one. */
export const findClash = statement(
  { id: table.id },
  ({
    userId,
    id,
    startAt,
    endAt,
  }: {
    userId: string;
    id: string | null;
    startAt: string;
    endAt: string | null;
  }) => sql`select id from attendances where user_id = ${userId}::uuid and deleted_at is null
      and id is distinct from ${id}::uuid
      and start_at < coalesce(${endAt}::timestamptz, 'infinity') and coalesce(end_at, 'infinity') > ${startAt}::timestamptz limit 1`,
);
