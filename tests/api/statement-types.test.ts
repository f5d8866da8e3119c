import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Column, getTableName, is } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Declared, declaredStatements, orNull, type RowShape } from '../../server/core/db/statement.ts';
import { columnName } from '../../server/core/http/area.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { describeStatement, type ResultColumn } from '../support/describe-statement.ts';

const SERVER = join(import.meta.dirname, '../../server');
const dialect = new PgDialect({ casing: 'snake_case' });

/** Parameters of a statement that nobody runs: each is a text. */
const PLACEHOLDERS = new Proxy({}, { get: () => '0' });

/** @throws Error of a statement that needs examples, with the names of its columns */
function textsOf({ shape, build, examples }: Declared): string[] {
  try {
    return (examples.length > 0 ? examples : [PLACEHOLDERS]).map((params) => dialect.sqlToQuery(build(params as never)).sql);
  } catch (cause) {
    throw new Error(
      `The statement with ${shape ? Object.keys(shape).join(', ') : String(build)} cannot be built of placeholders: give examples`,
      { cause },
    );
  }
}

/** Column names of a table file are those of the contract; serial types are integers with a default. */
const typeOf = (column: Column): string => column.getSQLType().replace('bigserial', 'bigint').replace('serial', 'integer');

type Attribute = { table: string; column: string; notNull: boolean };
/** What the database says about types and columns, read once. */
type Catalogue = { attributes: Map<string, Attribute>; types: Map<number, string> };

async function readCatalogue(client: Client): Promise<Catalogue> {
  const attributes = await client.query(
    `select a.attrelid || '.' || a.attnum as key, c.relname as table, a.attname as column, a.attnotnull as "notNull"
     from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum > 0`,
  );
  const types = await client.query(`select oid, format_type(oid, null) as name from pg_type`);
  return {
    attributes: new Map(attributes.rows.map((row) => [row.key, row])),
    types: new Map(types.rows.map((row) => [row.oid, row.name])),
  };
}

function columnOf(part: RowShape[string]): Column | null {
  if (is(part, Column)) return part;
  if ('optional' in part) return part.optional;
  return 'required' in part ? part.required : null;
}

/** Tables that a statement names after `left join` and nowhere else: their columns may be null in each row. */
function outerTables(text: string): Set<string> {
  const named = [...text.matchAll(/\b(left join|full join|join|from|update|into)\s+"?([a-z_]+)"?/gi)];
  const isOuter = (word = ''): boolean => /^(left|full)/i.test(word);
  const always = new Set(named.filter(([, word]) => !isOuter(word)).map(([, , table]) => table));
  return new Set(named.filter(([, word, table]) => isOuter(word) && !always.has(table)).map(([, , table = '']) => table));
}

type Found = ResultColumn & { origin: Attribute | undefined; typeName: string };

/** What is wrong with one result column, in words; null where the declaration is true. */
function faultOf(part: RowShape[string], found: Found, outer: Set<string>): string | null {
  const { origin, typeName } = found;
  const column = columnOf(part);
  if (column) {
    const declared = `${getTableName(column.table)}.${columnName(column.name)}`;
    const real = origin ? `${origin.table}.${origin.column}` : null;
    if (real !== null && real !== declared) return `is declared as ${declared} and comes from ${real}`;
  }
  if ('type' in part && part.type !== typeName) return `is declared as ${part.type} and comes as ${typeName}`;
  // A condition that excludes nulls is not seen here; each row is checked as it is read.
  if ('required' in part) return null;
  const mayBeNull = is(part, Column) ? !part.notNull : 'optional' in part || part.nullable;
  if (!mayBeNull && origin && !origin.notNull) return `may be null in ${origin.table}.${origin.column}`;
  if (!mayBeNull && origin && outer.has(origin.table)) return `may be null, because ${origin.table} is outer joined`;
  return null;
}

