import { sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { moneyFact } from '../../../core/http/facts.ts';

const sumEntry = statement(
  { currency: cell.oneOf(CURRENCIES), debit: cell.double, credit: cell.double, base: cell.double, lines: cell.integer },
  ({ entryId }: { entryId: string }) => sql`select currency, sum(debit)::float8 as debit, sum(credit)::float8 as credit,
      (sum(sum(base)) over ())::float8 as base, (sum(count(*)) over ())::int as lines
    from transactions where entry_id = ${entryId}::uuid group by currency order by sum(debit) desc, currency`,
  [{ entryId: '00000000-0000-4000-8000-000000000000' }],
);

/** The sum of the entry in each of its currencies, and whether it balances: debits equal credits, and the amounts in euro add up to zero. */
export async function entryFacts(tx: Db, entryId: string): Promise<Fact[]> {
  const sums = await sumEntry(tx, { entryId });
  return sums.map(({ currency, debit, credit, base, lines }) => {
    const balanced = debit === credit && base === 0;
    return {
      ...moneyFact('transactions', 'entry', debit, currency, {
        meaning: balanced ? 'done' : 'stop',
        note: { text: `transactions.facts.${balanced ? 'balanced' : 'unbalanced'}`, values: { count: lines } },
      }),
      key: `entry.${currency}`,
    };
  });
}
