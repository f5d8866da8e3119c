import type { Mask } from '#contract/core/mask';
import { tasks as area } from '#contract/orders/tasks';
import { UNDELIVERED } from '#contract/orders/undelivered';
import { defineMask } from '../../../core/http/mask.ts';
import { BILL_IT } from '../../freight/index.ts';
import { fields, record } from './fields.ts';
import { is } from './masks-shared.ts';

/** Orders of a carrier, as shown to the carrier's own users: what, from where, to whom, and what they bring. */
export const carrierMasks: Mask[] = [
  defineMask(area, {
    key: 'c5r.orders.list',
    title: 'menu.carrierOrders',
    icon: 'truck',
    fields,
    show: record.show,
    fixed: [is('kind', 'outbound', 'transportLabel', 'retour')],
    // Delivered orders are hidden by default; removing the filter shows them.
    open: [{ field: 'status', op: 'in', value: UNDELIVERED }],
    columns: [
      'no',
      'kind',
      'status',
      // Orders of the warehouse leave from the house: for its people the column would be empty in most rows.
      { field: 'consignor', hidden: true, outside: 'shown' },
      { field: 'consignee', width: 320, main: true },
      'pickupDate',
      'weight',
      'parcelCount',
      { field: 'carrierId', hidden: true },
      { field: 'refOrderId', hidden: true },
      { field: 'service', hidden: true },
      { field: 'dangerGoods', hidden: true },
      { field: 'remark', hidden: true },
      { field: 'cutOffAt', hidden: true },
      { field: 'actualShipAt', hidden: true },
      { field: 'deliveredAt', hidden: true },
      { field: 'proofFile', hidden: true },
      { field: 'createdAt', hidden: true },
    ],
    card: ['kind', 'consignor', 'consignee'],
    ends: { from: 'consignor', to: 'consignee', by: 'arrow' },
    filters: ['no', 'kind', 'status', 'refOrderId', 'pickupDate', 'carrierId', 'service', 'dangerGoods', 'createdAt'],
    actions: [
      BILL_IT,
      {
        key: 'carrierLabel',
        label: 'tasks.carrier.label',
        done: 'tasks.carrier.labelDone',
        on: 'row',
        call: { method: 'POST', path: '/v0/tasks/:id/carrierLabel' },
        privilege: 'tasks.carrierLabel',
        ask: {
          trackingNo: { kind: 'text', label: 'tasks.fields.trackingNo', required: true, mono: true, maxLength: 60 },
          weight: { kind: 'weight', label: 'tasks.fields.weight' },
          file: { kind: 'file', label: 'tasks.carrier.labelFile', visibility: 'intern' },
        },
        when: {
          and: [
            { field: 'kind', op: 'eq', value: 'transportLabel' },
            { not: { field: 'status', op: 'in', value: ['delivered', 'finish'] } },
          ],
        },
      },
      {
        key: 'proof',
        label: 'tasks.carrier.proof',
        done: 'tasks.carrier.proofDone',
        on: 'row',
        call: { method: 'POST', path: '/v0/tasks/:id/proof' },
        privilege: 'tasks.proof',
        ask: {
          at: { kind: 'instant', label: 'tasks.fields.deliveredAt', help: 'tasks.carrier.proofAt' },
          receiver: { kind: 'text', label: 'tasks.carrier.receiver', required: true, maxLength: 100 },
          file: { kind: 'file', label: 'tasks.carrier.proofFile', visibility: 'intern' },
        },
        when: {
          and: [{ field: 'parcelCount', op: 'gt', value: 0 }, { not: { field: 'status', op: 'in', value: ['delivered', 'finish'] } }],
        },
      },
    ],
  }),
];
