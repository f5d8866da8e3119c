import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { houseToday } from '#contract/core/house-day';
import { ident } from '../../core/db/sql-text.ts';
import { finishInTurns } from '../../core/steps.ts';
import { FURTHER_ITEMS } from './assortment.ts';
import { copyInto } from './copy.ts';
import { type History, historyInSteps, type Numbers } from './history.ts';
import { readHouse } from './house.ts';
import type { House, Plan } from './model.ts';
import { makeRows, TABLES } from './rows.ts';

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
const findIndexes = `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
  where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`;

type Open = {
  /** Makes the indexes of some tables, when all their rows are there. */
  makeIndexes: (tables: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Prepares tables for rows that are copied into them. Triggers are off: the rows have their instants already, and changes of the past are not
 * announced. References are checked and indexes are made at the end for each table at once, which takes a fraction of the time that each row
 * by itself would take.
 */
async function openForCopy(client: Client, tables: readonly string[]): Promise<Open> {
  const all = async (statements: readonly string[]): Promise<void> => void (await client.query(statements.join(';')));
  const { rows: references } = await client.query<{ table: string; name: string; rule: string }>(findReferences, [tables]);
  const { rows: indexes } = await client.query<{ table: string; name: string; made: string }>(findIndexes, [tables]);
  await all(tables.map((table) => `alter table ${ident(table)} disable trigger user`));
  await all(references.map(({ table, name }) => `alter table ${ident(table)} drop constraint ${ident(name)}`));
  await all(indexes.map(({ name }) => `drop index ${name}`));
  return {
    makeIndexes: (some) => all(indexes.filter(({ table }) => some.includes(table)).map(({ made }) => made)),
    async close() {
      await all(references.map(({ table, name, rule }) => `alter table ${ident(table)} add constraint ${ident(name)} ${rule}`));
      await all(tables.map((table) => `alter table ${ident(table)} enable trigger user`));
      // The documents of today are made before the database finds out by itself how many rows there are. A small sample tells enough.
      await all([
        'set local default_statistics_target = 10',
        `analyze ${tables.map(ident).join()}`,
        'set local default_statistics_target to default',
      ]);
    },
  };
}

/** Rows of a table that are copied at once, and milliseconds of making rows before messages of the database are read. */
const BATCH = 2_000;
const SLICE = 5;

/** Makes the rows of the history and copies them: the database stores rows and makes indexes while the next rows are made. */
async function makeAndCopy(client: Client, house: House, meanwhile: () => void): Promise<History> {
  const rows = makeRows();
  const copied = new Map<string, number>();
  const waiting = (table: string): number => rows.count(table) - (copied.get(table) ?? 0);
  const copy = async (table: string): Promise<void> => {
    const [from, to] = [copied.get(table) ?? 0, rows.count(table)];
    copied.set(table, to);
    await copyInto(client, table, rows.columns(table), rows.text(table, from, to));
  };
  const open = await openForCopy(client, TABLES);
  const complete = async (tables: readonly string[]): Promise<void> => {
    for (const table of tables) if (waiting(table) > 0) await copy(table);
    await open.makeIndexes(tables);
  };
  const steps = historyInSteps(rows, house, houseToday(), Date.now());
  let copying: Promise<void> | null = null;
  let step = steps.next();
  for (let pause = 0; !step.done; step = steps.next()) {
    if (performance.now() < pause) continue;
    const table: string | undefined = copying ? undefined : rows.tables().find((one) => waiting(one) >= BATCH);
    if (table)
      copying = copy(table).finally(() => {
        copying = null;
      });
    await Promise.race([copying, setImmediate()]);
    pause = performance.now() + SLICE;
  }
  await copying;
  const others = rows.tables();
  await Promise.all([complete(others), finishInTurns(step.value.scans).then(meanwhile)]);
  await complete(TABLES.filter((table) => !others.includes(table)));
  await open.close();
  return step.value;
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

/** What the books of the history are made from. */
export type Past = { house: House; plan: Plan };

/**
 * Loads the goods of 90 days of history in the caller's transaction, without its books (`loadBooks`). Requires the sample business, and no
 * orders yet.
 * @param meanwhile called when the database makes indexes and this process has nothing to do
 */
export async function loadHistory(client: Client, meanwhile: () => void): Promise<Past> {
  await addItems(client);
  await addPlaces(client);
  const house = await readHouse(client);
  const { plan, next } = await makeAndCopy(client, house, meanwhile);
  await setNumbers(client, next);
  return { house, plan };
}
