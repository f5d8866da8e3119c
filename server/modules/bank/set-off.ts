import { sql } from 'drizzle-orm';
import type { OwedKind, OwingKind } from '#contract/bank/set-off';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError } from '../../core/http/errors.ts';
import { accounts } from '../money/accounts/table.ts';
import { bills } from '../money/bills/table.ts';
import { allocate, recordPayment, today } from '../money/index.ts';
import { isSameCompany } from './set-off-parties.ts';

type Side<Kind> = { party: { kind: Kind; id: string }; items: readonly { id: string; amount: number }[] };
type Given = {
  /** Invoices of a merchant or customer. */
  owed: Side<OwedKind>;
  /** Bills of the same company as a supplier or carrier. */
  owing: Side<OwingKind>;
  currency: Currency;
  reference: string;
  /** The companies are different ones and agreed to it. */
  agreed: boolean;
};
type Payment = { id: string; no: string };

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `bankEntries.refusals.${reason}`);
};
const findClearing = statement(
  { id: accounts.id },
  ({ currency }: { currency: Currency }) =>
    sql`select id from accounts where kind = 'clearing' and standard and currency = ${currency} and deleted_at is null`,
);
const findBlocked = statement(
  { theirNo: bills.theirNo, disputed: cell.boolean, inRun: cell.boolean },
  ({ ids }: { ids: readonly string[] }) => sql`select * from (select b.their_no, b.disputed_at is not null as disputed,
      exists (select from payment_orders o where o.bill_id = b.id and o.live and o.entry_id is null) as in_run
    from bills b where b.id = any(${uuids(ids)})) d where d.disputed or d.in_run limit 1`,
  [{ ids: [] }],
);
const sumOf = ({ items }: Side<string>): number => items.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Sets off what a customer owes against what the house owes it as a supplier (§ 387 BGB): a payment of each side through the clearing account,
 * whose balance stays as it was. Reversing one of the payments reverses both (server/modules/money/payment.ts).
 * @throws DomainError StateRefused `setOffDiffers` if the sides do not come to the same amount; `setOffOtherCompany` if nothing shows that both
 * are the same company and nobody agreed; `setOffDisputed`, `setOffInRun` if a bill must not be paid now; as `allocate`
 */
export async function setOff(tx: Db, { owed, owing, currency, reference, agreed }: Given): Promise<{ in: Payment; out: Payment }> {
  const amount = sumOf(owed);
  if (amount === 0 || amount !== sumOf(owing)) refuse('setOffDiffers');
  if (!agreed && !(await isSameCompany(tx, owed.party, owing.party))) refuse('setOffOtherCompany');
  const blocked = await findBlocked.first(tx, { ids: owing.items.map(({ id }) => id) });
  if (blocked) refuse(blocked.disputed ? 'setOffDisputed' : 'setOffInRun');
  const account = await findClearing.first(tx, { currency });
  if (!account) return refuse('clearingMissing');
  const common = { paidOn: await today(tx), accountId: account.id, currency, amount, accountAmount: null, reference, deductions: [] };
  const one = await recordPayment(tx, { ...common, direction: 'in', party: owed.party });
  const other = await recordPayment(tx, { ...common, direction: 'out', party: owing.party });
  for (const { id, amount: part } of owed.items) await allocate(tx, { paymentId: one.id }, { invoiceId: id }, part);
  for (const { id, amount: part } of owing.items) await allocate(tx, { paymentId: other.id }, { billId: id }, part);
  return { in: one, out: other };
}
