import { sql } from 'drizzle-orm';
import { payments as area } from '#contract/areas/payments';
import type { FieldError } from '#contract/envelope';
import type { Db } from '../../db/client.ts';
import { defineServerArea, type Values } from '../../http/area.ts';
import { rowsOf } from '../../http/select.ts';
import { today } from '../../money/entry.ts';
import { bookPayment } from '../../money/payment.ts';
import { paymentMasks } from './masks.ts';
import { paymentRoutes } from './routes.ts';
import { payments as table } from './table.ts';

const PARTIES = ['merchantId', 'customerId', 'supplierId', 'carrierId'] as const;

async function faults({ tx, values }: { tx: Db; values: Values }): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const named = PARTIES.filter((key) => values[key]);
  if (named.length !== 1) errors.push({ path: named[1] ?? 'merchantId', rule: 'oneParty' });
  if ((values['paidOn'] as string) > (await today(tx))) errors.push({ path: 'paidOn', rule: 'inFuture' });
  const [account] = rowsOf(await tx.execute(sql`select currency, kind from accounts where id = ${values['accountId'] as string}::uuid`));
  if (account && !['bank', 'cash'].includes(account['kind'] as string)) errors.push({ path: 'accountId', rule: 'noMoneyAccount' });
  const converts = account !== undefined && account['currency'] !== values['currency'];
  if (converts && !values['accountAmount']) errors.push({ path: 'accountAmount', rule: 'conversionMissing' });
  if (!converts && values['accountAmount']) errors.push({ path: 'accountAmount', rule: 'noConversion' });
  return errors;
}

export const payments = defineServerArea({
  area,
  table,
  number: { field: 'no', prefix: 'P-' },
  computed: ['settled', 'open', 'rate'],
  check: faults,
  afterSave: ({ tx, row }) => bookPayment(tx, row),
  routes: paymentRoutes,
  masks: paymentMasks,
});
