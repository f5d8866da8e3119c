import { compartments as area, COMPARTMENT_KINDS } from '#contract/stock/compartments';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { printActions } from '../../printing/index.ts';
import { contentRoutes } from './content.ts';
import { compartmentFacts } from './facts.ts';
import { generatorRoutes } from './generator.ts';
import { compartments as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'barcode', sort: true, filter: true, width: 160 },
  warehouseId: { kind: 'reference', area: 'warehouses', filter: true, width: 200 },
  kind: {
    kind: 'choice',
    filter: true,
    sort: true,
    width: 120,
    options: COMPARTMENT_KINDS.map((value) => ({ value, label: `compartments.kinds.${value}` })),
  },
  zone: { kind: 'text', filter: true, sort: true, width: 90 },
  aisle: { kind: 'text', filter: true, sort: true, width: 80 },
  rack: { kind: 'text', filter: true, width: 80 },
  level: { kind: 'text', filter: true, width: 80 },
  slot: { kind: 'text', filter: true, width: 80 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  maxWeight: { kind: 'weight', width: 110 },
  maxVolume: { kind: 'number', unit: 'l', min: 0, width: 110 },
  pickOrder: { kind: 'number', sort: true, min: 0, help: 'compartments.help.pickOrder', width: 110 },
  blockedReason: { kind: 'text', filter: true, width: 200 },
});

export const compartments = defineServerArea({
  area,
  table,
  facts: ({ tx, row }) => compartmentFacts(tx, row.id),
  related: [
    {
      area: 'stockBalances',
      by: 'compartmentId',
      columns: ['sku', 'itemName', 'lot', 'condition', 'onHand', 'reserved'],
      title: 'compartments.related.stock',
      where: [{ field: 'onHand', op: 'gt', value: '0' }],
    },
    { area: 'mergedUnits', by: 'compartmentId', columns: ['code', 'kind', 'state'] },
    { area: 'stockMoves', by: 'toId', columns: ['at', 'reason', 'sku', 'qty', 'fromPlace', 'taskId'], title: 'compartments.related.in' },
    { area: 'stockMoves', by: 'fromId', columns: ['at', 'reason', 'sku', 'qty', 'toPlace', 'taskId'], title: 'compartments.related.out' },
    { area: 'stations', by: 'compartmentId', columns: ['code', 'name', 'active'] },
  ],
  unique: [['warehouseId', 'code']],
  routes: (app, context) => {
    generatorRoutes(app, context);
    contentRoutes(app, context);
  },
  masks: [
    defineMask(area, {
      key: 'wms.compartment.list',
      facts: ['kind', 'warehouseId'],
      icon: 'table',
      fields,
      columns: [
        'code',
        'warehouseId',
        'kind',
        'zone',
        'aisle',
        'rack',
        'level',
        'slot',
        'pickOrder',
        { field: 'merchantId', hidden: true },
        { field: 'maxWeight', hidden: true },
        { field: 'blockedReason', hidden: true },
      ],
      filters: ['code', 'warehouseId', 'kind', 'zone', 'aisle', 'rack', 'level', 'slot', 'merchantId', 'blockedReason'],
      sort: 'pickOrder',
      form: {
        layout: 'drawer',
        sections: {
          place: ['code', 'warehouseId', 'kind', 'zone', 'aisle', 'rack', 'level', 'slot'],
          rules: ['merchantId', 'maxWeight', 'maxVolume', 'pickOrder', 'blockedReason'],
        },
      },
      import: {
        fields: ['code', 'warehouseId', 'kind', 'zone', 'aisle', 'rack', 'level', 'slot', 'maxWeight', 'maxVolume', 'pickOrder'],
        match: ['code'],
      },
      actions: [
        ...printActions('compartmentLabel'),
        {
          key: 'generate',
          label: 'compartments.actions.generate',
          icon: 'build',
          on: 'list',
          dialog: 'compartments.generate',
          privilege: 'compartments.create',
        },
      ],
    }),
  ],
});
