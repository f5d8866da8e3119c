import type { FieldSpec, Mask } from '#contract/core/mask';
import { CONDITIONS } from '#contract/scanning/commands';
import { stockBalances as area } from '#contract/stock/stock-balances';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { balanceRoutes } from './routes.ts';
import { stockBalances as table } from './table.ts';

const MEANING = { good: 'done', bWare: 'wait', damaged: 'stop', blocked: 'stop' } as const;

const fields = defineFields(area, {
  sku: { kind: 'text', mono: true, sort: true, filter: true, width: 150 },
  itemName: { kind: 'text', sort: true, filter: true, width: 220 },
  itemId: { kind: 'reference', area: 'items', filter: true, width: 200 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 150 },
  place: { kind: 'barcode', sort: true, filter: true, width: 130 },
  compartmentId: { kind: 'reference', area: 'compartments', filter: true, width: 140 },
  lot: { kind: 'text', mono: true, sort: true, filter: true, width: 120 },
  expiry: { kind: 'date', sort: true, filter: true, width: 110 },
  serial: { kind: 'text', mono: true, filter: true, width: 150 },
  condition: {
    kind: 'status',
    filter: true,
    sort: true,
    width: 140,
    options: CONDITIONS.map((value) => ({ value, label: `stockBalances.conditions.${value}`, meaning: MEANING[value] })),
  },
  unitId: { kind: 'reference', area: 'mergedUnits', filter: true, width: 130 },
  onHand: { kind: 'number', sort: true, filter: true, total: true, width: 100 },
  reserved: { kind: 'number', sort: true, filter: true, total: true, width: 100 },
  free: { kind: 'number', sort: true, filter: true, total: true, width: 100 },
});

const open: NonNullable<Mask['open']> = [{ field: 'onHand', op: 'gt', value: '0' }];
const screen = {
  icon: 'gold',
  fields,
  open,
  openTitle: 'stockBalances.views.onHand',
  card: ['place', 'itemName'],
  facts: ['place', 'onHand', 'reserved', 'free', 'condition'],
  sort: 'sku',
  show: {
    goods: ['itemId', 'sku', 'itemName', 'merchantId', 'condition', 'lot', 'expiry', 'serial'],
    place: ['compartmentId', 'unitId'],
    pieces: ['onHand', 'reserved', 'free', 'updatedAt'],
  },
} as const;

const reason: FieldSpec = { kind: 'text', label: 'stockBalances.ask.reason', required: true };
const conditions = CONDITIONS.map((value) => ({ value, label: `stockBalances.conditions.${value}` }));
/** Manual corrections. Each is a move against ADJUST, or a change of condition in the same compartment. */
const actions: NonNullable<Mask['actions']> = [
  {
    key: 'adjust',
    label: 'stockBalances.actions.adjust',
    done: 'stockBalances.done.adjust',
    icon: 'edit',
    on: 'row',
    call: { method: 'POST', path: '/v0/stockBalances/:id/adjust' },
    privilege: 'stockBalances.adjust',
    ask: { change: { kind: 'number', label: 'stockBalances.ask.change', required: true }, reason },
  },
  {
    key: 'condition',
    label: 'stockBalances.actions.condition',
    done: 'stockBalances.done.condition',
    icon: 'tags',
    on: 'row',
    call: { method: 'POST', path: '/v0/stockBalances/:id/condition' },
    privilege: 'stockBalances.adjust',
    ask: {
      qty: { kind: 'number', label: 'stockBalances.ask.qty', min: 1, required: true },
      condition: { kind: 'choice', label: 'stockBalances.ask.condition', required: true, options: conditions },
      reason,
    },
  },
];

export const stockBalances = defineServerArea({
  area,
  table,
  routes: balanceRoutes,
  computed: ['*'],
  masks: [
    defineMask(area, {
      key: 'wms.inventory.list',
      ...screen,
      actions,
      views: [
        { key: 'reserved', label: 'stockBalances.fields.reserved', filters: [{ field: 'reserved', op: 'gt', value: '0' }] },
        { key: 'blocked', label: 'stockBalances.views.blocked', filters: [{ field: 'condition', op: 'ne', value: 'good' }] },
      ],
      columns: [
        'sku',
        'itemName',
        'place',
        'onHand',
        'reserved',
        'free',
        'merchantId',
        'condition',
        'expiry',
        { field: 'serial', hidden: true },
        { field: 'unitId', hidden: true },
        { field: 'updatedAt', hidden: true },
        { field: 'lot', hidden: true },
      ],
      filters: [
        'sku',
        'itemName',
        'itemId',
        'merchantId',
        'place',
        'condition',
        'lot',
        'expiry',
        'serial',
        'unitId',
        'onHand',
        'reserved',
        'free',
      ],
    }),
    defineMask(area, {
      key: 'mEP.inventoryPlaces.list',
      ...screen,
      columns: [
        'sku',
        'itemName',
        'place',
        'lot',
        'expiry',
        'condition',
        'onHand',
        'reserved',
        'free',
        { field: 'serial', hidden: true },
        { field: 'updatedAt', hidden: true },
      ],
      filters: ['sku', 'itemName', 'itemId', 'place', 'condition', 'lot', 'expiry', 'serial', 'onHand', 'reserved', 'free'],
    }),
  ],
});
