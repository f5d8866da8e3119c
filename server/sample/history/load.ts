import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { houseToday } from '#contract/core/house-day';
import { ident } from '../../core/db/sql-text.ts';
import { finishInTurns } from '../../core/steps.ts';
import type { Ids } from '../ids.ts';
import { copyInto } from './copy.ts';
import { type History, historyInSteps, type Numbers } from './history.ts';
import { addToHouse, houseOf } from './house.ts';
import type { House, Plan } from './model.ts';
import { makeRows, type Rows, TABLES } from './rows.ts';

type Client = pg.PoolClient;

const findReferences = `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
  from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`;
const findIndexes = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
  where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`;

/**
 * Prepares tables for rows that are copied into them, and returns what restores the tables afterwards. Triggers are off: the rows have their
 * instants already, and changes of the past are not announced. References are checked and indexes are made at the end for each table at
 * once, which takes a fraction of the time that each row by itself would take.
 */
async function openForCopy(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const all = async (statements: readonly string[]): Promise<void> => void (await client.query(statements.join(';')));
  const { rows: references } = await client.query<{ table: string; name: string; rule: string }>(findReferences, [tables]);
  const { rows: indexes } = await client.query<{ name: string; made: string }>(findIndexes, [tables]);
  await all(tables.map((table) => `alter table ${ident(table)} disable trigger user`));
  await all(references.map(({ table, name }) => `alter table ${ident(table)} drop constraint ${ident(name)}`));
  await all(indexes.map(({ name }) => `drop index ${name}`));
  return async () => {
    await all(indexes.map(({ made }) => made));
    await all(references.map(({ table, name, rule }) => `alter table ${ident(table)} add constraint ${ident(name)} ${rule}`));
    await all(tables.map((table) => `alter table ${ident(table)} enable trigger user`));
    // The documents of today are made before the database finds out by itself how many rows there are. A small sample tells enough.
    await all([
      'set local default_statistics_target = 10',
      `analyze ${tables.map(ident).join()}`,
      'set local default_statistics_target to default',
    ]);
  };
}

/** Rows of a table that are copied at once, and milliseconds between two looks for them. */
const BATCH = 2_000;
const LOOK = 5;

/** Copies the rows of the history: the database stores rows while the next ones are made. */
async function copyHistory(client: Client, { rows, made }: PlannedHistory, meanwhile: () => void): Promise<History> {
  const copied = new Map<string, number>();
  const waiting = (table: string): number => rows.count(table) - (copied.get(table) ?? 0);
  const copy = async (table: string): Promise<void> => {
    const [from, to] = [copied.get(table) ?? 0, rows.count(table)];
    copied.set(table, to);
    await copyInto(client, table, rows.columns(table), rows.text(table, from, to));
  };
  const restore = await openForCopy(client, TABLES);
  for (let history: History | void = undefined; !history; ) {
    const table = rows.tables().find((one) => waiting(one) >= BATCH);
    if (table) await copy(table);
    else history = await Promise.race([made, setTimeout(LOOK)]);
  }
  for (const table of rows.tables()) if (waiting(table) > 0) await copy(table);
  const restoring = restore();
  meanwhile();
  await restoring;
  return made;
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

/** A history that is being made: the rows that are there, and its end. */
export type PlannedHistory = { house: House; rows: Rows; made: Promise<History> };

/** Makes the history in the pauses of this process, in which it waits for the database. */
export function planHistory(ids: Ids): PlannedHistory {
  const rows = makeRows();
  const house = houseOf(ids);
  const made = finishInTurns(historyInSteps(rows, house, houseToday(), Date.now()), SHORT_TURN);
  // It is awaited when its rows are copied.
  made.catch(() => undefined);
  return { house, rows, made };
}
/** Milliseconds. Statements that make tables wait for their turn. */
const SHORT_TURN = 0.2;

/** What the books of the history are made from. */
export type Past = { house: House; plan: Plan };

/**
 * Loads the goods of 90 days of history in the caller's transaction, without its books (`loadBooks`). Requires the sample business, and no
 * orders yet.
 * @param meanwhile called when the database makes indexes and this process has nothing to do
 */
export async function loadHistory(client: Client, ids: Ids, planned: PlannedHistory, meanwhile: () => void): Promise<Past> {
  await addToHouse(client, ids);
  const { plan, next } = await copyHistory(client, planned, meanwhile);
  await setNumbers(client, next);
  return { house: planned.house, plan };
}
