import { barcodeFaults } from '#contract/catalog/barcode-faults';
import { items as area, PICK_SCANS, SERIAL_MODES, STORED_KINDS } from '#contract/catalog/items';
import type { FieldError } from '#contract/core/envelope';
import { CURRENCIES } from '#contract/core/fields';
import { defineServerArea, type Values } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { askActions, printActions } from '../../printing/index.ts';
import { dropAliases, keepBarcodeAlias } from './barcode.ts';
import { itemFacts } from './facts.ts';
import { itemRoutes } from './routes.ts';
import { items as table } from './table.ts';

/** A pattern requires a serial mode, and allows `*` only at its end. */
function serialPatternFaults(values: Values): FieldError[] {
  const pattern = (values['serialPattern'] ?? '') as string;
  if (pattern === '') return [];
  if (values['serialMode'] === 'none') return [{ path: 'serialPattern', rule: 'needsSerialMode' }];
  return pattern.indexOf('*') >= 0 && pattern.indexOf('*') < pattern.length - 1 ? [{ path: 'serialPattern', rule: 'starAtEnd' }] : [];
}

const fields = defineFields(area, {
  image: { kind: 'image', visibility: 'image', width: 64 },
  sku: { kind: 'text', mono: true, sort: true, filter: true, width: 160 },
  name: { kind: 'text', sort: true, filter: true, width: 280 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  kind: {
    kind: 'choice',
    filter: true,
    sort: true,
    help: 'items.help.kind',
    width: 140,
    options: STORED_KINDS.map((value) => ({ value, label: `items.kinds.${value}` })),
  },
  barcode: { kind: 'barcode', filter: true, width: 160 },
  category: { kind: 'text', filter: true, sort: true, width: 140 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, width: 200 },
  price: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 110 },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  weight: { kind: 'weight', filter: true, sort: true, width: 110 },
  length: { kind: 'size', width: 90 },
  width: { kind: 'size', width: 90 },
  height: { kind: 'size', width: 90 },
  serialMode: {
    kind: 'choice',
    filter: true,
    help: 'items.help.serialMode',
    width: 140,
    options: SERIAL_MODES.map((value) => ({ value, label: `items.serialModes.${value}` })),
  },
  serialPattern: {
    kind: 'text',
    mono: true,
    help: 'items.help.serialPattern',
    when: { field: 'serialMode', op: 'ne', value: 'none' },
    width: 160,
  },
  pickScan: {
    kind: 'choice',
    filter: true,
    help: 'items.help.pickScan',
    width: 120,
    options: PICK_SCANS.map((value) => ({ value, label: `items.pickScans.${value}` })),
  },
  lotMode: { kind: 'boolean', filter: true, width: 90 },
  expires: { kind: 'boolean', filter: true, width: 90 },
  minStock: { kind: 'number', min: 0, width: 110 },
  hsCode: { kind: 'text', mono: true, help: 'items.help.hsCode', width: 120 },
  origin: { kind: 'text', pattern: 'countryCode', width: 150 },
  dangerous: { kind: 'boolean', filter: true, width: 90 },
  unNumber: { kind: 'text', mono: true, when: { field: 'dangerous', op: 'eq', value: true }, width: 100 },
  remark: { kind: 'text', multiline: true, width: 240 },
});

const more = [
  { field: 'category', hidden: true },
  { field: 'serialMode', hidden: true },
  { field: 'hsCode', hidden: true },
  { field: 'origin', hidden: true },
  { field: 'createdAt', hidden: true },
] as const;
const filters = [
  'sku',
  'name',
  'kind',
  'barcode',
  'category',
  'supplierId',
  'serialMode',
  'dangerous',
  'price',
  'weight',
  'createdAt',
] as const;
const screen = {
  icon: 'barcode',
  fields,
  actions: printActions('itemLabel'),
  form: {
    layout: 'page',
    sections: {
      main: ['sku', 'name', 'merchantId', 'kind', 'category', 'image'],
      codes: ['barcode', 'serialMode', 'serialPattern', 'pickScan', 'lotMode', 'expires'],
      trade: ['supplierId', 'price', 'currency', 'minStock'],
      shipping: ['weight', 'length', 'width', 'height', 'hsCode', 'origin', 'dangerous', 'unNumber', 'remark'],
    },
  },
  import: {
    fields: [
      'sku',
      'name',
      'kind',
      'barcode',
      'category',
      'supplierId',
      'price',
      'currency',
      'weight',
      'length',
      'width',
      'height',
      'serialMode',
      'minStock',
      'hsCode',
      'origin',
      'dangerous',
      'unNumber',
      'remark',
    ],
    match: ['sku'],
    create: ['supplierId'],
  },
} as const;

