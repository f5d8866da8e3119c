import type { Mask } from '#contract/core/mask';
import { itemStocks as area } from '#contract/stock/item-stocks';
import { defineServerArea } from '../../../core/http/area.ts';
import { countFact } from '../../../core/http/facts.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { ITEM_STOCKS_SQL, itemStocks as table } from './view.ts';

const fields = defineFields(area, {
  image: { kind: 'image', visibility: 'image', width: 56 },
  sku: { kind: 'text', mono: true, sort: true, filter: true, width: 150 },
  name: { kind: 'text', sort: true, filter: true, width: 240 },
  itemId: { kind: 'reference', area: 'items', filter: true, width: 200 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 150 },
  category: { kind: 'text', filter: true, sort: true, width: 140 },
  available: { kind: 'number', sort: true, filter: true, total: true, width: 100 },
  reserved: { kind: 'number', sort: true, filter: true, total: true, width: 100 },
  incoming: { kind: 'number', sort: true, filter: true, width: 100 },
  unavailable: { kind: 'number', sort: true, filter: true, width: 120, help: 'itemStocks.help.unavailable' },
  onHand: { kind: 'number', sort: true, filter: true, total: true, width: 100 },
  minStock: { kind: 'number', width: 110 },
});

const more = (field: string): NonNullable<Mask['open']> => [{ field, op: 'gt', value: '0' }];
const columns = ['image', 'sku', { field: 'name', main: true }, 'available', 'reserved', 'incoming', 'unavailable', 'onHand'] as const;
const filters = ['sku', 'name', 'category', 'available', 'reserved', 'incoming', 'unavailable', 'onHand'] as const;
const screen = {
  icon: 'gold',
  title: 'itemStocks.title',
  fields,
  sort: 'sku',
  show: { item: ['itemId', 'merchantId', 'category', 'minStock'] },
  views: [
    { key: 'inStock', label: 'itemStocks.views.inStock', filters: more('onHand') },
    { key: 'soldOut', label: 'itemStocks.views.soldOut', filters: [{ field: 'available', op: 'eq', value: '0' }] },
    { key: 'incoming', label: 'itemStocks.views.incoming', filters: more('incoming') },
    { key: 'unavailable', label: 'itemStocks.views.unavailable', filters: more('unavailable') },
  ],
} as const satisfies Partial<Parameters<typeof defineMask>[1]>;
const openItem = (path: string): NonNullable<Mask['actions']> => [
  { key: 'item', label: 'itemStocks.actions.item', icon: 'barcode', on: 'row', open: `${path}/:id`, privilege: 'items.read' },
];

export const itemStocks = defineServerArea({
  area,
  table,
  view: { select: ITEM_STOCKS_SQL, of: 'items' },
  computed: ['*'],
  related: [{ area: 'stockMoves', by: 'itemId', columns: ['at', 'reason', 'qty', 'fromPlace', 'toPlace', 'taskId'] }],
  facts: async ({ row }) =>
    (['available', 'reserved', 'incoming', 'unavailable', 'onHand'] as const).map((key) => countFact('itemStocks', key, row[key])),
  masks: [
    defineMask(area, {
      key: 'wms.inventoryItems.list',
      ...screen,
      actions: openItem('/wms/item'),
      columns: [...columns, { field: 'merchantId', aside: true }, { field: 'category', hidden: true }],
      filters: [...filters, 'merchantId'],
    }),
    defineMask(area, {
      key: 'mEP.inventory.list',
      ...screen,
      actions: openItem('/mEP/item'),
      columns: [...columns, { field: 'category', hidden: true }],
      filters,
    }),
  ],
});
