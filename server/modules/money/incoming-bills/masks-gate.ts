import type { FieldSpec } from '#contract/core/mask';
import { incomingBills as area, INCOMING_STATUSES } from '#contract/money/incoming-bills';
import { defineMask } from '../../../core/http/mask.ts';
import { fields } from './masks.ts';

const MEANING = { received: 'wait', rejected: 'stop', booked: 'done' } as const;
const renamed = (name: 'theirNo' | 'receivedOn' | 'faults' | 'billId'): FieldSpec => ({
  ...(fields[name] as FieldSpec),
  label: `incomingBills.gate.${name}`,
});

/** E-invoices that a carrier uploaded, as the carrier follows them until they are bills. */
export const gateInvoiceMask = defineMask(area, {
  key: 'c5r.incomingBill.list',
  emptyText: 'incomingBills.emptyGate',
  title: 'menu.gateInvoices',
  icon: 'inbox',
  fields: {
    ...fields,
    theirNo: renamed('theirNo'),
    receivedOn: renamed('receivedOn'),
    faults: renamed('faults'),
    billId: renamed('billId'),
    reason: { kind: 'text', multiline: true, label: 'incomingBills.gate.reason', width: 240 },
    carrierId: {
      kind: 'reference',
      area: 'carriers',
      label: 'incomingBills.fields.carrierId',
      audience: 'house',
      filter: true,
      width: 160,
    },
    status: {
      kind: 'status',
      label: 'incomingBills.fields.status',
      sort: true,
      filter: true,
      width: 160,
      options: INCOMING_STATUSES.map((value) => ({ value, label: `incomingBills.gate.statuses.${value}`, meaning: MEANING[value] })),
    },
  },
  // Also for the house: only what carriers uploaded.
  fixed: [{ field: 'carrierId', op: 'null', value: 'false' }],
  columns: [
    'no',
    'status',
    'theirNo',
    'issueDate',
    'gross',
    'faults',
    'reason',
    'billId',
    'receivedOn',
    { field: 'carrierId', hidden: true },
  ],
  filters: ['no', 'status', 'theirNo', 'issueDate', 'receivedOn', 'gross', 'carrierId'],
  views: [
    { key: 'received', label: 'incomingBills.gate.statuses.received', filters: [{ field: 'status', op: 'eq', value: 'received' }] },
    { key: 'rejected', label: 'incomingBills.gate.statuses.rejected', filters: [{ field: 'status', op: 'eq', value: 'rejected' }] },
  ],
  sort: '-receivedOn',
  facts: ['theirNo', 'gross', 'issueDate', 'status', 'billId'],
  show: {
    main: ['no', 'status', 'kind', 'receivedOn', 'theirNo', 'issueDate', 'dueDate', 'sellerName', 'reason', 'billId'],
    money: ['currency', 'net', 'tax', 'gross', 'due'],
    file: ['fileName', 'file'],
  },
});
