import { mergedUnits as area, UNIT_KINDS, UNIT_STATES } from '#contract/catalog/merged-units';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { printActions } from '../../printing/index.ts';
import { mergedUnits as table } from './table.ts';

const MEANING = { open: 'work', closed: 'closed', shipped: 'done' } as const;

const fields = defineFields(area, {
  code: { kind: 'barcode', sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 180 },
  kind: {
    kind: 'choice',
    sort: true,
    filter: true,
    width: 110,
    options: UNIT_KINDS.map((value) => ({ value, label: `mergedUnits.kinds.${value}` })),
  },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: UNIT_STATES.map((value) => ({ value, label: `mergedUnits.states.${value}`, meaning: MEANING[value] })),
  },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, createOnly: true, width: 180 },
  // The compartment of a unit follows from scans, which move the unit with its contents.
  compartmentId: { kind: 'reference', area: 'compartments', filter: true, readOnly: true, width: 140 },
  parentId: { kind: 'reference', area: 'mergedUnits', filter: true, readOnly: true, help: 'mergedUnits.help.parentId', width: 160 },
});

export const mergedUnits = defineServerArea({
  area,
  table,
  related: [
    { area: 'stockBalances', by: 'unitId', columns: ['sku', 'itemName', 'lot', 'condition', 'onHand', 'reserved'] },
    { area: 'mergedUnits', by: 'parentId', columns: ['code', 'kind', 'state'], title: 'mergedUnits.related.inside' },
  ],
  unique: [['code']],
  number: { field: 'code', prefix: 'LPN' },
  masks: [
    defineMask(area, {
      key: 'wms.mergedUnit.list',
      icon: 'container',
      fields,
      columns: ['code', 'kind', 'state', 'merchantId', 'compartmentId', 'parentId', 'createdAt'],
      filters: ['code', 'kind', 'state', 'merchantId', 'compartmentId', 'createdAt'],
      open: [{ field: 'state', op: 'in', value: ['open', 'closed'] }],
      openTitle: 'mergedUnits.views.here',
      actions: printActions('boxLabel', 'palletLabel'),
      form: { layout: 'drawer', sections: { unit: ['code', 'kind', 'merchantId', 'compartmentId', 'parentId'] } },
    }),
  ],
});
