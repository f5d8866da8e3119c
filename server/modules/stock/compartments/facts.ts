import { sql } from 'drizzle-orm';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { countFact } from '../../../core/http/facts.ts';

const countContent = statement(
  { pieces: cell.integer, reserved: cell.integer, items: cell.integer },
  ({
    compartmentId,
  }: {
    compartmentId: string;
  }) => sql`select coalesce(sum(on_hand), 0)::int as pieces, coalesce(sum(reserved), 0)::int as reserved,
      count(distinct item_id)::int as items from stock_balances where compartment_id = ${compartmentId}::uuid and on_hand > 0`,
);

/** What lies in the compartment. */
export async function compartmentFacts(tx: Db, compartmentId: string): Promise<Fact[]> {
  const { pieces, reserved, items } = await countContent.one(tx, { compartmentId });
  return [
    countFact('compartments', 'pieces', pieces),
    countFact('compartments', 'reserved', reserved),
    countFact('compartments', 'items', items),
  ];
}
