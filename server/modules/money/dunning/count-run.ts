import { sql } from 'drizzle-orm';
import { command } from '../../../core/db/statement.ts';

/** Writes how many letters, items and left out items a run has. */
export const countAgain = command(
  ({
    runId,
  }: {
    runId: string;
  }) => sql`update dunning_runs r set letters = (select count(*) from dunning_letters l where l.run_id = r.id and l.status <> 'dropped'),
      items = (select count(*) from dunning_items i where i.run_id = r.id and i.reason is null),
      left_out = (select count(*) from dunning_items i where i.run_id = r.id and i.reason is not null)
    where id = ${runId}::uuid`,
);
