import { CANCEL_REASON, TASK_STATUS } from '#contract/orders/status-field';
import { BLOCKER_KINDS, TASK_KINDS } from '#contract/orders/statuses';
import { tasks as area, DELIVERY_SERVICES, LABEL_SOURCES, TRANSPORT_MODES } from '#contract/orders/tasks';
import { TASK_TEXTS } from '#contract/orders/texts';
import { defineFields } from '../../../core/http/mask.ts';
import { PRIORITY_FIELD } from '../priority.ts';

const words = <V extends string>(values: readonly V[], label: (value: V) => string) =>
  values.map((value) => ({ value, label: label(value) }));

/**
 * Fields of a task in lists, record and form. Fields that are derived from facts are not in the contract's write shape and are therefore
 * read-only.
 */
export const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 100 },
  kind: { kind: 'choice', filter: true, sort: true, createOnly: true, width: 110, options: words(TASK_KINDS, TASK_TEXTS.kind) },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, createOnly: true, width: 150 },
  status: {
    ...TASK_STATUS,
    sort: true,
    filter: true,
    width: 225,
  },
  cancelReason: { ...CANCEL_REASON, width: 200 },
  statusSince: { kind: 'instant', relative: true, sort: true, filter: true, width: 165 },
  blocker: { kind: 'choice', filter: true, width: 190, options: words(BLOCKER_KINDS, TASK_TEXTS.blocker) },
  priority: { ...PRIORITY_FIELD, width: 85 },
  source: { kind: 'text', filter: true, createOnly: true, width: 110 },
  refOrderId: { kind: 'text', sort: true, filter: true, width: 170 },
  externalId: { kind: 'text', mono: true, filter: true, createOnly: true, width: 150 },
  orderedAt: { kind: 'instant', sort: true, filter: true, createOnly: true, width: 145 },
  transportMode: {
    kind: 'choice',
    filter: true,
    width: 120,
    options: words(TRANSPORT_MODES, (mode) => `tasks.transportModes.${mode}`),
  },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 110 },
  service: { kind: 'text', filter: true, width: 120 },
  labelSource: {
    kind: 'choice',
    filter: true,
    help: 'tasks.help.labelSource',
    width: 140,
    options: words(LABEL_SOURCES, (source) => `tasks.labelSources.${source}`),
  },
  pickupDate: { kind: 'date', sort: true, filter: true, width: 115 },
  pickupFrom: { kind: 'text', filter: true, width: 200 },
  requestedShipAt: { kind: 'instant', sort: true, filter: true, width: 145 },
  actualShipAt: { kind: 'instant', sort: true, filter: true, width: 145 },
  cutOffAt: { kind: 'instant', sort: true, filter: true, width: 145 },
  weight: { kind: 'weight', width: 110 },
  unitQty: { kind: 'number', min: 0, width: 100 },
  boxQty: { kind: 'number', min: 0, width: 80 },
  palletQty: { kind: 'number', min: 0, width: 85 },
  forceShipLabel: { kind: 'boolean', filter: true, help: 'tasks.help.forceShipLabel', width: 110 },
  autoRetourLabel: { kind: 'boolean', filter: true, help: 'tasks.help.autoRetourLabel', width: 110 },
  labelSwap: { kind: 'boolean', filter: true, help: 'tasks.help.labelSwap', width: 110 },
  dangerGoods: { kind: 'boolean', filter: true, width: 110 },
  deliveryServices: {
    kind: 'choices',
    width: 200,
    options: words(DELIVERY_SERVICES, (service) => `tasks.deliveryServices.${service}`),
  },
  deliveryNote: { kind: 'file', visibility: 'intern', width: 160 },
  consignor: { kind: 'address', width: 200 },
  consignee: { kind: 'address', width: 200 },
  remark: { kind: 'text', multiline: true, width: 240 },
  retourNo: { kind: 'text', mono: true, filter: true, width: 150 },
  trackingNo: { kind: 'text', mono: true, filter: true, help: 'tasks.help.trackingNo', width: 170 },
  parentId: { kind: 'reference', area: 'tasks', width: 150 },
  shipPartial: { kind: 'boolean', width: 110 },
  pieces: { kind: 'number', sort: true, filter: true, total: true, width: 75 },
  picked: { kind: 'number', total: true, width: 80 },
  packed: { kind: 'number', total: true, width: 80 },
  shipped: { kind: 'number', filter: true, total: true, width: 85 },
  received: { kind: 'number', filter: true, total: true, width: 105 },
  putAway: { kind: 'number', total: true, width: 105 },
  deliveredAt: { kind: 'instant', sort: true, filter: true, width: 145 },
  receivedBy: { kind: 'text', width: 150 },
  proofFile: { kind: 'file', visibility: 'intern', width: 160 },
  parcelCount: { kind: 'number', total: true, width: 80 },
});

/** The record view of every list, independent of the list's columns. */
export const record = {
  facts: ['merchantId', 'refOrderId', 'consignee', 'carrierId', 'cutOffAt'],
  show: {
    head: [
      'no',
      'kind',
      'status',
      'statusSince',
      'cancelReason',
      'blocker',
      'priority',
      'merchantId',
      'refOrderId',
      'externalId',
      'orderedAt',
      'source',
      'parentId',
    ],
    goods: ['pieces', 'received', 'putAway', 'picked', 'packed', 'shipped', 'unitQty', 'boxQty', 'palletQty', 'weight', 'dangerGoods'],
    shipping: [
      'transportMode',
      'carrierId',
      'service',
      'labelSource',
      'deliveryServices',
      'parcelCount',
      'trackingNo',
      'retourNo',
      'labelSwap',
      'autoRetourLabel',
      'forceShipLabel',
      'deliveryNote',
    ],
    consignee: ['consignee'],
    consignor: ['consignor', 'pickupDate', 'pickupFrom'],
    facts: [
      'requestedShipAt',
      'cutOffAt',
      'actualShipAt',
      'deliveredAt',
      'receivedBy',
      'proofFile',
      'shipPartial',
      'remark',
      'createdAt',
      'updatedAt',
    ],
  },
  form: {
    layout: 'page',
    sections: {
      head: ['priority', 'refOrderId', 'requestedShipAt', 'remark'],
      shipping: [
        'transportMode',
        'carrierId',
        'service',
        'labelSource',
        'deliveryServices',
        'trackingNo',
        'retourNo',
        'labelSwap',
        'autoRetourLabel',
        'forceShipLabel',
        'deliveryNote',
      ],
      goods: ['unitQty', 'boxQty', 'palletQty', 'weight', 'dangerGoods'],
      consignee: ['consignee'],
      consignor: ['consignor', 'pickupDate', 'pickupFrom'],
    },
  },
} as const;
