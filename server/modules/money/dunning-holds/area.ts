import type { FieldError } from '#contract/core/envelope';
import { houseToday } from '#contract/core/house-day';
import { dunningHolds as area } from '#contract/money/dunning-holds';
import { HOLD_KINDS } from '#contract/money/dunning-states';
import { defineServerArea, type Saving } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { findInvoiceParty } from '../dunning/invoice-party.ts';
import { dunningHoldRoutes } from './routes.ts';
import { dunningHolds as table } from './table.ts';

const MEANING = { promise: 'wait', block: 'stop' } as const;
const fields = defineFields(area, {
  kind: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: HOLD_KINDS.map((value) => ({ value, label: `dunningHolds.kinds.${value}`, meaning: MEANING[value] })),
  },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  customerId: { kind: 'reference', area: 'customers', filter: true, width: 180 },
  invoiceId: { kind: 'reference', area: 'invoices', filter: true, help: 'dunningHolds.help.invoiceId', width: 180 },
  until: { kind: 'date', sort: true, filter: true, help: 'dunningHolds.help.until', width: 130 },
  reason: { kind: 'text', width: 280 },
});

async function faults({ tx, values, current }: Saving<typeof area>): Promise<FieldError[]> {
  const row = { ...current, ...values };
  const errors: FieldError[] = [];
  if (Boolean(row.merchantId) === Boolean(row.customerId)) errors.push({ path: 'merchantId', rule: 'oneParty' });
  if (row.kind === 'promise' && !row.until) errors.push({ path: 'until', rule: 'required' });
  if (row.until && values.until && row.until < houseToday()) errors.push({ path: 'until', rule: 'inPast' });
  if (row.invoiceId) {
    const party = await findInvoiceParty.first(tx, { id: row.invoiceId });
    const isSame = party?.merchantId === (row.merchantId ?? null) && party.customerId === (row.customerId ?? null);
    if (!isSame) errors.push({ path: 'invoiceId', rule: 'otherParty' });
  }
  return errors;
}
const all = ['kind', 'merchantId', 'customerId', 'invoiceId', 'until', 'reason'] as const;

export const dunningHolds = defineServerArea({
  area,
  table,
  check: faults,
  routes: dunningHoldRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.dunningHold.list',
      icon: 'stop',
      fields,
      facts: ['until', 'reason'],
      columns: [
        ...all.filter((name) => name !== 'reason'),
        { field: 'reason', main: true, wraps: true },
        { field: 'createdAt', hidden: true },
      ],
      card: ['merchantId', 'customerId', 'invoiceId', 'reason'],
      filters: ['kind', 'merchantId', 'customerId', 'invoiceId', 'until'],
      sort: 'until',
      oneOf: [{ label: 'common.fields.party', fields: ['merchantId', 'customerId'] }],
      form: { layout: 'drawer', sections: { main: all } },
    }),
  ],
});
