import { containers as area, CONTAINER_TYPES } from '#contract/freight/containers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask, type FieldInput } from '../../../core/http/mask.ts';
import { askChange, STOPS, serviceActions, serviceFields, UNSETTLED } from '../actions.ts';
import { refuseAgreed } from '../agreed.ts';
import { tariffFor } from '../container-tariffs/tariff.ts';
import { deleteTask, fixedMerchant, packingFaults, withTask } from '../create-service.ts';
import { containerRoutes } from './routes.ts';
import { containers as table } from './table.ts';

const { no, merchantId, status, statusSince, blocker, underWayAt, arrivedAt, inboundId, packingList, remark } = serviceFields;

/** The statuses of all services in the words of sea freight: a container at the terminal is not delivered, and one devanned not partly done. */
const WORDS: Partial<Record<string, string>> = {
  delivered: 'containers.statuses.arrived',
  partiallyFinish: 'containers.statuses.devanned',
};
const STATUS = {
  ...status,
  options: status.options.map((option) => ({ ...option, label: WORDS[option.value] ?? option.label })),
  instead: [...status.instead, { field: 'pickedUpAt', of: 'delivered', label: 'containers.statuses.pickedUp', meaning: 'done' }],
} as const satisfies FieldInput;

const fields = defineFields(area, {
  no,
  merchantId,
  status: STATUS,
  statusSince,
  blocker,
  containerNo: { kind: 'text', mono: true, sort: true, filter: true, help: 'containers.help.containerNo', width: 140 },
  sizeType: {
    kind: 'choice',
    filter: true,
    width: 150,
    options: CONTAINER_TYPES.map((value) => ({ value, label: `containers.types.${value}` })),
  },
  sealNo: { kind: 'text', mono: true, filter: true, width: 120 },
  billOfLading: { kind: 'text', mono: true, filter: true, width: 150 },
  shippingLine: { kind: 'text', sort: true, filter: true, width: 130 },
  vessel: { kind: 'text', sort: true, filter: true, width: 150 },
  voyage: { kind: 'text', mono: true, filter: true, width: 100 },
  portOfLoading: { kind: 'text', mono: true, filter: true, help: 'containers.help.port', width: 110 },
  portOfDischarge: { kind: 'text', mono: true, filter: true, help: 'containers.help.port', width: 110 },
  terminal: { kind: 'text', filter: true, width: 160 },
  etd: { kind: 'date', sort: true, filter: true, width: 110 },
  eta: { kind: 'date', sort: true, filter: true, width: 110 },
  tariffId: { kind: 'reference', area: 'containerTariffs', filter: true, audience: 'house', help: 'containers.help.tariffId', width: 160 },
  freeDays: { kind: 'number', min: 0, max: 60, help: 'containers.help.freeDays', width: 100 },
  detentionFreeDays: { kind: 'number', min: 0, max: 60, help: 'containers.help.detentionFreeDays', width: 100 },
  lastFreeDay: { kind: 'date', sort: true, filter: true, help: 'containers.help.lastFreeDay', width: 130 },
  underWayAt: { ...underWayAt, label: 'containers.fields.underWayAt' },
  arrivedAt: { ...arrivedAt, label: 'containers.fields.arrivedAt' },
  pickedUpAt: { kind: 'instant', sort: true, filter: true, width: 150 },
  devannedAt: { kind: 'instant', sort: true, filter: true, width: 150 },
  emptyDue: { kind: 'date', sort: true, filter: true, help: 'containers.help.emptyDue', width: 130 },
  returnedAt: { kind: 'instant', sort: true, filter: true, width: 150 },
  inboundId,
  packingList,
  remark,
});
const journey = ['vessel', 'voyage', 'shippingLine', 'billOfLading', 'portOfLoading', 'portOfDischarge', 'terminal', 'etd', 'eta'] as const;

const making = withTask('container');

