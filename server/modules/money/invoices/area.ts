import { type SQL, sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { invoices as area } from '#contract/money/invoices';
import { lineFaults, outsideFaults } from '#contract/money/lines';
import { periodFaults } from '#contract/money/service-period';
import { defineServerArea, type Saving, type Values } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { sumsOf } from '../credit-note.ts';
import { billedTo, paysFor } from '../party.ts';
import { invoiceMasks } from './masks.ts';
import { invoiceRoutes } from './routes.ts';
import { invoices as table } from './table.ts';

/** A credit note has the party and currency of its invoice. */
const OF_THE_INVOICE = ['merchantId', 'customerId', 'forMerchantId', 'currency'] as const;

/** Who may pay for a merchant: a customer of the house or of this merchant, whose name the merchant reads on the document. */
async function payerFaults({ tx, values, current }: Saving<typeof area>): Promise<FieldError[]> {
  const { customerId, forMerchantId } = { ...current, ...values };
  if (!forMerchantId || !('customerId' in values || 'forMerchantId' in values)) return [];
  if (!customerId) return [{ path: 'forMerchantId', rule: 'payerMissing' }];
  return (await paysFor(tx, customerId, forMerchantId)) ? [] : [{ path: 'customerId', rule: 'payerForeign' }];
}

async function faults(saving: Saving<typeof area>): Promise<FieldError[]> {
  const { values, current } = saving;
  if (current?.postedAt) throw new DomainError('StateRefused', 'invoices.refusals.postedStands');
  const row = { ...current, ...values };
  const errors: FieldError[] = [];
  if (Boolean(row.merchantId) === Boolean(row.customerId)) errors.push({ path: 'merchantId', rule: 'oneParty' });
  const { serviceFrom: from, serviceTo: to } = row;
  if (from && to && to < from) errors.push({ path: 'serviceTo', rule: 'beforeStart' });
  if (current?.kind === 'creditNote')
    for (const path of OF_THE_INVOICE) if (path in values && values[path] !== current[path]) errors.push({ path, rule: 'fixed' });
  if (values.lines)
    errors.push(...lineFaults(values.lines, row.currency ?? 'EUR'), ...outsideFaults(values.lines), ...periodFaults(values.lines));
  return [...errors, ...(await payerFaults(saving))];
}

/** Sums and party name are also stored on drafts, so that lists can show them. */
async function summed({ tx, values, current }: Saving<typeof area>): Promise<Values> {
  const row = { ...current, ...values };
  const { net, tax, gross } = await sumsOf(tx, {
    lines: row.lines ?? [],
    currency: row.currency ?? 'EUR',
    reversesId: current?.reversesId ?? null,
  });
  return { ...values, net, tax, gross, ...(await billedTo(tx, row)) };
}

const ofPayer = (amount: SQL): SQL => sql`case when x.merchant_id is null then 0 else ${amount} end`;

export const invoices = defineServerArea({
  area,
  table,
  related: [
    { area: 'invoices', by: 'reversesId', columns: ['no', 'kind', 'status', 'issueDate', 'gross'], title: 'invoices.related.credits' },
    { area: 'chargeDisputes', by: 'invoiceId', columns: ['no', 'status', 'subject', 'amount', 'answer', 'accepted'] },
    // What was billed, down to order and parcel.
    { area: 'charges', by: 'invoiceId', columns: ['happenedOn', 'categoryId', 'qty', 'exact', 'taskId'], sort: '-happenedOn' },
    { area: 'dunningHolds', by: 'invoiceId', columns: ['kind', 'until', 'reason'] },
    { area: 'outgoingMails', by: 'invoiceId', columns: ['no', 'status', 'mailTo', 'sentAt', 'error'] },
    { area: 'quotations', by: 'invoiceId', columns: ['no', 'subject', 'status', 'gross'] },
    {
      area: 'transactions',
      by: 'invoiceId',
      columns: ['bookedOn', 'accountId', 'debit', 'credit', 'text'],
      title: 'invoices.related.journal',
    },
  ],
  computed: ['settled', 'credited', 'open', 'overdue'],
  // What a customer pays for a merchant is open for that customer alone. The merchant reads the document, and who pays it.
  outsideValues: {
    settled: ofPayer(sql`x.settled`),
    open: ofPayer(sql`x.open`),
    overdue: sql`x.overdue and x.merchant_id is not null`,
  },
  check: faults,
  beforeSave: summed,
  routes: invoiceRoutes,
  masks: invoiceMasks,
});
