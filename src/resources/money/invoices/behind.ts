import { addDays } from '#contract/core/house-day';
import { AGES, type Age } from '#contract/money/open';

export type PartyKind = 'merchants' | 'customers' | 'suppliers' | 'carriers';
type Of = { partyKind: PartyKind; partyId: string; currency: string };

const FIELD: Record<PartyKind, string> = {
  merchants: 'merchantId',
  customers: 'customerId',
  suppliers: 'supplierId',
  carriers: 'carrierId',
};
/** Whether we bill this kind of party; the others bill us. */
const isBilled = (kind: PartyKind): boolean => kind === 'merchants' || kind === 'customers';

function link(path: string, filters: Record<string, string>): string {
  const params = new URLSearchParams(Object.entries(filters).map(([field, value]): [string, string] => [`f.${field}`, value]));
  return `${path}?${params}`;
}

/** Filters for due dates of an age on a given day. */
function dueWithin(age: Age, on: string): Record<string, string> {
  const at = AGES.findIndex(({ key }) => key === age);
  const [youngest, oldest] = [AGES[at - 1]?.to, AGES[at]?.to ?? Number.POSITIVE_INFINITY];
  return {
    ...(youngest === undefined ? {} : { 'dueDate.lte': addDays(on, -youngest - 1) }),
    ...(Number.isFinite(oldest) ? { 'dueDate.gte': addDays(on, -oldest) } : {}),
  };
}

/** The list behind a figure of the balances: open documents of an age, money not allocated, or all open items. */
export function itemsBehind({ partyKind, partyId, currency }: Of, figure: Age | 'unallocated' | 'total', on: string): string {
  const party = { [FIELD[partyKind]]: partyId, currency };
  if (figure === 'unallocated') return link('/accounting/payment', { ...party, 'open.gt': '0' });
  const due = figure === 'total' ? {} : dueWithin(figure, on);
  if (!isBilled(partyKind)) return link('/finance/payables', { ...party, 'open.gt': '0', ...due });
  // Credit notes have no age. They are open until they are allocated.
  return link('/finance/open-items', { ...party, ...(figure === 'total' ? {} : { kind: 'invoice' }), ...due });
}

/** A party's documents up to a past day. */
export const documentsUntil = ({ partyKind, partyId, currency }: Of, on: string): string =>
  isBilled(partyKind)
    ? link('/sales/invoices', { [FIELD[partyKind]]: partyId, currency, 'issueDate.lte': on })
    : link('/purchases/bills', { [FIELD[partyKind]]: partyId, currency, 'billDate.lte': on });
