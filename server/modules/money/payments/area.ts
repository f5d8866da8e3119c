import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { addDays } from '#contract/core/house-day';
import { payments as area } from '#contract/money/payments';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea, type Saving } from '../../../core/http/area.ts';
import { accounts } from '../accounts/table.ts';
import { today } from '../entry.ts';
import { bookPayment } from '../payment.ts';
import { paymentMasks } from './masks.ts';
import { paymentRoutes } from './routes.ts';
import { payments as table } from './table.ts';

const PARTIES = ['merchantId', 'customerId', 'supplierId', 'carrierId'] as const;

/** An older payment is a slip of the hand, or belongs to the opening balances. */
const OLDEST_DAYS = 366;

const findAccount = statement(
  { currency: accounts.currency, kind: accounts.kind },
  ({ id }: { id: string | null }) => sql`select currency, kind from accounts where id = ${id}::uuid`,
);

async function faults({ tx, values }: Saving<typeof area>): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const named = PARTIES.filter((key) => values[key]);
  if (named.length !== 1) errors.push({ path: named[1] ?? 'merchantId', rule: 'oneParty' });
  if ((values.paidOn ?? '') > (await today(tx))) errors.push({ path: 'paidOn', rule: 'inFuture' });
  if (values.paidOn && values.paidOn < addDays(await today(tx), -OLDEST_DAYS))
    errors.push({ path: 'paidOn', rule: 'tooOld', params: { days: OLDEST_DAYS } });
  const account = await findAccount.first(tx, { id: values.accountId ?? null });
  if (account && !['bank', 'cash'].includes(account.kind)) errors.push({ path: 'accountId', rule: 'noMoneyAccount' });
  const converts = account !== null && account.currency !== values.currency;
  if (converts && !values.accountAmount) errors.push({ path: 'accountAmount', rule: 'conversionMissing' });
  if (!converts && values.accountAmount) errors.push({ path: 'accountAmount', rule: 'noConversion' });
  return errors;
}

export const payments = defineServerArea({
  area,
  table,
  related: [
    {
      area: 'transactions',
      by: 'paymentId',
      columns: ['bookedOn', 'accountId', 'debit', 'credit', 'text'],
      title: 'invoices.related.journal',
      folded: true,
    },
  ],
  number: { field: 'no', prefix: 'P-' },
  computed: ['settled', 'open', 'rate'],
  check: faults,
  afterSave: ({ tx, row }) => bookPayment(tx, row),
  routes: paymentRoutes,
  masks: paymentMasks,
});
