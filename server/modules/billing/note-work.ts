import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { workEntries } from './work-entries/table.ts';

export type NotedWork = {
  id: string;
  merchantId: string;
  categoryId: string;
  userId: string;
  /** When it was done, an instant. The entry has the day of the house. */
  at: string;
  minutes: number;
  taskId: string | null;
  photo: string | null;
};

const insertEntry = statement(
  { id: workEntries.id },
  ({
    id,
    merchantId,
    categoryId,
    userId,
    at,
    minutes,
    taskId,
    photo,
  }: NotedWork) => sql`insert into work_entries (id, merchant_id, category_id, worked_on, user_id, minutes, task_id, photo)
      select ${id}::uuid, ${merchantId}::uuid, c.id, least(kontor_day(${at}::timestamptz), kontor_day()), ${userId}::uuid, ${minutes}::int, ${taskId}::uuid, ${photo}::text
      from quotation_categories c where c.id = ${categoryId}::uuid and c.meter = 'work' and c.active and c.deleted_at is null returning id`,
);

/** Notes work by hand. False: the category does not count work by hand, or not any more. */
export const noteWork = async (tx: Db, work: NotedWork): Promise<boolean> => (await insertEntry.first(tx, work)) !== null;

const deleteEntry = statement(
  { id: workEntries.id },
  ({ id }: { id: string }) =>
    sql`update work_entries set deleted_at = now() where id = ${id}::uuid and approved_at is null and deleted_at is null returning id`,
);

/** Takes an entry back. False: it was approved or deleted meanwhile. */
export const withdrawWork = async (tx: Db, id: string): Promise<boolean> => (await deleteEntry.first(tx, { id })) !== null;
