import type pg from 'pg';
import { houseToday } from '#contract/core/house-day';
import { ident } from '../../core/db/sql-text.ts';
import { FURTHER_ITEMS } from './assortment.ts';
import { copyInto } from './copy.ts';
import { type History, makeHistory, type Numbers } from './history.ts';
import { readHouse } from './house.ts';

type Client = pg.ClientBase;

/** Tables that others refer to, in the order in which they are filled; the others follow. */
const FIRST = ['tasks', 'task_lines', 'loading_lists', 'parcels', 'stock_balances', 'tickets', 'counts'];
const byOrder = (tables: readonly string[]): string[] => [
  ...FIRST.filter((table) => tables.includes(table)),
  ...tables.filter((table) => !FIRST.includes(table)),
];

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

/** Rows of the history have their instants already, and changes of the past are not announced. */
async function copyAll(client: Client, { rows }: History): Promise<void> {
  const tables = byOrder(rows.tables());
  for (const table of tables) await client.query(`alter table ${ident(table)} disable trigger user`);
  for (const table of tables) {
    const { columns, text } = rows.copy(table);
    await copyInto(client, table, columns, text);
  }
  for (const table of tables) await client.query(`alter table ${ident(table)} enable trigger user`);
}

/** The next documents of the house follow those of the history. */
async function setNumbers(client: Client, { task, parcel, picklist, list, serial }: Numbers): Promise<void> {
  await client.query(
    `select setval('task_no', $1, false), setval('parcel_no', $2, false), setval('picklist_no', $3, false), setval(pg_get_serial_sequence('sim_shipments', 'serial'), $4)`,
    [task, parcel, picklist, serial],
  );
  await client.query(`insert into number_series (name, next) values ('loadingLists', $1)`, [list - 1]);
}

/** Loads 90 days of history in the caller's transaction. Requires the sample business, and no orders yet. */
export async function loadHistory(client: Client): Promise<void> {
  await addItems(client);
  await addPlaces(client);
  const history = makeHistory(await readHouse(client), houseToday(), Date.now());
  await copyAll(client, history);
  await setNumbers(client, history.next);
}
