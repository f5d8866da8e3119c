import type pg from 'pg';
import PgBoss from 'pg-boss';
import { APP_ROLE } from '../db/role-names.ts';

export const JOBS_SCHEMA = 'jobs';
/** Tells every node the name of a job that was sent. */
export const JOB_CHANNEL = 'kontor_job';

/** Makes or migrates the tables of the jobs as their owner, and opens them to the application, which changes rows in them and nothing else. */
export async function prepareJobs(client: pg.ClientBase): Promise<void> {
  const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ db, schema: JOBS_SCHEMA, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false, wait: false, close: false });
  // A queue is a partition, so making one takes the owner's rights.
  await client.query(`
    alter function ${JOBS_SCHEMA}.create_queue(text, json) security definer set search_path = ${JOBS_SCHEMA}, pg_temp;
    revoke all on function ${JOBS_SCHEMA}.create_queue(text, json) from public;
    grant execute on function ${JOBS_SCHEMA}.create_queue(text, json) to ${APP_ROLE};
    grant usage on schema ${JOBS_SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${APP_ROLE}`);
}
