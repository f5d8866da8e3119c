import { sql } from 'drizzle-orm';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { countFact } from '../../../core/http/facts.ts';

const findFigures = statement(
  { today: cell.integer, waiting: cell.integer, failed: cell.integer },
  ({ id }: { id: string }) => sql`select count(*) filter (where state = 'sent' and sent_at >= kontor_day())::int as today,
      count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
    from webhook_deliveries where webhook_id = ${id}::uuid`,
);

/** Events sent today, waiting, and failed for good. The row was found in the reader's scope. */
export async function webhookFacts(tx: Db, id: string): Promise<Fact[]> {
  const { today, waiting, failed } = await findFigures.one(tx, { id });
  return [
    countFact('webhooks', 'today', today),
    countFact('webhooks', 'waiting', waiting, waiting > 0 ? { meaning: 'wait' } : {}),
    countFact('webhooks', 'failed', failed, failed > 0 ? { meaning: 'stop' } : {}),
  ];
}
