import { loadingLists as area, LOADING_STATES } from '#contract/shipping/loading-lists';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { printActions } from '../../printing/index.ts';

const MEANING = { open: 'work', handedOver: 'done', closed: 'closed' } as const;

const fields = defineFields(area, {
  no: { kind: 'barcode', sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 130 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, createOnly: true, width: 160 },
  // Parcels can be loaded until the list is handed over.
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 145,
    options: LOADING_STATES.map((value) => ({ value, label: `loadingLists.states.${value}`, meaning: MEANING[value] })),
  },
  dockId: { kind: 'reference', area: 'compartments', filter: true, where: { kind: 'dock' }, width: 120 },
  vehicle: { kind: 'text', mono: true, filter: true, width: 140 },
  driver: { kind: 'text', filter: true, width: 160 },
  parcels: { kind: 'number', sort: true, total: true, width: 90 },
  weight: { kind: 'weight', sort: true, total: true, width: 110 },
  handedOverAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  signedFile: { kind: 'file', visibility: 'intern', help: 'loadingLists.help.signedFile', width: 160 },
});

export const loadingListMasks = [
  defineMask(area, {
    key: 'wms.loadingList.list',
    facts: ['carrierId', 'vehicle', 'parcels', 'weight', 'handedOverAt'],
    next: [
      { action: 'handOver', text: 'loadingLists.next.handOver' },
      {
        when: { field: 'state', op: 'eq', value: 'open' },
        text: 'loadingLists.next.load',
        open: { path: '/wEP/shippingScan', label: 'loadingLists.next.station', privilege: 'loadingLists.update' },
      },
    ],
    icon: 'truck',
    fields,
    columns: [
      'no',
      'carrierId',
      'state',
      'dockId',
      'vehicle',
      'driver',
      'parcels',
      'weight',
      { field: 'handedOverAt', hidden: true },
      { field: 'signedFile', hidden: true },
      { field: 'createdAt', hidden: true },
    ],
    filters: ['no', 'carrierId', 'state', 'dockId', 'vehicle', 'driver', 'createdAt', 'handedOverAt'],
    open: [{ field: 'state', op: 'in', value: ['open', 'handedOver'] }],
    show: {
      list: ['no', 'carrierId', 'state', 'dockId', 'vehicle', 'driver'],
      load: ['parcels', 'weight', 'handedOverAt', 'signedFile', 'createdAt'],
    },
    form: { layout: 'page', sections: { list: ['no', 'carrierId', 'dockId', 'vehicle', 'driver'], load: ['signedFile'] } },
    actions: [
      ...printActions('loadingList', 'cmr'),
      {
        key: 'handOver',
        label: 'loadingLists.actions.handOver',
        done: 'loadingLists.done.handOver',
        on: 'row',
        call: { method: 'POST', path: '/v0/loadingLists/:id/handOver' },
        privilege: 'loadingLists.update',
        confirm: 'submit',
        confirmText: 'loadingLists.confirm.handOver',
        when: {
          and: [
            { field: 'state', op: 'eq', value: 'open' },
            { field: 'parcels', op: 'gt', value: 0 },
          ],
        },
      },
      {
        key: 'close',
        label: 'loadingLists.actions.close',
        done: 'loadingLists.done.close',
        on: 'row',
        call: { method: 'POST', path: '/v0/loadingLists/:id/close' },
        privilege: 'loadingLists.update',
        when: {
          or: [
            { field: 'state', op: 'eq', value: 'handedOver' },
            {
              and: [
                { field: 'state', op: 'eq', value: 'open' },
                { field: 'parcels', op: 'eq', value: 0 },
              ],
            },
          ],
        },
      },
    ],
  }),
];
