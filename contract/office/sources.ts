import type { Filter } from '../core/query.ts';

type Source = {
  key: string;
  area: string;
  start: string;
  end: string;
  filters: readonly Filter[];
  title?: readonly string[];
  movable?: readonly Filter[];
};

/**
 * Areas whose rows appear in the calendar: the fields with the dates, and filters for the rows. `title` replaces the area's own title: who
 * it is about stands before its number. A reference is told by its title, to people of the house. `movable`: which rows have a date that the house still plans, so that whoever may change such a row may move it to
 * another day.
 */
export const CALENDAR_SOURCES = [
  { key: 'entry', area: 'calendarEntries', start: 'startDay', end: 'endDay', filters: [] },
  {
    key: 'pickup',
    area: 'tasks',
    start: 'pickupDate',
    end: 'pickupDate',
    filters: [{ field: 'pickupDate', op: 'null', value: 'false' }],
    title: ['merchantId', 'no', 'refOrderId'],
    movable: [{ field: 'status', op: 'in', value: ['inProcess', 'receiptPending', 'standby', 'hold'] }],
  },
  {
    key: 'ship',
    area: 'tasks',
    start: 'requestedShipAt',
    end: 'requestedShipAt',
    filters: [{ field: 'requestedShipAt', op: 'null', value: 'false' }],
    title: ['merchantId', 'no', 'refOrderId'],
  },
  {
    key: 'eta',
    area: 'containers',
    start: 'eta',
    end: 'eta',
    filters: [{ field: 'eta', op: 'null', value: 'false' }],
    title: ['merchantId', 'containerNo', 'no'],
    movable: [
      { field: 'arrivedAt', op: 'null', value: 'true' },
      { field: 'status', op: 'ne', value: 'finish' },
    ],
  },
  {
    key: 'lastFreeDay',
    area: 'containers',
    start: 'lastFreeDay',
    end: 'lastFreeDay',
    filters: [
      { field: 'arrivedAt', op: 'null', value: 'false' },
      { field: 'pickedUpAt', op: 'null', value: 'true' },
      { field: 'status', op: 'ne', value: 'finish' },
    ],
    title: ['merchantId', 'containerNo', 'no'],
  },
  {
    key: 'emptyDue',
    area: 'containers',
    start: 'emptyDue',
    end: 'emptyDue',
    filters: [
      { field: 'emptyDue', op: 'null', value: 'false' },
      { field: 'returnedAt', op: 'null', value: 'true' },
    ],
    title: ['merchantId', 'containerNo', 'no'],
  },
  {
    key: 'due',
    area: 'officeTasks',
    start: 'dueDate',
    end: 'dueDate',
    filters: [
      { field: 'dueDate', op: 'null', value: 'false' },
      { field: 'state', op: 'ne', value: 'done' },
    ],
    movable: [],
  },
  {
    key: 'invoiceDue',
    area: 'invoices',
    start: 'dueDate',
    end: 'dueDate',
    filters: [
      { field: 'open', op: 'gt', value: '0' },
      { field: 'kind', op: 'eq', value: 'invoice' },
    ],
    title: ['partyName', 'no'],
  },
  {
    key: 'billDue',
    area: 'bills',
    start: 'dueDate',
    end: 'dueDate',
    filters: [{ field: 'open', op: 'gt', value: '0' }],
    title: ['supplierId', 'carrierId', 'no', 'theirNo'],
  },
  {
    key: 'quotationEnds',
    area: 'quotations',
    start: 'validUntil',
    end: 'validUntil',
    filters: [{ field: 'status', op: 'eq', value: 'sent' }],
    title: ['customerId', 'merchantId', 'no'],
  },
  {
    key: 'goodsExpected',
    area: 'purchaseOrders',
    start: 'expectedAt',
    end: 'expectedAt',
    filters: [{ field: 'status', op: 'in', value: ['ordered', 'partlyReceived'] }],
    title: ['supplierId', 'no', 'reference'],
    movable: [],
  },
] as const satisfies readonly Source[];
export type CalendarSource = (typeof CALENDAR_SOURCES)[number]['key'];
