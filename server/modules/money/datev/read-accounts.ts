import { sql } from 'drizzle-orm';
import type { Address } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { germanAccountName } from '../account-names.ts';
import { datevNo } from './read-batch.ts';

/** Reads the parties and accounts that the rows of a batch name. */

export type PartyRow = {
  /** Debtor or creditor number. */
  no: number;
  /** The house's own number of the party. */
  number: string;
  name: string;
  vatId: string;
  email: string;
  iban: string;
  address: Partial<Address>;
};

const findParties = statement(
  {
    no: cell.integer,
    number: cell.text,
    name: cell.text,
    vatId: cell.text,
    email: cell.text,
    iban: cell.text,
    address: cell.jsonb<Partial<Address>>(),
  },
  ({ numbers }: { numbers: string }) =>
    sql`select a.no, p.number, p.name, p.vat_id, p.email, p.iban, p.address from party_accounts a join (
          select id, no as number, name, vat_id, email, '' as iban, address from merchants
          union all select id, no, name, vat_id, email, iban, address from customers
          union all select id, no, name, vat_id, email, iban, address from suppliers
          union all select c.id, c.code, c.name, coalesce(s.vat_id, ''), coalesce(s.email, ''), coalesce(s.iban, ''), coalesce(s.address, '{}') from carriers c left join suppliers s on s.id = c.supplier_id
        ) p on p.id = a.party_id
      where a.no = any(${numbers}::int[]) order by a.no`,
  [{ numbers: '{10000}' }],
);
const findAccounts = statement(
  { no: cell.text, name: cell.text },
  () => sql`select no, name from accounts order by currency = 'EUR' desc, no`,
);

const PARTY_DIGITS = 5;

/** The parties with these numbers. */
export const readParties = (db: Db, numbers: readonly string[]): Promise<PartyRow[]> =>
  findParties(db, { numbers: `{${numbers.filter((no) => no.length >= PARTY_DIGITS && /^\d+$/.test(no)).join(',')}}` });

/** The names of these accounts in German, one of each number. */
export async function readAccounts(db: Db, numbers: readonly string[]): Promise<{ no: string; name: string }[]> {
  const names = new Map<string, string>();
  for (const { no, name } of await findAccounts(db)) if (!names.has(datevNo(no))) names.set(datevNo(no), germanAccountName(name));
  return numbers
    .filter((no) => names.has(no))
    .toSorted()
    .map((no) => ({ no, name: names.get(no) ?? '' }));
}
