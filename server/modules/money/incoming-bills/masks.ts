import { ME } from '#contract/core/condition';
import type { Condition } from '#contract/core/mask-condition';
import { incomingBills as area, IBAN_STATES, INCOMING_SOURCES, INCOMING_STATUSES, SUPPLIER_EVIDENCE } from '#contract/money/incoming-bills';
import { SYNTAXES } from '#contract/money/received-invoice';
import { BILL_KINDS } from '#contract/money/status';
import { defineFields, defineMask } from '../../../core/http/mask.ts';

const choice = <T extends string>(values: readonly T[], name: string) =>
  values.map((value) => ({ value, label: `incomingBills.${name}.${value}` }));
const MEANING = { received: 'work', rejected: 'closed', booked: 'done' } as const;
const IBAN_MEANING = { none: 'closed', same: 'done', open: 'stop', confirmed: 'done', kept: 'done' } as const;
const SYNTAX_NAMES = { ubl: 'UBL', cii: 'CII' } as const;
const money = { kind: 'money', currencyField: 'currency', width: 130 } as const;
const is = (value: string): Condition => ({ field: 'status', op: 'eq', value });
const ibanOpen: Condition = { field: 'ibanState', op: 'eq', value: 'open' };
/** Whoever took the invoice over does not decide about its account. */
const isOwn: Condition = { field: 'bookedBy', op: 'eq', value: ME };
const ibanOfOther: Condition = { and: [ibanOpen, { not: isOwn }] };

export const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, mono: true, width: 110 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: INCOMING_STATUSES.map((value) => ({ value, label: `incomingBills.statuses.${value}`, meaning: MEANING[value] })),
  },
  kind: { kind: 'choice', filter: true, width: 110, options: BILL_KINDS.map((value) => ({ value, label: `bills.kinds.${value}` })) },
  receivedOn: { kind: 'date', sort: true, filter: true, width: 120 },
  source: { kind: 'choice', filter: true, width: 150, options: choice(INCOMING_SOURCES, 'sources') },
  sender: { kind: 'text', filter: true, help: 'incomingBills.help.sender', width: 220 },
  sellerName: { kind: 'text', sort: true, filter: true, width: 220 },
  sellerVatId: { kind: 'text', mono: true, filter: true, width: 140 },
  sellerTaxNo: { kind: 'text', mono: true, width: 140 },
  sellerIban: { kind: 'text', mono: true, filter: true, width: 220 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, width: 200 },
  supplierBy: { kind: 'choice', width: 150, options: choice(SUPPLIER_EVIDENCE, 'evidence') },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 160 },
  carrierBy: { kind: 'choice', width: 150, options: choice(SUPPLIER_EVIDENCE, 'evidence') },
  theirNo: { kind: 'text', sort: true, filter: true, width: 150 },
  issueDate: { kind: 'date', sort: true, filter: true, width: 120 },
  dueDate: { kind: 'date', sort: true, filter: true, width: 120 },
  currency: { kind: 'text', filter: true, width: 90 },
  net: money,
  tax: money,
  gross: { ...money, sort: true, filter: true },
  due: money,
  purchaseOrderId: { kind: 'reference', area: 'purchaseOrders', filter: true, width: 130 },
  orderNo: { kind: 'text', filter: true, width: 130 },
  faults: { kind: 'number', sort: true, filter: true, help: 'incomingBills.help.faults', width: 90 },
  remarks: { kind: 'number', sort: true, filter: true, help: 'incomingBills.help.remarks', width: 90 },
  syntax: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: SYNTAXES.map((value) => ({ value, label: { en: SYNTAX_NAMES[value], cn: SYNTAX_NAMES[value], de: SYNTAX_NAMES[value] } })),
  },
  profile: { kind: 'text', mono: true, width: 220 },
  fileName: { kind: 'text', filter: true, width: 220 },
  file: { kind: 'file', visibility: 'intern', width: 140 },
  checksum: { kind: 'text', mono: true, width: 220 },
  size: { kind: 'number', unit: 'B', width: 110 },
  billId: { kind: 'reference', area: 'bills', filter: true, width: 150 },
  bookedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
  bookedAt: { kind: 'instant', width: 160 },
  reason: { kind: 'text', multiline: true, width: 220 },
  ibanState: {
    kind: 'status',
    filter: true,
    width: 170,
    options: IBAN_STATES.map((value) => ({ value, label: `incomingBills.ibanStates.${value}`, meaning: IBAN_MEANING[value] })),
  },
  knownIban: { kind: 'text', mono: true, width: 220 },
  ibanBy: { kind: 'reference', area: 'users', width: 160 },
  ibanAt: { kind: 'instant', width: 160 },
});

