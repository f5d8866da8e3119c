import { sql } from 'drizzle-orm';
import { BILLING_CYCLES, LINE_GROUPS, STORAGE_BASES, VOLUME_STEPS } from '#contract/billing/charge-states';
import { merchantTerms as area } from '#contract/billing/merchant-terms';
import { BILLED } from '#contract/money/circles';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { titledBy } from '../../../core/http/titled-by.ts';
import { paysFor } from '../../money/index.ts';
import { merchantTerms as table } from './table.ts';

const fields = defineFields(area, {
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 200 },
  validFrom: { kind: 'date', sort: true, filter: true, width: 120 },
  validTo: { kind: 'date', sort: true, filter: true, width: 120 },
  cycle: {
    kind: 'choice',
    filter: true,
    width: 130,
    options: BILLING_CYCLES.map((value) => ({ value, label: `merchantTerms.cycles.${value}` })),
  },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: BILLED.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  minimum: { kind: 'money', currencyField: 'currency', help: 'merchantTerms.help.minimum', width: 130 },
  storageBasis: {
    kind: 'choice',
    filter: true,
    help: 'merchantTerms.help.storageBasis',
    width: 170,
    options: STORAGE_BASES.map((value) => ({ value, label: `merchantTerms.bases.${value}` })),
  },
  freePallets: { kind: 'number', min: 0, max: 100_000, help: 'merchantTerms.help.freePallets', width: 110 },
  volumeStep: {
    kind: 'choice',
    help: 'merchantTerms.help.volumeStep',
    width: 150,
    options: VOLUME_STEPS.map((value) => ({ value, label: `merchantTerms.steps.${value}` })),
  },
  freeDays: { kind: 'number', min: 0, max: 365, help: 'merchantTerms.help.freeDays', width: 110 },
  feeIds: { kind: 'references', area: 'quotationCategories', help: 'merchantTerms.help.feeIds', width: 220 },
  paymentDays: { kind: 'number', min: 0, max: 365, help: 'merchantTerms.help.paymentDays', width: 120 },
  disputeDays: { kind: 'number', min: 0, max: 365, help: 'merchantTerms.help.disputeDays', width: 120 },
  lineGroup: {
    kind: 'choice',
    help: 'merchantTerms.help.lineGroup',
    width: 150,
    options: LINE_GROUPS.map((value) => ({ value, label: `merchantTerms.groups.${value}` })),
  },
  billToId: { kind: 'reference', area: 'customers', filter: true, help: 'merchantTerms.help.billToId', width: 180 },
  reference: { kind: 'text', filter: true, width: 150 },
  note: { kind: 'text', multiline: true, width: 240 },
});

const findMeeting = statement(
  { id: table.id },
  ({ id, merchantId, validFrom, validTo }: { id: string | null; merchantId: string; validFrom: string; validTo: string | null }) =>
    sql`select id from merchant_terms where id is distinct from ${id}::uuid and merchant_id = ${merchantId}::uuid and deleted_at is null
      and daterange(valid_from, valid_to, '[]') && daterange(${validFrom}::date, ${validTo}::date, '[]') limit 1`,
);

export const merchantTerms = defineServerArea({
  area,
  table,
  ...titledBy('merchantId'),
  check: async ({ tx, values, current }) => {
    const { merchantId = '', validFrom = '', validTo = null, billToId = null } = { ...current, ...values };
    if (validTo && validTo < validFrom) return [{ path: 'validTo', rule: 'beforeStart' }];
    if (billToId !== null && !(await paysFor(tx, billToId, merchantId))) return [{ path: 'billToId', rule: 'payerForeign' }];
    // A trigger refuses it for whoever writes; this one is first, so that the sentence names the terms.
    if (await findMeeting.first(tx, { id: current?.id ?? null, merchantId, validFrom, validTo }))
      throw new DomainError('StateRefused', 'merchantTerms.refusals.overlaps');
    return [];
  },
  masks: [
    defineMask(area, {
      key: 'accounting.terms.list',
      icon: 'file-text',
      fields,
      facts: ['merchantId', 'cycle', 'minimum', 'freeDays', 'paymentDays'],
      columns: [
        'merchantId',
        'validFrom',
        'validTo',
        'cycle',
        'currency',
        'minimum',
        'storageBasis',
        'freeDays',
        { field: 'freePallets', hidden: true },
        { field: 'volumeStep', hidden: true },
        'feeIds',
        'reference',
        { field: 'billToId', hidden: true },
        { field: 'lineGroup', hidden: true },
        { field: 'paymentDays', hidden: true },
        { field: 'disputeDays', hidden: true },
      ],
      filters: ['merchantId', 'validFrom', 'validTo', 'cycle', 'currency', 'storageBasis', 'billToId', 'reference'],
      sort: '-validFrom',
      form: {
        layout: 'drawer',
        sections: {
          main: ['merchantId', 'validFrom', 'validTo', 'cycle', 'currency'],
          price: ['minimum', 'feeIds'],
          storage: ['storageBasis', 'freeDays', 'freePallets', 'volumeStep'],
          invoice: ['lineGroup', 'billToId', 'paymentDays', 'disputeDays', 'reference', 'note'],
        },
      },
    }),
  ],
});
