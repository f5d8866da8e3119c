import { PICK_SCANS } from '#contract/catalog/items';
import { CURRENCIES } from '#contract/core/fields';
import { merchants as area, MERCHANT_STATES } from '#contract/parties/merchants';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { partyCheck } from '../screen.ts';
import { merchants as table } from './table.ts';

const MEANING = { active: 'work', paused: 'wait', closed: 'closed' } as const;

const fields = defineFields(area, {
  no: { kind: 'text', mono: true, sort: true, filter: true, width: 110 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 120,
    options: MERCHANT_STATES.map((value) => ({ value, label: `merchants.states.${value}`, meaning: MEANING[value] })),
  },
  vatId: { kind: 'text', mono: true, filter: true, width: 140 },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  paymentDays: { kind: 'number', min: 0, max: 365, unit: 'd', width: 100 },
  shipPartial: { kind: 'boolean', filter: true, help: 'merchants.help.shipPartial', width: 110 },
  pickScan: {
    kind: 'choice',
    filter: true,
    help: 'merchants.help.pickScan',
    width: 120,
    options: PICK_SCANS.map((value) => ({ value, label: `items.pickScans.${value}` })),
  },
  contact: { kind: 'text', width: 160 },
  email: { kind: 'email', filter: true, width: 220 },
  phone: { kind: 'phone', width: 140 },
  address: { kind: 'address', width: 260 },
  settings: { kind: 'json' },
});

export const merchants = defineServerArea({
  area,
  table,
  check: partyCheck,
  unique: [['no']],
  masks: [
    defineMask(area, {
      key: 'sys.merchant.list',
      icon: 'shop',
      fields,
      columns: [
        'no',
        'name',
        'state',
        'currency',
        'contact',
        'email',
        'vatId',
        { field: 'phone', hidden: true },
        { field: 'shipPartial', hidden: true },
        { field: 'address', hidden: true },
      ],
      filters: ['no', 'name', 'state', 'currency', 'shipPartial', 'email', 'vatId'],
      sort: 'no',
      form: {
        layout: 'page',
        sections: {
          main: ['no', 'name', 'state', 'vatId'],
          contact: ['contact', 'email', 'phone', 'address'],
          terms: ['currency', 'paymentDays', 'shipPartial', 'pickScan', 'settings'],
        },
      },
      import: { fields: ['no', 'name', 'vatId', 'currency', 'contact', 'email', 'phone'], match: ['no'] },
    }),
  ],
});
