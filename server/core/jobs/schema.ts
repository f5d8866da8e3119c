import type pg from 'pg';
import PgBoss from 'pg-boss';
import { APP_ROLE } from '../db/role-names.ts';

export const JOBS_SCHEMA = 'jobs';
/** Notifies every node of the name of a job that was sent. */
export const JOB_CHANNEL = 'kontor_job';

/** Creates or migrates the job tables as their owner, and grants the application the right to change their rows only. */
export async function prepareJobs(client: pg.ClientBase): Promise<void> {
  const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ db, schema: JOBS_SCHEMA, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false, wait: false, close: false });
  // A queue is a partition, so creating one requires the owner's rights.
  await client.query(`
    alter function ${JOBS_SCHEMA}.create_queue(text, json) security definer set search_path = ${JOBS_SCHEMA}, pg_temp;
    revoke all on function ${JOBS_SCHEMA}.create_queue(text, json) from public;
    grant execute on function ${JOBS_SCHEMA}.create_queue(text, json) to ${APP_ROLE};
    grant usage on schema ${JOBS_SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${APP_ROLE}`);
}
