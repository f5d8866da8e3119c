import { sql } from 'drizzle-orm';
import { type CollectedWith, collectedWithText } from '#contract/channels/channel-orders';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { moneyFact } from '../../../core/http/facts.ts';

const findAmount = statement(
  { amount: orNull(cell.integer), currency: cell.text, collectedWith: orNull(cell.json<CollectedWith>()) },
  ({
    id,
  }: {
    id: string;
  }) => sql`select (body->>'codAmount')::int as amount, coalesce(body->>'currency', 'EUR') as currency, kontor_collected_with(id)::json as "collectedWith"
    from channel_orders where id = ${id}::uuid`,
);

/** What the carrier collects for the order. A part of a divided order that collects nothing says which order does. */
export async function channelOrderFacts(tx: Db, id: string): Promise<Fact[]> {
  const { amount, currency, collectedWith } = await findAmount.one(tx, { id });
  if (collectedWith !== null) {
    const note = { text: collectedWithText(collectedWith), values: { no: collectedWith.no } };
    return [moneyFact('channelOrders', 'collected', 0, currency, { note })];
  }
  return amount === null ? [] : [moneyFact('channelOrders', 'collected', amount, currency)];
}
