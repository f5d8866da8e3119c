import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { CURRENCIES } from '#contract/core/fields';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { type Actor, isOutside } from '../../core/http/actor.ts';
import { columnName } from '../../core/http/area.ts';
import { countFact, moneyFact } from '../../core/http/facts.ts';

type PartyKey = 'merchantId' | 'customerId' | 'supplierId';
const DOCUMENTS = { merchantId: 'invoices', customerId: 'invoices', supplierId: 'bills' } as const;

const sumOpen = statement(
  { currency: cell.oneOf(CURRENCIES), open: cell.double, overdue: cell.double, items: cell.integer, days: cell.integer },
  ({
    party,
    id,
  }: {
    party: PartyKey;
    id: string;
  }) => sql`select currency, sum(case when kind in ('creditNote', 'credit') then -open else open end)::float8 as open,
      coalesce(sum(open) filter (where overdue), 0)::float8 as overdue, count(*)::int as items,
      coalesce(max(kontor_day() - due_date) filter (where overdue), 0)::int as days
    from ${sql.identifier(DOCUMENTS[party])} where ${sql.identifier(columnName(party))} = ${id}::uuid and open > 0 and deleted_at is null
    group by currency order by currency`,
  (['merchantId', 'customerId', 'supplierId'] as const).map((party) => ({ party, id: '' })),
);

const findDunned = statement(
  { level: orNull(cell.integer), sentOn: orNull(cell.date) },
  ({
    party,
    id,
  }: {
    party: 'merchantId' | 'customerId';
    id: string;
  }) => sql`select max(d.level) as level, max(d.sent_on) as sent_on from dunning_items d
    join invoices i on i.id = d.invoice_id where d.sent_on is not null and i.open > 0 and i.${sql.identifier(columnName(party))} = ${id}::uuid`,
  (['merchantId', 'customerId'] as const).map((party) => ({ party, id: '' })),
);
/** The highest level that was sent about an invoice which is still open. */
async function dunningFacts(tx: Db, party: 'merchantId' | 'customerId', id: string): Promise<Fact[]> {
  const { level, sentOn } = await findDunned.one(tx, { party, id });
  if (level === null) return [];
  return [
    countFact('parties', 'dunning', level, { meaning: 'stop', note: { text: 'parties.facts.dunningOn', values: { day: sentOn ?? '' } } }),
  ];
}

/** What a party owes us, or we owe a supplier, by currency, with the oldest overdue document. Empty without the right to read the documents. */
export async function balanceFacts(tx: Db, actor: Actor, party: PartyKey, id: string): Promise<Fact[]> {
  if (!allows(actor.privileges, `${DOCUMENTS[party]}.read`)) return [];
  // A merchant may read the page of its customer. What that one owes is between it and the house.
  if (party !== 'merchantId' && isOutside(actor)) return [];
  const sums = await sumOpen(tx, { party, id });
  const key = party === 'supplierId' ? 'weOwe' : 'owes';
  const dunned = party === 'supplierId' || !allows(actor.privileges, 'dunningLetters.read') ? [] : await dunningFacts(tx, party, id);
  if (sums.length === 0) return [moneyFact('parties', key, 0, CURRENCIES[0])];
  const owed = sums.flatMap(({ currency, open, overdue, items, days }) => [
    moneyFact('parties', key, open, currency, { note: { text: 'parties.facts.documents', values: { count: items } } }),
    ...(overdue > 0
      ? [
          moneyFact('parties', 'overdue', overdue, currency, {
            meaning: 'stop' as const,
            note: { text: 'parties.facts.late', values: { count: days } },
          }),
        ]
      : []),
  ]);
  return [...owed, ...dunned];
}

const countWork = statement(
  { orders: cell.integer, tickets: cell.integer, pieces: cell.integer },
  ({ merchantId }: { merchantId: string }) => sql`select
      (select count(*)::int from tasks where merchant_id = ${merchantId}::uuid and kind = 'outbound' and actual_ship_at is null and cancel_reason = '' and status <> 'finish' and deleted_at is null) as orders,
      (select count(*)::int from tickets where merchant_id = ${merchantId}::uuid and state <> 'closed' and deleted_at is null) as tickets,
      (select coalesce(sum(on_hand), 0)::int from stock_balances where merchant_id = ${merchantId}::uuid and deleted_at is null) as pieces`,
);

/** A merchant's balance, orders that have not left, open tickets and pieces in store. */
export async function merchantFacts(tx: Db, actor: Actor, merchantId: string): Promise<Fact[]> {
  const balance = await balanceFacts(tx, actor, 'merchantId', merchantId);
  const { orders, tickets, pieces } = await countWork.one(tx, { merchantId });
  return [
    ...balance,
    countFact('merchants', 'orders', orders),
    countFact('merchants', 'pieces', pieces),
    countFact('merchants', 'tickets', tickets, tickets > 0 ? { meaning: 'wait' } : {}),
  ];
}
