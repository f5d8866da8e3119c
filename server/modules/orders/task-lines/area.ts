import { RETURN_REASONS } from '#contract/orders/returns';
import { taskLines as area } from '#contract/orders/task-lines';
import { TASK_TEXTS } from '#contract/orders/texts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { taskLines as table } from './table.ts';

const pieces = { kind: 'number', filter: true, total: true, width: 100 } as const;
/** A count that a record leaves out while it is zero. */
const counted = (field: string) => ({ ...pieces, when: { field, op: 'gt', value: 0 } }) as const;

const fields = defineFields(area, {
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 170 },
  position: { kind: 'number', sort: true, width: 80 },
  sku: { kind: 'text', mono: true, sort: true, filter: true, width: 160 },
  name: { kind: 'text', sort: true, filter: true, width: 260 },
  source: { kind: 'text', width: 220 },
  itemId: { kind: 'reference', area: 'items', filter: true, width: 220 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 170 },
  ordered: pieces,
  cancelled: counted('cancelled'),
  reserved: counted('reserved'),
  short: counted('short'),
  picked: counted('picked'),
  packed: counted('packed'),
  shipped: counted('shipped'),
  returned: counted('returned'),
  received: counted('received'),
  damaged: counted('damaged'),
  putAway: counted('putAway'),
  disposed: counted('disposed'),
  orderLineId: { kind: 'reference', area: 'taskLines', width: 150 },
  returnReason: {
    kind: 'choice',
    filter: true,
    width: 150,
    options: RETURN_REASONS.map((value) => ({ value, label: TASK_TEXTS.returnReason(value) })),
  },
  // In the currency of the order.
  price: { kind: 'money', width: 100 },
});

export const taskLines = defineServerArea({
  area,
  table,
  computed: ['*'],
  masks: [
    defineMask(area, {
      key: 'p11y.lines.list',
      icon: 'unordered-list',
      fields,
      columns: [
        'taskId',
        { field: 'sku', main: true },
        'name',
        'merchantId',
        'ordered',
        'picked',
        'packed',
        'shipped',
        { field: 'short', hidden: true },
        { field: 'cancelled', hidden: true },
        { field: 'received', hidden: true },
        { field: 'damaged', hidden: true },
        { field: 'putAway', hidden: true },
        { field: 'returned', hidden: true },
        { field: 'createdAt', hidden: true },
        { field: 'reserved', hidden: true },
        { field: 'returnReason', hidden: true },
      ],
      filters: ['taskId', 'sku', 'name', 'itemId', 'merchantId', 'ordered', 'short', 'damaged', 'returned', 'returnReason', 'createdAt'],
      show: {
        line: ['taskId', 'position', 'itemId', 'sku', 'name', 'source', 'merchantId', 'ordered', 'price'],
        outbound: ['cancelled', 'reserved', 'short', 'picked', 'packed', 'shipped', 'returned'],
        inbound: ['received', 'damaged', 'putAway', 'disposed', 'returnReason'],
      },
    }),
  ],
});
