import { sql } from 'drizzle-orm';
import type { TaskKind } from '#contract/orders/statuses';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../core/db/client.ts';
import { numbered } from '../modules/freight/create-service.ts';
import { runCommand } from '../modules/orders/commands.ts';
import { type Names, named } from './crew.ts';

/** The day this many days from today in the database's calendar. */
export const dayFrom = (days: number) => sql`kontor_day() + ${days}::int` as never;

/** Creates the task of a service of the sample. Returns id and number for the service's row. */
export const newService = (tx: Db, names: Names, kind: TaskKind, merchant: string, more: object = {}) =>
  numbered(
    tx,
    NewTask.parse({ kind, merchantId: named(names.merchants, merchant), source: kind, labelSource: 'none', ...more }),
    names.office,
  );

export const runService = (tx: Db, names: Names, id: string, command: 'markUnderWay' | 'markArrived') =>
  runCommand(tx, id, command, { reason: '', by: names.office });
