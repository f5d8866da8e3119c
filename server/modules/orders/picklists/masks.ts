import type { ActionSpec, Mask } from '#contract/core/mask';
import { picklists as area, PICKLIST_KINDS, PICKLIST_STATES } from '#contract/orders/picklists';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { askActions, printActions } from '../../printing/index.ts';

const MEANING = { open: 'wait', printed: 'work', picking: 'work', done: 'done', cancelled: 'closed' } as const;
const kinds = PICKLIST_KINDS.map((value) => ({ value, label: `picklists.kinds.${value}` }));

const fields = defineFields(area, {
  no: { kind: 'barcode', sort: true, filter: true, width: 130 },
  kind: { kind: 'choice', sort: true, filter: true, width: 150, options: kinds },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: PICKLIST_STATES.map((value) => ({ value, label: `picklists.states.${value}`, meaning: MEANING[value] })),
  },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, help: 'picklists.help.merchantId', width: 170 },
  zone: { kind: 'text', sort: true, filter: true, width: 80 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 120 },
  pickerId: { kind: 'reference', area: 'users', filter: true, width: 160 },
  cartId: { kind: 'reference', area: 'compartments', filter: true, width: 120 },
  orders: { kind: 'number', total: true, width: 90 },
  lines: { kind: 'number', total: true, width: 80 },
  pieces: { kind: 'number', total: true, width: 80 },
  picked: { kind: 'number', total: true, width: 90 },
  short: { kind: 'number', filter: true, total: true, width: 75 },
  printedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  startedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  doneAt: { kind: 'instant', sort: true, filter: true, width: 160 },
});

const actions: ActionSpec[] = [
  {
    key: 'make',
    icon: 'plus',
    label: 'picklists.actions.make',
    on: 'list',
    dialog: 'picklists.make',
    privilege: 'picklists.create',
  },
  ...printActions('picklist'),
  ...askActions('picklist'),
  {
    key: 'cancel',
    label: 'picklists.actions.cancel',
    done: 'picklists.done.cancel',
    on: 'row',
    call: { method: 'POST', path: '/v0/picklists/:id/cancel' },
    privilege: 'picklists.update',
    confirm: 'cancel',
    confirmText: 'picklists.confirm.cancel',
    danger: true,
    when: { field: 'state', op: 'in', value: ['open', 'printed'] },
  },
];

const open: NonNullable<Mask['open']> = [{ field: 'state', op: 'in', value: ['open', 'printed', 'picking'] }];
const screen = {
  icon: 'reconciliation',
  fields,
  actions,
  open,
  show: {
    list: ['no', 'kind', 'state', 'merchantId', 'carrierId', 'zone', 'pickerId', 'cartId', 'lines', 'short'],
    times: ['createdAt', 'printedAt', 'startedAt', 'doneAt'],
  },
} as const;
const filters = ['no', 'kind', 'state', 'merchantId', 'carrierId', 'zone', 'pickerId', 'short', 'createdAt', 'doneAt'] as const;

export const picklistMasks = [
  defineMask(area, {
    ...screen,
    key: 'p11y.pick2C.list',
    title: 'menu.pick2C',
    fixed: [{ field: 'kind', op: 'in', value: ['toConsumer', 'batch', 'single', 'order'] }],
    columns: [
      'no',
      'kind',
      'state',
      'carrierId',
      'orders',
      'pieces',
      'picked',
      'short',
      'pickerId',
      'createdAt',
      { field: 'merchantId', hidden: true },
      { field: 'printedAt', hidden: true },
    ],
    filters,
  }),
  defineMask(area, {
    ...screen,
    key: 'wms.picklist.list',
    columns: [
      'no',
      'kind',
      'state',
      'orders',
      'pieces',
      'picked',
      'short',
      'pickerId',
      'createdAt',
      { field: 'carrierId', hidden: true },
      { field: 'cartId', hidden: true },
      { field: 'printedAt', hidden: true },
      { field: 'startedAt', hidden: true },
      { field: 'doneAt', hidden: true },
      { field: 'lines', hidden: true },
      { field: 'zone', hidden: true },
      { field: 'merchantId', hidden: true },
    ],
    filters,
  }),
];
