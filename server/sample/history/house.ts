import type pg from 'pg';
import { USER_TYPES } from '#contract/access/users';
import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { Crew, House, Person } from './model.ts';

/** People of the halls, who have an account but no password: name and what they do. */
const WORKERS: readonly (readonly [name: string, account: string, duty: keyof Crew])[] = [
  ['Aylin Demir', 'aylin.demir@kontor.example', 'pick'],
  ['Marek Zielinski', 'marek.zielinski@kontor.example', 'pick'],
  ['Birte Jensen', 'birte.jensen@kontor.example', 'pick'],
  ['Samuel Osei', 'samuel.osei@kontor.example', 'pick'],
  ['Nadja Petrova', 'nadja.petrova@kontor.example', 'pack'],
  ['Ines Carvalho', 'ines.carvalho@kontor.example', 'pack'],
  ['Thorsten Albers', 'thorsten.albers@kontor.example', 'pack'],
  ['Le Thi Hoa', 'le.thi.hoa@kontor.example', 'pack'],
];

const byKey = (rows: readonly { key: string; id: string }[]): Map<string, string> => new Map(rows.map(({ key, id }) => [key, id]));

async function addWorkers(client: pg.ClientBase): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `insert into users (account, name, type, sample, role_ids) select w.account, w.name, $2, true, array(select id from roles where key = 'warehouse')
     from jsonb_to_recordset($1::jsonb) as w(account text, name text) returning id, name`,
    [JSON.stringify(WORKERS.map(([name, account]) => ({ name, account }))), USER_TYPES.warehouse],
  );
  return rows;
}

/** Reads the ids that the history refers to, and adds the people who work in it. */
export async function readHouse(client: pg.ClientBase): Promise<House> {
  const read = async (sql: string): Promise<Map<string, string>> => byKey((await client.query<{ key: string; id: string }>(sql)).rows);
  const workers = await addWorkers(client);
  const people = (duty: keyof Crew): Person[] =>
    workers.filter(({ name }) => WORKERS.some(([one, , does]) => one === name && does === duty));
  const staff = await client.query<Person & { account: string }>(
    `select id, name, account from users where account like any(array['employee@%', 'manager@%', 'warehouse@%'])`,
  );
  const account = (start: string): Person => {
    const found = staff.rows.find((one) => one.account.startsWith(start));
    if (!found) throw new Error(`the sample has no account ${start}`);
    return { id: found.id, name: found.name };
  };
  const merchants = await client.query<{ no: string; id: string; name: string }>('select no, id, name from merchants');
  const items =
    await client.query(`select i.sku, i.id, m.no as merchant, i.name, i.category, i.price::int as price, i.weight as grams, s.name as supplier
    from items i join merchants m on m.id = i.merchant_id join suppliers s on s.id = i.supplier_id`);
  const storehouse = await client.query<{ address: Address }>(
    `select address || jsonb_build_object('name1', name) as address from storehouses where code = 'HH'`,
  );
  return {
    merchants: new Map(merchants.rows.map(({ no, id, name }) => [no, { id, name }])),
    carriers: await read('select code as key, id from carriers'),
    places: await read('select code as key, id from compartments'),
    storehouse: storehouse.rows[0]?.address ?? EMPTY_ADDRESS,
    stations: await read('select code as key, id from stations'),
    items: new Map(items.rows.map((row) => [row.sku, row])),
    crew: { pick: people('pick'), pack: people('pack'), dock: [account('warehouse@'), ...people('pick').slice(-1)] },
    office: account('employee@'),
    manager: account('manager@'),
  };
}