export const items = defineServerArea({
  area,
  table,
  scopes: { read: 'items.read', create: 'items.write', update: 'items.write' },
  related: [
    {
      area: 'stockBalances',
      by: 'itemId',
      columns: ['place', 'lot', 'condition', 'onHand', 'reserved', 'free'],
      title: 'items.related.stock',
      where: [{ field: 'onHand', op: 'gt', value: '0' }],
      lead: true,
    },
    {
      area: 'taskLines',
      by: 'itemId',
      columns: ['taskId', 'ordered', 'reserved', 'picked', 'short'],
      title: 'items.related.orders',
      where: [
        { field: 'taskId.kind', op: 'eq', value: 'outbound' },
        { field: 'taskId.actualShipAt', op: 'null', value: 'true' },
        { field: 'taskId.cancelReason', op: 'eq', value: '' },
      ],
      key: 'waiting',
    },
    {
      area: 'taskLines',
      by: 'itemId',
      columns: ['taskId', 'ordered', 'received', 'putAway'],
      title: 'items.related.incoming',
      where: [
        { field: 'taskId.kind', op: 'eq', value: 'inbound' },
        { field: 'taskId.status', op: 'in', value: ['receiptPending', 'receiving', 'inTransit'] },
      ],
      key: 'incoming',
    },
    { area: 'stockMoves', by: 'itemId', columns: ['at', 'reason', 'qty', 'fromPlace', 'toPlace', 'taskId'] },
    { area: 'itemAliases', by: 'itemId', columns: ['code', 'kind', 'pieces'], side: true },
    { area: 'itemComponents', by: 'itemId', columns: ['componentId', 'qty'], title: 'items.related.components', side: true },
    { area: 'itemComponents', by: 'componentId', columns: ['itemId', 'qty'], title: 'items.related.kits', side: true },
    { area: 'serials', by: 'itemId', columns: ['serial', 'state', 'shippedAt'] },
  ],
  unique: [['merchantId', 'sku']],
  routes: itemRoutes,
  facts: ({ tx, row }) => itemFacts(tx, row),
  // A code from before the check keeps until somebody changes it.
  check: ({ values, current }) => [
    ...serialPatternFaults({ ...current, ...values }),
    ...(values.barcode === current?.barcode ? [] : barcodeFaults('barcode', values.barcode)),
  ],
  afterSave: ({ tx, row }) => keepBarcodeAlias(tx, row),
  beforePurge: ({ tx, id }) => dropAliases(tx, id),
  masks: [
    defineMask(area, {
      key: 'wms.item.list',
      ...screen,
      actions: [
        ...screen.actions,
        ...askActions('itemLabel'),
        {
          key: 'swapSerial',
          label: 'serials.actions.swap',
          on: 'row',
          open: '/wms/swapSN?item=:id',
          privilege: 'tasks.swapSerial',
          when: { field: 'serialMode', op: 'eq', value: 'outOnly' },
        },
      ],
      columns: ['image', 'sku', 'name', 'merchantId', 'kind', 'barcode', 'price', 'weight', 'supplierId', ...more],
      filters: [...filters, 'merchantId'],
      views: [{ key: 'noBarcode', label: 'items.views.noBarcode', filters: [{ field: 'barcode', op: 'null', value: 'true' }] }],
    }),
    defineMask(area, {
      key: 'mEP.item.list',
      ...screen,
      columns: ['image', 'sku', 'name', 'kind', 'barcode', 'price', 'weight', 'supplierId', ...more],
      filters,
    }),
  ],
});
