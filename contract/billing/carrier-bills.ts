import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Instant, Minor, Ref } from '../core/fields.ts';

/** `compared`: its lines stand. `takenBack`: the file was taken back with all its effects. server/modules/billing/store-list.ts, compare-invoice.ts and take-back-list.ts write it. */
export const CARRIER_BILL_STATES = ['compared', 'takenBack'] as const;

const server = {
  carrierId: Ref('carriers'),
  /** Null: the lines of an e-invoice, which need no layout. */
  profileId: Ref('carrierBillProfiles').nullable(),
  /** The number on the carrier's bill. */
  billNo: z.string(),
  /** The bill of the books, if it is entered. */
  billId: Ref('bills').nullable(),
  currency: Currency,
  state: z.enum(CARRIER_BILL_STATES),
  fromOn: CalendarDate.nullable(),
  toOn: CalendarDate.nullable(),
  parcels: z.int(),
  /** Costs of parcels: all, those that match, those that differ, and those that nobody has decided on. */
  costs: z.int(),
  matched: z.int(),
  differing: z.int(),
  undecided: z.int(),
  total: Minor,
  /** What was billed above what was expected. */
  difference: Minor,
  fileName: z.string(),
  /** SHA-256 of the file, hexadecimal. */
  checksum: z.string(),
  takenBackAt: Instant.nullable(),
  takenBackBy: Ref('users').nullable(),
};

/** Lists of parcels that carriers send with their bills, and the lines of their e-invoices, compared with the labels. A file is read once; it may be taken back. */
export const carrierBills = defineArea({
  name: 'carrierBills',
  fields: server,
  serverSet: Object.keys(server) as (keyof typeof server)[],
  search: ['billNo', 'fileName'],
  title: ['billNo'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