const act = <K extends string>(key: K, privilege: string, when: Condition) => ({
  key,
  label: `incomingBills.actions.${key}`,
  done: `incomingBills.done.${key}`,
  on: 'row' as const,
  call: { method: 'POST' as const, path: `/v0/incomingBills/:id/${key}` as const },
  privilege: `incomingBills.${privilege}`,
  when,
});

export const incomingMask = defineMask(area, {
  key: 'purchase.incomingBill.list',
  icon: 'inbox',
  fields,
  columns: [
    'no',
    'status',
    'sellerName',
    'theirNo',
    'issueDate',
    'gross',
    'faults',
    'remarks',
    'ibanState',
    'supplierId',
    'dueDate',
    'billId',
    'receivedOn',
    { field: 'source', hidden: true },
    { field: 'carrierId', hidden: true },
    { field: 'sender', hidden: true },
    { field: 'kind', hidden: true },
    { field: 'currency', hidden: true },
    { field: 'orderNo', hidden: true },
    { field: 'purchaseOrderId', hidden: true },
    { field: 'syntax', hidden: true },
    { field: 'fileName', hidden: true },
  ],
  views: [
    { key: 'received', label: 'incomingBills.statuses.received', filters: [{ field: 'status', op: 'eq', value: 'received' }] },
    { key: 'iban', label: 'incomingBills.views.iban', filters: [{ field: 'ibanState', op: 'eq', value: 'open' }] },
    { key: 'carrier', label: 'incomingBills.views.carrier', filters: [{ field: 'source', op: 'eq', value: 'carrier' }] },
    { key: 'booked', label: 'incomingBills.statuses.booked', filters: [{ field: 'status', op: 'eq', value: 'booked' }] },
    { key: 'rejected', label: 'incomingBills.statuses.rejected', filters: [{ field: 'status', op: 'eq', value: 'rejected' }] },
  ],
  filters: [
    'no',
    'status',
    'kind',
    'sellerName',
    'theirNo',
    'supplierId',
    'receivedOn',
    'issueDate',
    'dueDate',
    'gross',
    'faults',
    'remarks',
    'ibanState',
    'purchaseOrderId',
    'source',
    'carrierId',
    'sender',
    'syntax',
    'billId',
  ],
  sort: '-receivedOn',
  facts: ['sellerName', 'gross', 'dueDate', 'supplierId', 'billId'],
  next: [
    { when: { and: [ibanOpen, isOwn] }, text: 'incomingBills.next.secondIban', meaning: 'wait' },
    { when: ibanOpen, action: 'confirmIban', text: 'incomingBills.next.confirmIban', meaning: 'stop' },
    { when: is('received'), action: 'takeOver', text: 'incomingBills.next.takeOver' },
  ],
  actions: [
    {
      key: 'takeOver',
      label: 'incomingBills.actions.takeOver',
      on: 'row',
      dialog: 'incomingBills.takeOver',
      privilege: 'incomingBills.takeOver',
      when: is('received'),
    },
    {
      ...act('reject', 'takeOver', is('received')),
      danger: true,
      confirmText: 'incomingBills.confirm.reject',
      ask: { reason: { kind: 'text', label: 'incomingBills.ask.reject', required: true, multiline: true, maxLength: 500 } },
    },
    {
      ...act('supplier', 'takeOver', is('received')),
      inMenu: true,
      ask: { supplierId: { kind: 'reference', area: 'suppliers', label: 'incomingBills.fields.supplierId', required: true } },
    },
    { ...act('check', 'takeOver', is('received')), inMenu: true },
    act('reopen', 'takeOver', is('rejected')),
    { ...act('confirmIban', 'confirmIban', ibanOfOther), confirm: 'submit', confirmText: 'incomingBills.confirm.confirmIban' },
    { ...act('keepIban', 'confirmIban', ibanOfOther), confirmText: 'incomingBills.confirm.keepIban' },
    { ...act('takeBack', 'takeOver', is('booked')), inMenu: true },
  ],
  show: {
    main: [
      'no',
      'status',
      'kind',
      'receivedOn',
      'source',
      'carrierId',
      'carrierBy',
      'sender',
      'theirNo',
      'issueDate',
      'dueDate',
      'supplierId',
      'supplierBy',
      'purchaseOrderId',
      'billId',
    ],
    money: ['currency', 'net', 'tax', 'gross', 'due'],
    iban: ['ibanState', 'sellerIban', 'knownIban', 'ibanBy', 'ibanAt'],
    state: ['bookedBy', 'bookedAt', 'reason', 'faults', 'remarks'],
    file: ['fileName', 'file', 'size', 'checksum', 'syntax', 'profile'],
  },
});
