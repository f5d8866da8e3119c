import { sql } from 'drizzle-orm';
import type { PartyKind } from '#contract/bank/proposal';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { accounts } from '../money/accounts/table.ts';
import { allocate, recordPayment, today } from '../money/index.ts';

type Side = { party: { kind: PartyKind; id: string }; items: readonly { id: string; amount: number }[] };

const findClearing = statement(
  { id: accounts.id },
  ({ currency }: { currency: Currency }) =>
    sql`select id from accounts where kind = 'clearing' and standard and currency = ${currency} and deleted_at is null`,
);
const sumOf = ({ items }: Side): number => items.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Sets off what a customer owes against what the house owes it as a supplier (§ 387 BGB): a payment of each side through the clearing account,
 * whose balance stays as it was.
 * @throws DomainError StateRefused `setOffDiffers` if the sides do not come to the same amount
 */
export async function setOff(tx: Db, owed: Side, owing: Side, currency: Currency, reference: string): Promise<{ in: string; out: string }> {
  const amount = sumOf(owed);
  if (amount === 0 || amount !== sumOf(owing)) throw new DomainError('StateRefused', 'bankEntries.refusals.setOffDiffers');
  const account = await findClearing.one(tx, { currency });
  const common = { paidOn: await today(tx), accountId: account.id, currency, amount, accountAmount: null, reference, deductions: [] };
  const one = await recordPayment(tx, { ...common, direction: 'in', party: owed.party });
  const other = await recordPayment(tx, { ...common, direction: 'out', party: owing.party });
  for (const { id, amount: part } of owed.items) await allocate(tx, { paymentId: one.id }, { invoiceId: id }, part);
  for (const { id, amount: part } of owing.items) await allocate(tx, { paymentId: other.id }, { billId: id }, part);
  return { in: one.no, out: other.no };
}
