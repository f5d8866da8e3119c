import { carrierBillProfiles as area } from '#contract/billing/carrier-bill-profiles';
import { COST_KINDS, DECIMALS, ENCODINGS, LIST_DAYS, SEPARATORS, WEIGHT_UNITS } from '#contract/billing/carrier-costs';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { carrierBillProfileRoutes } from './routes.ts';
import { carrierBillProfiles as table } from './table.ts';

const options = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: `carrierBillProfiles.${group}.${value}` }));
const same = (values: readonly string[]) => values.map((value) => ({ value, label: { en: value, cn: value, de: value } }));
const heading = { kind: 'text', width: 150, help: 'carrierBillProfiles.help.heading' } as const;

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, help: 'carrierBillProfiles.help.carrierId', width: 170 },
  encoding: { kind: 'choice', options: options('encodings', ENCODINGS), width: 150 },
  separator: { kind: 'choice', options: options('separators', SEPARATORS), width: 120 },
  decimal: { kind: 'choice', options: options('decimals', DECIMALS), width: 120 },
  day: { kind: 'choice', options: same(LIST_DAYS), width: 130 },
  weightUnit: { kind: 'choice', options: same(WEIGHT_UNITS), width: 100 },
  skip: { kind: 'number', min: 0, max: 50, help: 'carrierBillProfiles.help.skip', width: 110 },
  hasHeadings: { kind: 'boolean', help: 'carrierBillProfiles.help.hasHeadings', width: 110 },
  trackingNo: heading,
  amount: { ...heading, help: 'carrierBillProfiles.help.amount' },
  costText: { ...heading, help: 'carrierBillProfiles.help.costText' },
  service: heading,
  weight: heading,
  zone: heading,
  billedOn: heading,
  total: { ...heading, help: 'carrierBillProfiles.help.total' },
  costs: {
    kind: 'lines',
    columns: {
      heading: { kind: 'text', label: 'carrierBillProfiles.costs.heading', required: true, maxLength: 80, width: 240 },
      kind: {
        kind: 'choice',
        label: 'carrierBillProfiles.costs.kind',
        required: true,
        default: 'other',
        options: COST_KINDS.map((value) => ({ value, label: `carrierBillLines.kinds.${value}` })),
        width: 200,
      },
    },
    help: 'carrierBillProfiles.help.costs',
    max: 60,
    width: 120,
  },
  costTolerance: { kind: 'money', currency: 'EUR', help: 'carrierBillProfiles.help.tolerance', width: 130 },
  weightTolerance: { kind: 'weight', help: 'carrierBillProfiles.help.tolerance', width: 130 },
});
const form = ['name', 'carrierId', 'encoding', 'separator', 'decimal', 'day', 'weightUnit', 'skip', 'hasHeadings'] as const;
const columns = ['trackingNo', 'amount', 'costText', 'service', 'weight', 'zone', 'billedOn', 'total'] as const;

export const carrierBillProfiles = defineServerArea({
  area,
  table,
  routes: carrierBillProfileRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.carrierProfile.list',
      icon: 'table',
      fields,
      columns: ['name', 'carrierId', 'separator', 'decimal', 'trackingNo', 'amount', 'costTolerance', 'weightTolerance'],
      filters: ['name', 'carrierId'],
      sort: 'name',
      form: {
        layout: 'page',
        sections: { main: form, columns, costs: ['costs'], tolerance: ['costTolerance', 'weightTolerance'] },
      },
    }),
  ],
});
