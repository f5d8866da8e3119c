import { expect } from 'vitest';
import { camtFile, germanIban, type Movement, type Statement } from './bank-files.ts';
import { openBooks, type Row, today } from './books.ts';

export const OWN_IBAN = germanIban('10020030', 1_234_567);
const NORTHWIND = germanIban('50010517', 77);

export type Stored = { statementId: string; added: number; known: number }[];
type Entry = Row & { amount: number; state: string; proposals: { key: string; basis: string; automatic: boolean }[] };

/** The books with an account at a bank, and short words for statements and their entries. */
export async function openBank() {
  const books = await openBooks();
  const { server, finance, bank, post } = books;
  const day = today();
  const { id: bankAccountId } = (
    await post('bankAccounts', { name: 'Main account', holder: 'Kontor GmbH', iban: OWN_IBAN, bic: 'COBADEFFXXX', accountId: bank })
  ).data;

  const upload = <T>(way: 'read' | 'upload', text: string, query = '', token = finance) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'statement.xml');
    return server.call<T>('POST', `/v0/bankStatements/${way}${query}`, form, token);
  };
  let opening = 0;
  let number = 0;
  /** Stores a statement with these movements; the next one follows from it. */
  async function store(movements: Movement[], write = (statement: Statement): string => camtFile(statement)): Promise<string> {
    number += 1;
    const file = write({ iban: OWN_IBAN, number: String(number), opening, movements, on: day });
    const answer = await upload<Stored>('upload', file);
    expect(answer).toMatchObject({ code: 'OK' });
    opening += movements.reduce((sum, { amount }) => sum + amount, 0);
    return file;
  }
  const desk = async (): Promise<Entry[]> =>
    (await server.call<{ entries: Entry[] }>('GET', `/v0/bankEntries/desk?account=${bankAccountId}`, undefined, finance)).data.entries;
  const entryOf = async (bankRef: string): Promise<Entry> => {
    const { rows } = await server.pool.query<{ id: string }>(`select id from bank_entries where bank_ref = $1`, [bankRef]);
    const { rows: found } = await server.pool.query<Entry>(
      `select id, state, amount::int, automatic, proposals from bank_entries where id = $1`,
      [rows[0]?.id],
    );
    return found[0] as Entry;
  };
  const balance = async (no: string): Promise<number> =>
    Number((await server.pool.query<{ n: string }>(`select balance as n from accounts where no = $1`, [no])).rows[0]?.n);
  /** Changes of these accounts while something is done. */
  async function changes(accounts: string[], run: () => Promise<unknown>): Promise<number[]> {
    const before = await Promise.all(accounts.map(balance));
    await run();
    const after = await Promise.all(accounts.map(balance));
    return after.map((one, i) => one - (before[i] ?? 0));
  }
  const accept = async (bankRef: string, token = finance) => {
    const entry = await entryOf(bankRef);
    return server.call<Row>('POST', `/v0/bankEntries/${entry.id}/accept`, { key: entry.proposals[0]?.key }, token);
  };
  const movement = (bankRef: string, amount: number, over: Partial<Movement> = {}): Movement => ({
    bookedOn: day,
    amount,
    bankRef,
    name: 'Northwind',
    iban: NORTHWIND,
    ...over,
  });
  return {
    ...books,
    day,
    bankAccountId,
    northwindIban: NORTHWIND,
    upload,
    store,
    desk,
    entryOf,
    balance,
    changes,
    accept,
    movement,
    opening: () => opening,
    /** After a statement that `store` did not write. */
    shift: (amount: number) => {
      opening += amount;
    },
  };
}