describe('raw SQL and the types of its rows', () => {
  let database: TestDatabase;
  let client: Client;
  let catalogue: Catalogue;
  /** PostgreSQL's name of each type that a table file writes in its own way, such as `timestamptz(3)`. */
  const canonical = new Map<string, string>();

  beforeAll(async () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    // By their import: server/main.ts has a function `command` too, and importing it starts a server on the data folder.
    for (const name of files) if (/\/statement\.ts'/.test(readFileSync(join(SERVER, name), 'utf8'))) await import(join(SERVER, name));
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    catalogue = await readCatalogue(client);
    const columns = declaredStatements.flatMap(({ shape }) => Object.values(shape ?? {}).flatMap((part) => columnOf(part) ?? []));
    for (const type of new Set(columns.map(typeOf))) {
      const { rows } = await client.query(`select format_type($1::regtype, null) as name`, [type]);
      canonical.set(type, rows[0].name);
    }
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** Names, types and nulls of one text against what its declaration says. */
  async function faultsOf(shape: RowShape | null, text: string): Promise<string[]> {
    let described: ResultColumn[];
    try {
      described = await describeStatement(client, text);
    } catch (error) {
      return [`${(error as Error).message}\n  ${text}`];
    }
    if (shape === null) return [];
    const outer = outerTables(text);
    const left = new Map(described.map((column) => [column.name, column]));
    const faults = Object.entries(shape).flatMap(([key, part]) => {
      const column = left.get(columnName(key)) ?? left.get(key);
      if (!column) return [`${key} is declared and not in the result`];
      left.delete(column.name);
      const found = {
        ...column,
        origin: catalogue.attributes.get(`${column.table}.${column.column}`),
        typeName: catalogue.types.get(column.type) ?? '',
      };
      const declared = columnOf(part);
      const wanted = declared ? canonical.get(typeOf(declared)) : undefined;
      if (wanted !== undefined && wanted !== found.typeName) return [`${key} is declared as ${wanted} and comes as ${found.typeName}`];
      const fault = faultOf(part, found, outer);
      return fault === null ? [] : [`${key} ${fault}`];
    });
    return [...faults, ...[...left.keys()].map((name) => `${name} is in the result and not declared`)].map(
      (fault) => `${fault}\n  ${text}`,
    );
  }

  it('every declared row has the names, types and nulls of the database', async () => {
    expect(declaredStatements.length).toBeGreaterThan(0);
    const faults: string[] = [];
    for (const declared of declaredStatements) for (const text of textsOf(declared)) faults.push(...(await faultsOf(declared.shape, text)));
    expect(faults).toEqual([]);
  });

  it('a wrong name, a wrong type and a null that is not declared are found', async () => {
    const { tasks } = await import('../../server/modules/orders/tasks/table.ts');
    const first = async (shape: RowShape | null, text: string): Promise<string | undefined> =>
      (await faultsOf(shape, text))[0]?.split('\n')[0];
    expect(await first({ id: tasks.id }, 'select id, no from tasks')).toBe('no is in the result and not declared');
    expect(await first({ id: tasks.id, no: tasks.no }, 'select id from tasks')).toBe('no is declared and not in the result');
    expect(await first({ id: tasks.id }, 'select merchant_id as id from tasks')).toBe(
      'id is declared as tasks.id and comes from tasks.merchant_id',
    );
    expect(await first({ pieces: tasks.pieces }, 'select count(*) as pieces from tasks')).toBe(
      'pieces is declared as integer and comes as bigint',
    );
    expect(await first({ no: tasks.no }, 'select t.no from parcels p left join tasks t on t.id = p.task_id')).toBe(
      'no may be null, because tasks is outer joined',
    );
    expect(await faultsOf({ no: orNull(tasks.no) }, 'select t.no from parcels p left join tasks t on t.id = p.task_id')).toEqual([]);
    expect(await first({ no: tasks.no }, 'select ref as no from tasks')).toContain('column "ref" does not exist');
    expect(await first(null, `update tasks set ref = 'A' where id = $1::uuid`)).toContain(
      'column "ref" of relation "tasks" does not exist',
    );
    expect(await faultsOf(null, `update tasks set no = 'A' where id = $1::uuid`)).toEqual([]);
  });
});
