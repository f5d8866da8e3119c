import { sql } from 'drizzle-orm';
import {
  OWED_KINDS,
  OWING_KINDS,
  type OwedKind,
  type OwingKind,
  SAME_COMPANY,
  type SetOffChoice,
  type SetOffPair,
} from '#contract/bank/set-off';
import { CURRENCIES } from '#contract/core/fields';
import { groupBy } from '#contract/core/group-by';
import { isSameName, nameWords } from '#contract/parties/party-name';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError } from '../../core/http/errors.ts';

/** Whose debts can be set off against each other. */

type Named = { kind: OwedKind | OwingKind; id: string };
const KINDS = [...OWED_KINDS, ...OWING_KINDS] as const;

const findParties = statement(
  { id: cell.uuid, kind: cell.oneOf(KINDS), name: cell.text, vatId: cell.text, ibans: cell.texts },
  ({ ids }: { ids: readonly string[] }) => sql`select p.id, p.kind, p.name, p.vat_id,
      array(select l.iban from bank_party_ibans l where l.party_id = p.id union select p.iban where p.iban <> '' order by 1) as ibans from (
      select id, 'merchants' as kind, name, vat_id, '' as iban from merchants where deleted_at is null
      union all select id, 'customers', name, vat_id, iban from customers where deleted_at is null
      union all select id, 'suppliers', name, vat_id, iban from suppliers where deleted_at is null
      union all select c.id, 'carriers', c.name, coalesce(s.vat_id, ''), coalesce(s.iban, '') from carriers c left join suppliers s on s.id = c.supplier_id where c.deleted_at is null) p
    where p.id = any(${uuids(ids)})`,
  [{ ids: [] }],
);
type Known = Awaited<ReturnType<typeof findParties>>[number];

const texts = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;

/** Documents that can be set off: bills neither disputed nor in a payment run. */
const OPEN = sql`select id, no, coalesce(merchant_id, customer_id) as party_id, due_date, currency, open, true as is_owed from invoices
      where kind = 'invoice' and open > 0 and posted_at is not null and deleted_at is null
    union all select b.id, b.their_no, coalesce(b.supplier_id, b.carrier_id), coalesce(b.due_date, b.bill_date), b.currency, b.open, false from bills b
      where b.kind = 'bill' and b.open > 0 and b.approved_at is not null and b.disputed_at is null and b.deleted_at is null
    and not exists (select from payment_orders o where o.bill_id = b.id and o.live and o.entry_id is null)`;
/** Documents of one party; the earliest due ones are settled first. */
const MOST = 500;
/** Parties of the other side that can be chosen, besides those that are the same company. */
const MOST_OTHERS = 1000;
const MOST_PAIRS = 50;
const findOpen = statement(
  {
    id: cell.uuid,
    no: cell.text,
    partyId: cell.uuid,
    dueDate: cell.date,
    currency: cell.oneOf(CURRENCIES),
    open: cell.bigint,
  },
  ({
    ids,
    currencies,
  }: {
    ids: readonly string[];
    currencies: readonly string[];
  }) => sql`select d.id, d.no, d.party_id, d.due_date, d.currency, d.open
    from (select o.*, row_number() over (partition by o.party_id order by o.due_date, o.no) as place from (${OPEN}) o where o.party_id = any(${uuids(ids)})) d
    where d.place <= ${MOST} and (cardinality(${texts(currencies)}) = 0 or d.currency = any(${texts(currencies)})) order by d.due_date, d.no`,
  [{ ids: [], currencies: [] }],
);
const findOthers = statement(
  { partyId: cell.uuid },
  ({ isOwed, currencies }: { isOwed: boolean; currencies: readonly string[] }) => sql`select d.party_id from (${OPEN}) d
    where d.is_owed <> ${isOwed}::boolean and d.currency = any(${texts(currencies)}) group by 1`,
  [{ isOwed: true, currencies: [] }],
);

const evidenceOf = (one: Known, other: Known): (typeof SAME_COMPANY)[number][] => {
  const shows = {
    vatId: one.vatId !== '' && one.vatId === other.vatId,
    iban: one.ibans.some((iban) => other.ibans.includes(iban)),
    name: isSameName(one.name, other.name),
  };
  return SAME_COMPANY.filter((what) => shows[what]);
};

/** What a party may have in common with another one. */
const marksOf = ({ vatId, ibans, name }: Known): string[] => [
  ...new Set([...(vatId === '' ? [] : [`vat ${vatId}`]), ...ibans.map((iban) => `iban ${iban}`), ...nameWords(name)]),
];

