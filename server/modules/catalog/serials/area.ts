import { serials as area, SERIAL_STATES } from '#contract/catalog/serials';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { askActions, printActions } from '../../printing/index.ts';
import { serials as table } from './table.ts';

const MEANING = { inStock: 'work', packed: 'work', shipped: 'done', returned: 'back', scrapped: 'closed', gone: 'closed' } as const;

const fields = defineFields(area, {
  serial: { kind: 'barcode', sort: true, filter: true, width: 190 },
  itemId: { kind: 'reference', area: 'items', filter: true, width: 280 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: SERIAL_STATES.map((value) => ({ value, label: `serials.states.${value}`, meaning: MEANING[value] })),
  },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 170 },
  shippedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  replacesId: { kind: 'reference', area: 'serials', width: 160 },
  replacedById: { kind: 'reference', area: 'serials', width: 160 },
  swapReason: { kind: 'text', width: 220 },
});

export const serials = defineServerArea({
  area,
  table,
  computed: ['*'],
  // Another item may have a piece with the same number: the list names the item.
  related: [
    { area: 'stockMoves', by: 'serial', from: 'serial', columns: ['at', 'reason', 'sku', 'fromPlace', 'toPlace', 'taskId'], limit: 20 },
  ],
  masks: [
    defineMask(area, {
      key: 'wms.serial.list',
      icon: 'barcode',
      fields,
      columns: ['serial', 'itemId', 'merchantId', 'state', 'taskId', 'shippedAt', { field: 'createdAt', hidden: true }],
      filters: ['serial', 'itemId', 'merchantId', 'state', 'taskId', 'shippedAt', 'createdAt'],
      actions: [
        ...printActions('serialLabel'),
        ...askActions('serialLabel'),
        { key: 'swapAny', label: 'serials.actions.swap', icon: 'swap', on: 'list', open: '/wms/swapSN', privilege: 'tasks.swapSerial' },
        {
          key: 'swap',
          label: 'serials.actions.swap',
          on: 'row',
          open: '/wms/swapSN?old=:serial&item=:itemId',
          privilege: 'tasks.swapSerial',
          when: { field: 'state', op: 'in', value: ['packed', 'shipped'] },
        },
      ],
      show: {
        piece: ['serial', 'itemId', 'merchantId', 'state'],
        way: ['createdAt', 'taskId', 'shippedAt', 'replacesId', 'replacedById', 'swapReason', 'updatedAt'],
      },
    }),
  ],
});
