import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { houseToday } from '#contract/core/house-day';
import { ident } from '../../core/db/sql-text.ts';
import { FURTHER_ITEMS } from './assortment.ts';
import { loadBooks } from './books.ts';
import { copyInto } from './copy.ts';
import { type History, makeHistory, type Numbers } from './history.ts';
import { readHouse } from './house.ts';

type Client = pg.PoolClient;

/** Items that only the history has, with their barcodes as aliases. */
async function addItems(client: Client): Promise<void> {
  await client.query(
    `with made as (insert into items (merchant_id, sku, name, barcode, category, price, currency, weight, supplier_id, origin)
       select m.id, n.sku, n.name, n.barcode, n.category, n.price, m.currency, n.weight, s.id, s.address->>'country'
       from jsonb_to_recordset($1::jsonb) as n(merchant text, sku text, name text, barcode text, category text, price bigint, weight int, supplier text)
       join merchants m on m.no = n.merchant join suppliers s on s.name = n.supplier returning id, merchant_id, barcode)
     insert into item_aliases (code, kind, item_id, merchant_id) select barcode, 'ean', id, merchant_id from made`,
    [JSON.stringify(FURTHER_ITEMS)],
  );
}

/** Pallet places in hall P, in three aisles of sixteen: the shelves of hall A belong to the goods of today. */
async function addPlaces(client: Client): Promise<void> {
  await client.query(`insert into compartments (warehouse_id, code, zone, kind, aisle, rack, level, slot, pick_order, max_weight)
    select (select id from warehouses where code = 'HH-P'), 'P' || a || '-' || to_char(r, 'FM00'), 'P', 'pallet', 'P' || a, to_char(r, 'FM00'), 'A', '1', 100 + row_number() over (order by a, r), 800000
    from generate_series(1, 3) a, generate_series(1, 16) r`);
}

const findReferences = `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
  from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`;

/**
 * Copies all rows. Triggers are off: the rows have their instants already, and changes of the past are not announced. References are
 * checked at the end for each table at once, which takes a fraction of the time of a check for each row.
 */
async function copyAll(client: Client, { rows }: History): Promise<void> {
  const tables = rows.tables();
  const all = (statements: readonly string[]): Promise<unknown> => client.query(statements.join(';'));
  const { rows: references } = await client.query<{ table: string; name: string; rule: string }>(findReferences, [tables]);
  await all(tables.map((table) => `alter table ${ident(table)} disable trigger user`));
  await all(references.map(({ table, name }) => `alter table ${ident(table)} drop constraint ${ident(name)}`));
  for (const table of tables) {
    await copyInto(client, table, rows.columns(table), rows.text(table));
  }
  await all(references.map(({ table, name, rule }) => `alter table ${ident(table)} add constraint ${ident(name)} ${rule}`));
  await all(tables.map((table) => `alter table ${ident(table)} enable trigger user`));
}

/** The next documents of the house follow those of the history. */
async function setNumbers(client: Client, { task, parcel, picklist, list, ticket, count, serial }: Numbers): Promise<void> {
  await client.query(
    `select setval('task_no', $1, false), setval('parcel_no', $2, false), setval('picklist_no', $3, false), setval(pg_get_serial_sequence('sim_shipments', 'serial'), $4)`,
    [task, parcel, picklist, serial],
  );
  // A series keeps the last number that it gave.
  await client.query(`insert into number_series (name, next) values ('loadingLists', $1), ('tickets', $2), ('counts', $3)`, [
    list - 1,
    ticket - 1,
    count - 1,
  ]);
}

/** Loads 90 days of history in the caller's transaction. Requires the sample business, and no orders yet. */
export async function loadHistory(client: Client): Promise<void> {
  await addItems(client);
  await addPlaces(client);
  const house = await readHouse(client);
  const history = makeHistory(house, houseToday(), Date.now());
  await copyAll(client, history);
  await setNumbers(client, history.next);
  await loadBooks(drizzle(client, { casing: 'snake_case' }), house, history.plan);
}