/** Whether VAT id, account or name show that both parties are one company. @throws DomainError NotFound */
export async function isSameCompany(tx: Db, one: Named, other: Named): Promise<boolean> {
  const found = await findParties(tx, { ids: [one.id, other.id] });
  const [first, second] = [one, other].map(({ kind, id }) => found.find((party) => party.kind === kind && party.id === id));
  if (!first || !second) throw new DomainError('NotFound');
  return evidenceOf(first, second).length > 0;
}

/**
 * A party with its open documents, and the parties of the other side that have some in the same currencies: the same company first. Documents
 * are read of the same company, and of the party that is chosen (`other`), however many others there are.
 * @throws DomainError NotFound
 */
export async function setOffChoice(tx: Db, { kind, id }: Named, other: string | null = null): Promise<SetOffChoice> {
  const isOwed = OWED_KINDS.some((one) => one === kind);
  const documentsOf = (rows: Awaited<ReturnType<typeof findOpen>>) => rows.map(({ partyId: _party, ...document }) => document);
  const documents = documentsOf(await findOpen(tx, { ids: [id], currencies: [] }));
  const currencies = [...new Set(documents.map(({ currency }) => currency))];
  const open = currencies.length === 0 ? [] : await findOthers(tx, { isOwed, currencies });
  const parties = await findParties(tx, { ids: [...new Set([id, ...open.map(({ partyId }) => partyId)])] });
  const own = parties.find((one) => one.id === id && one.kind === kind);
  if (!own) throw new DomainError('NotFound');
  const named = parties
    .filter((one) => one.id !== id && OWED_KINDS.some((owed) => owed === one.kind) !== isOwed)
    .map((one) => ({ kind: one.kind, id: one.id, name: one.name, evidence: evidenceOf(own, one) }))
    .sort((one, next) => next.evidence.length - one.evidence.length || one.name.localeCompare(next.name));
  const wanted = named.filter((one) => one.evidence.length > 0 || one.id === other).map((one) => one.id);
  const byParty = groupBy(await findOpen(tx, { ids: wanted, currencies }), ({ partyId }) => partyId);
  const others = named
    .filter((one, place) => place < MOST_OTHERS || one.evidence.length > 0 || one.id === other)
    .map((one) => ({ ...one, documents: documentsOf(byParty.get(one.id) ?? []) }));
  return { party: { kind: own.kind, id, name: own.name, documents }, others };
}

const sumOpen = statement(
  { partyId: cell.uuid, isOwed: cell.boolean, currency: cell.oneOf(CURRENCIES), open: cell.bigint },
  () => sql`select d.party_id, d.is_owed, d.currency, sum(d.open)::bigint as open from (${OPEN}) d group by 1, 2, 3`,
);

/** Companies that owe and are owed in the same currency, the largest amount that can be set off first. */
export async function setOffPairs(tx: Db): Promise<SetOffPair[]> {
  const sums = await sumOpen(tx);
  const parties = new Map((await findParties(tx, { ids: sums.map(({ partyId }) => partyId) })).map((one) => [one.id, one]));
  const sides = sums.flatMap((sum) => {
    const party = parties.get(sum.partyId);
    return party ? [{ ...sum, party }] : [];
  });
  // Only parties that share a number or a word of the name are compared.
  const byMark = new Map<string, typeof sides>();
  for (const side of sides.filter(({ isOwed }) => !isOwed))
    for (const mark of marksOf(side.party)) byMark.set(mark, [...(byMark.get(mark) ?? []), side]);
  const pairs = sides
    .filter(({ isOwed }) => isOwed)
    .flatMap((owed) => {
      const near = new Set(marksOf(owed.party).flatMap((mark) => byMark.get(mark) ?? []));
      return [...near]
        .filter((owing) => owing.currency === owed.currency && evidenceOf(owed.party, owing.party).length > 0)
        .flatMap((owing) => {
          const [one, other] = [OWED_KINDS.find((kind) => kind === owed.party.kind), OWING_KINDS.find((kind) => kind === owing.party.kind)];
          if (!one || !other) return [];
          return [
            {
              owed: { kind: one, id: owed.partyId, name: owed.party.name, open: owed.open },
              owing: { kind: other, id: owing.partyId, name: owing.party.name, open: owing.open },
              currency: owed.currency,
            },
          ];
        });
    });
  const both = ({ owed, owing }: SetOffPair): number => Math.min(owed.open, owing.open);
  return pairs.sort((one, other) => both(other) - both(one)).slice(0, MOST_PAIRS);
}
