import type { Filter } from '#contract/core/query';
import { propose } from '#contract/money/open';
import { titleOf, useMany, useRows } from '../../../core/mask/data.ts';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

const PARTIES = ['merchantId', 'customerId', 'supplierId', 'carrierId'] as const;

const AREAS = { merchantId: 'merchants', customerId: 'customers', supplierId: 'suppliers', carrierId: 'carriers' } as const;

export type Party = { key: (typeof PARTIES)[number]; id: string; name: string };
export type OpenDocument = { id: string; kind: 'invoice' | 'bill'; no: string; date: string; dueDate: string; open: number };
/** The amount a document gets, by its id. Null: the field is empty. A document that is not chosen is missing. */
export type Chosen = Readonly<Record<string, number | null>>;

/** Documents that are offered for one payment, earliest due date first. */
const MOST = 100;

const eq = (field: string, value: string): Filter => ({ field, op: 'eq', value });

/** The party of the payment in the form, or null as long as none is chosen. One from the address of the page has no label yet. */
export function useParty(row: Row): Party | null {
  const key = PARTIES.find((name) => asText(row[name]) !== '');
  const id = key ? asText(row[key]) : '';
  const label = key ? asText(row[`${key}Label`]) : '';
  const [found] = useMany(key ? AREAS[key] : '', key && label === '' ? [id] : []).data ?? [];
  return key ? { key, id, name: label || (found ? titleOf(found) : '') } : null;
}

/**
 * What a payment of this party, direction and currency can settle: money received settles invoices and credits of bills, money paid out
 * settles bills and credit notes.
 */
export function useOpenDocuments(party: Party, row: Row) {
  const isBill = party.key === 'supplierId' || party.key === 'carrierId';
  const area = isBill ? 'bills' : 'invoices';
  const received = row['direction'] !== 'out';
  const kind = isBill ? (received ? 'credit' : 'bill') : received ? 'invoice' : 'creditNote';
  const allowed = useAllowed(`${area}.read`);
  const filters: Filter[] = [
    eq(party.key, party.id),
    eq('kind', kind),
    eq('currency', asText(row['currency'])),
    { field: 'open', op: 'gt', value: '0' },
  ];
  const query = useRows(area, { limit: MOST, cursor: null, sort: 'dueDate', back: false, search: '', filters }, allowed);
  const documents = (query.isPlaceholderData ? [] : (query.data?.data ?? [])).map(
    (one): OpenDocument => ({
      id: asText(one['id']),
      kind: isBill ? 'bill' : 'invoice',
      no: asText(one[isBill ? 'theirNo' : 'no']),
      date: asText(one[isBill ? 'billDate' : 'issueDate']),
      dueDate: asText(one['dueDate']) || asText(one[isBill ? 'billDate' : 'issueDate']),
      open: asNumber(one['open']) ?? 0,
    }),
  );
  return { documents, kind, allowed, isLoaded: query.isSuccess && !query.isPlaceholderData, total: query.data?.total ?? 0 };
}

export const sumOf = (chosen: Chosen): number => Object.values(chosen).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

/**
 * The documents whose numbers are words of the reference, the earliest due date first, as far as the amount goes. Without an amount they are
 * paid whole.
 */
export function namedIn(reference: string, documents: readonly OpenDocument[], amount: number | null): Chosen {
  const words = reference.split(/[\s,;]+/);
  const named = documents.filter(({ no }) => no !== '' && words.includes(no));
  const whole = named.reduce((sum, { open }) => sum + open, 0);
  return Object.fromEntries(propose(amount || whole, named).map((part) => [part.item.id, part.amount]));
}

/** The items of the call that allocates. Never more than is left of the payment: the earliest due date comes first. */
export function itemsOf(documents: readonly OpenDocument[], chosen: Chosen, left: number) {
  const wanted = documents.map((one) => ({ ...one, open: Math.min(one.open, chosen[one.id] ?? 0) }));
  return propose(left, wanted).map(({ item: { kind, id }, amount }) => ({ kind, id, amount }));
}