export const containers = defineServerArea({
  area,
  table,
  routes: containerRoutes,
  computed: ['status', 'cancelReason', 'statusSince', 'blocker', 'underWayAt', 'arrivedAt', 'lastFreeDay', 'emptyDue'],
  unique: [['containerNo', 'vessel', 'voyage']],
  onDelete: deleteTask,
  check: async (input) => [...fixedMerchant(input), ...(await packingFaults(input))],
  beforeSave: async (input) => {
    const { tx, actor, values, current } = input;
    refuseAgreed('containers', values, current);
    if (actor.merchantId !== null) delete values.tariffId;
    const { shippingLine = '', sizeType = '45G1', tariffId } = values;
    const found = current || tariffId ? {} : { tariffId: await tariffFor(tx, { shippingLine, sizeType }) };
    return { ...(await making(input)), ...found };
  },
  masks: [
    defineMask(area, {
      key: 'c7r.orders.list',
      facts: ['merchantId', 'containerNo', 'eta', 'lastFreeDay', 'emptyDue'],
      next: [
        { action: 'markUnderWay', text: 'containers.next.markUnderWay' },
        { action: 'markArrived', text: 'containers.next.markArrived' },
        { action: 'pickUp', text: 'containers.next.pickUp' },
        { action: 'devan', text: 'containers.next.devan' },
        { action: 'returnEmpty', text: 'containers.next.returnEmpty' },
      ],
      icon: 'container',
      fields,
      sort: 'eta',
      columns: [
        'no',
        'containerNo',
        'merchantId',
        'status',
        'eta',
        'vessel',
        'lastFreeDay',
        'terminal',
        'sizeType',
        { field: 'sealNo', hidden: true },
        { field: 'billOfLading', hidden: true },
        { field: 'shippingLine', hidden: true },
        { field: 'voyage', hidden: true },
        { field: 'portOfLoading', hidden: true },
        { field: 'portOfDischarge', hidden: true },
        { field: 'etd', hidden: true },
        { field: 'arrivedAt', hidden: true },
        { field: 'pickedUpAt', hidden: true },
        { field: 'devannedAt', hidden: true },
        { field: 'emptyDue', hidden: true },
        { field: 'returnedAt', hidden: true },
        { field: 'tariffId', hidden: true },
        { field: 'inboundId', hidden: true },
        { field: 'blocker', hidden: true },
        { field: 'statusSince', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      filters: [
        'no',
        'containerNo',
        'merchantId',
        'status',
        'eta',
        'lastFreeDay',
        'emptyDue',
        'vessel',
        'terminal',
        'portOfDischarge',
        'sizeType',
        'shippingLine',
        'createdAt',
      ],
      open: UNSETTLED,
      views: [{ key: 'blocked', label: 'containers.views.blocked', filters: [{ field: 'blocker', op: 'null', value: 'false' }] }],
      show: {
        box: ['no', 'status', 'statusSince', 'blocker', 'merchantId', 'containerNo', 'sizeType', 'sealNo'],
        journey,
        charges: ['tariffId', 'freeDays', 'lastFreeDay', 'detentionFreeDays', 'emptyDue'],
        facts: ['underWayAt', 'arrivedAt', 'pickedUpAt', 'devannedAt', 'returnedAt', 'inboundId', 'createdAt', 'updatedAt'],
        goods: ['packingList', 'remark'],
      },
      form: {
        layout: 'page',
        sections: {
          box: ['merchantId', 'containerNo', 'sizeType', 'sealNo'],
          journey,
          charges: ['tariffId', 'freeDays', 'detentionFreeDays'],
          goods: ['packingList', 'remark'],
        },
      },
      import: {
        fields: ['containerNo', 'sizeType', 'sealNo', ...journey, 'freeDays', 'detentionFreeDays', 'packingList', 'remark'],
        match: ['containerNo', 'vessel', 'voyage'],
      },
      changeable: {
        and: [
          { field: 'arrivedAt', op: 'empty' },
          { field: 'status', op: 'ne', value: 'finish' },
        ],
      },
      actions: [
        askChange({
          and: [
            { field: 'arrivedAt', op: 'filled' },
            { field: 'inboundId', op: 'empty' },
            { field: 'status', op: 'ne', value: 'finish' },
          ],
        }),
        ...serviceActions(['markUnderWay', 'markArrived'], {
          markUnderWay: 'containers.actions.sailed',
          markArrived: 'containers.actions.arrived',
        }),
        {
          key: 'pickUp',
          label: 'containers.actions.pickUp',
          done: 'containers.done.pickUp',
          on: 'row',
          call: { method: 'POST', path: '/v0/containers/:id/pickUp' },
          privilege: 'containers.devan',
          when: {
            and: [
              { field: 'arrivedAt', op: 'filled' },
              { field: 'pickedUpAt', op: 'empty' },
              { field: 'status', op: 'ne', value: 'finish' },
            ],
          },
        },
        {
          key: 'returnEmpty',
          label: 'containers.actions.returnEmpty',
          done: 'containers.done.returnEmpty',
          on: 'row',
          call: { method: 'POST', path: '/v0/containers/:id/returnEmpty' },
          privilege: 'containers.devan',
          when: {
            and: [
              { field: 'devannedAt', op: 'filled' },
              { field: 'returnedAt', op: 'empty' },
            ],
          },
        },
        {
          key: 'devan',
          label: 'containers.actions.devan',
          done: 'containers.done.devan',
          on: 'row',
          call: { method: 'POST', path: '/v0/containers/:id/devan' },
          privilege: 'containers.devan',
          when: {
            and: [
              { field: 'arrivedAt', op: 'filled' },
              { field: 'inboundId', op: 'empty' },
              { field: 'status', op: 'ne', value: 'finish' },
            ],
          },
        },
        {
          key: 'dates',
          label: 'containers.actions.dates',
          done: 'containers.done.dates',
          on: 'row',
          call: { method: 'POST', path: '/v0/containers/:id/dates' },
          privilege: 'containers.devan',
          when: { field: 'status', op: 'ne', value: 'finish' },
          ask: {
            underWayAt: { kind: 'instant', label: 'containers.fields.underWayAt', help: 'containers.help.dates' },
            arrivedAt: { kind: 'instant', label: 'containers.fields.arrivedAt' },
            pickedUpAt: { kind: 'instant', label: 'containers.fields.pickedUpAt' },
            devannedAt: { kind: 'instant', label: 'containers.fields.devannedAt' },
            returnedAt: { kind: 'instant', label: 'containers.fields.returnedAt' },
            reason: { kind: 'text', label: 'containers.ask.dateReason', required: true, multiline: true, maxLength: 500 },
          },
        },
        ...serviceActions(['finish', ...STOPS]),
      ],
    }),
  ],
});
