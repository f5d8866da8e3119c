import { readFile } from 'node:fs/promises';
import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { isTexts } from '#contract/core/fields';
import { LOCALES } from '#contract/core/limits';
import { type Areas, columnName, type ServerArea } from '../http/area.ts';
import { FILE_USES, fileFields } from '../http/file-scope.ts';
import { references } from '../http/list.ts';
import { ROW_TRIGGERS_SQL } from '../paths.ts';
import { checkRoles, grantStatements, policyStatements, ROLES } from './access.ts';
import { isDerived, noteDerived } from './derived-stamp.ts';
import { ident, inWords, literal } from './sql-text.ts';

/** The searched text: the words of these columns in all languages. */
const searchExpression = ({ area: { search, row }, words }: ServerArea): string =>
  search
    .flatMap((key) => {
      const column = ident(columnName(key));
      if (words?.[key]) return [column, ...Object.values(words[key]).map((known) => inWords(known, column))];
      return isTexts(row.shape[key]) ? LOCALES.map((locale) => `${column}->>${literal(locale)}`) : [column];
    })
    .map((words) => `coalesce(${words}, '')`)
    .join(` || ' ' || `);

/** Creates foreign keys for `Ref` fields. The database then refuses to purge a row that is still referenced. */
function foreignKeys({ area, table }: ServerArea, areas: Areas): string[] {
  return references({ area, table, masks: [] }).flatMap(({ key, area: target, many }) => {
    const other = areas.get(target);
    if (many || !other) return [];
    const name = getTableName(table);
    const constraint = `${name}_${columnName(key)}_ref`;
    return [
      `do $do$ begin if not exists (select from pg_constraint where conname = ${literal(constraint)}) then
        alter table ${ident(name)} add constraint ${ident(constraint)} foreign key (${ident(columnName(key))}) references ${ident(getTableName(other.table))} (id);
      end if; end $do$`,
      referenceIndex(name, columnName(key), `${constraint}_idx`),
    ];
  });
}

/**
 * An index by which the rows are found that refer to another; none where another index begins with the column, for each costs every write. One
 * that leaves out the rows where the column is null finds them as well.
 */
const referenceIndex = (table: string, column: string, index: string): string =>
  `do $do$ begin
    if exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = ${literal(table)}::regclass and a.attname = ${literal(column)} and i.indisvalid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = ${literal(`(${column} IS NOT NULL)`)})
        and i.indexrelid is distinct from to_regclass(${literal(`public.${index}`)}))
    then drop index if exists ${ident(index)};
    else create index if not exists ${ident(index)} on ${ident(table)} (${ident(column)});
    end if;
  end $do$`;

/** Live events of rows that are not audited are sent once for each statement. */
function eventStatements(name: string, journal: boolean, args: string): string[] {
  const t = ident(name);
  const verbs = ['insert', 'update', 'delete'] as const;
  return [
    `drop trigger if exists z_after on ${t}`,
    // Rows of a journal are deleted only because of their age, and nobody is notified.
    ...verbs
      .filter((verb) => !(journal && verb === 'delete'))
      .map(
        (verb) =>
          `create or replace trigger z_after_${verb} after ${verb} on ${t} referencing ${verb === 'delete' ? 'old' : 'new'} table as changed for each statement execute function kontor_tell(${args})`,
      ),
  ];
}

function areaStatements(entry: ServerArea): string[] {
  const { area, table, secret = [], unique = [], computed = [], journal = false, keptDays } = entry;
  const name = getTableName(table);
  const t = ident(name);
  const seq = `${name}_sort_seq`;
  const expression = searchExpression(entry);
  const whole = journal || computed.includes('*');
  const owner = area.merchant ? columnName(area.merchant) : '';
  const whose = [area.name, owner, area.carrier ? columnName(area.carrier) : ''];
  const args = (whole ? whose : [...whose, computed.map(columnName).join(','), ...secret]).map(literal).join(', ');
  const merchant = area.merchant ? ident(columnName(area.merchant)) : null;
  return [
    `create sequence if not exists ${ident(seq)} minvalue 0 start 0`,
    // Rows from before the table was an area have no list position yet.
    `do $do$ begin if to_regclass(${literal(`public.${name}_sort_at`)}) is null then update ${t} set sort_at = kontor_next_sort_at(${literal(seq)}) where sort_at = '-infinity'; end if; end $do$`,
    `create unique index if not exists ${ident(`${name}_sort_at`)} on ${t} (sort_at desc)`,
    `create or replace trigger a_before before insert or update on ${t} for each row execute function kontor_before(${literal(seq)})`,
    ...(whole
      ? eventStatements(name, journal, args)
      : [`create or replace trigger z_after after insert or update or delete on ${t} for each row execute function kontor_after(${args})`]),
    ...(area.search.length ? searchStatements(name, expression) : []),
    ...(journal ? journalStatements(t, keptDays) : []),
    ...unique.map((keys) => {
      const columns = keys.map((key) => ident(columnName(key)));
      return `create unique index if not exists ${ident(`${name}_${keys.map(columnName).join('_')}_live`)} on ${t} (${columns.join(', ')}) nulls not distinct where deleted_at is null`;
    }),
    ...(merchant ? [`create index if not exists ${ident(`${name}_merchant_sort`)} on ${t} (${merchant}, sort_at desc)`] : []),
  ];
}

/** A journal refuses updates and deletes, also by raw SQL. If `keptDays` is given, older rows may be deleted. */
const journalStatements = (t: string, keptDays?: number): string[] => [
  `create or replace trigger refuse_change before update or delete on ${t} for each row execute function kontor_refuse(${keptDays ?? ''})`,
  `create or replace trigger refuse_truncate before truncate on ${t} for each statement execute function kontor_refuse()`,
];

/** The search column is generated by the database. It is created again when the declaration changes. */
function searchStatements(name: string, expression: string): string[] {
  const t = ident(name);
  return [
    `do $do$ begin
      if (select col_description(a.attrelid, a.attnum) from pg_attribute a where a.attrelid = ${literal(name)}::regclass and a.attname = 'search' and not a.attisdropped) is distinct from ${literal(expression)} then
        alter table ${t} drop column if exists search;
        alter table ${t} add column search text generated always as (lower(${expression})) stored;
        execute format('comment on column %I.search is %L', ${literal(name)}, ${literal(expression)});
      end if;
    end $do$`,
    `create index if not exists ${ident(`${name}_search`)} on ${t} using gin (search gin_trgm_ops)`,
  ];
}

/** Tables read for a session besides its two accounts (http/session.ts). */
const ACCESS_TABLES = ['roles', 'classes', 'duties', 'privileges'];

/** Columns that determine a user's rights. A change is recorded as a security event (derived.sql). */
const RIGHTS_COLUMNS = {
  users: ['type', 'role_ids', 'class_ids', 'merchant_id', 'carrier_id', 'disabled_at', 'deleted_at'],
  roles: ['privilege_ids', 'routes', 'user_type', 'deleted_at'],
  classes: ['duty_ids', 'deleted_at'],
  duties: ['privilege_ids', 'deleted_at'],
  privileges: ['key', 'deleted_at'],
  oauth_clients: ['scopes', 'merchant_id', 'active', 'deleted_at'],
};

const FIXED = [
  `insert into live_counter (one, no) values (1, 0) on conflict do nothing`,
  `insert into access_stamp (one, no) values (1, 0) on conflict do nothing`,
  ...ACCESS_TABLES.map(
    (table) =>
      `create or replace trigger access_changed after insert or update or delete or truncate on ${table} for each statement execute function kontor_access_changed()`,
  ),
  ...Object.entries(RIGHTS_COLUMNS).map(
    ([table, columns]) =>
      `create or replace trigger rights_changed after insert or update or delete on ${table} for each row execute function kontor_rights_changed(${columns.map(literal).join(', ')})`,
  ),
  `create or replace trigger refuse_change before update or delete on audit_log for each row execute function kontor_refuse()`,
  `create or replace trigger refuse_truncate before truncate on audit_log for each statement execute function kontor_refuse()`,
  `create or replace trigger refuse_change before update or delete on audit_seal for each row execute function kontor_refuse()`,
  `create index if not exists files_checksum on files (checksum)`,
  `create index if not exists live_event_area on live_event (area, id desc)`,
  `create or replace trigger wake after insert on live_event for each statement execute function kontor_wake()`,
];

/** A view with one row for each reference to a file. It runs with its owner's rights, so that everybody sees whether a file is in use. */
function fileUses(areas: Areas): string[] {
  const uses = [...areas.values()].flatMap((entry) => {
    const name = getTableName(entry.table);
    const own = fileFields(entry).map((key) => ({
      table: name,
      row: 'id',
      file: ident(columnName(key)),
      index: columnName(key),
      internal: 'false',
    }));
    const further = entry.fileUses ? [{ internal: 'false', ...entry.fileUses, index: 'file' }] : [];
    return [...own, ...further].map((use) => ({ ...use, area: entry.area.name }));
  });
  return [
    ...uses.map(
      ({ table, file, index }) =>
        `create index if not exists ${ident(`${table}_${index}_use`)} on ${ident(table)} ((${file})) where (${file}) is not null`,
    ),
    `create or replace view ${FILE_USES} as ${uses
      .map(
        ({ area, table, row, file, internal }) =>
          `select ${literal(area)}::text as area, ${ident(row)} as row_id, ${file} as file, ${internal} as internal from ${ident(table)} where (${file}) is not null`,
      )
      .join(' union all ')}`,
  ];
}

/** Views stand on columns that migrations and `areaStatements` may replace, so they are removed first and created last. */
export const dropViews = (areas: Areas): string[] =>
  [...areas.values()].filter(({ view }) => view).map(({ table }) => `drop view if exists ${ident(getTableName(table))}`);
const createViews = (areas: Areas): string[] =>
  [...areas.values()].flatMap(({ table, view }) =>
    view ? [`create view ${ident(getTableName(table))} with (security_invoker = true) as ${view.select}`] : [],
  );

/** What the modules declare: areas, and SQL files that run after those of the areas. */
export type Declarations = { areas: Areas; sqlFiles: readonly string[] };

/** Statements for triggers, search columns, cursors and row-level security of the declarations, in order. */
async function statementsOf({ areas, sqlFiles }: Declarations): Promise<string[]> {
  const stored = [...areas.values()].filter(({ view }) => !view);
  const text = (file: string | URL): Promise<string> => readFile(file, 'utf8');
  return [
    await text(ROW_TRIGGERS_SQL),
    ...FIXED,
    ...dropViews(areas),
    ...stored.flatMap(areaStatements),
    ...(await Promise.all(sqlFiles.map(text))),
    ...stored.flatMap((area) => foreignKeys(area, areas)),
    ...createViews(areas),
    ...fileUses(areas),
    ...[...areas.values()].flatMap((area) => policyStatements(areas, area)),
    ...grantStatements(areas),
  ];
}

/** Statements that are sent at once: between two, the database would wait for this process each time. */
const AT_ONCE = 50;

/** Makes triggers, search columns, cursors and row-level security match the declarations. At a start where they do, nothing is locked. */
export async function derive(client: pg.ClientBase, declarations: Declarations): Promise<void> {
  await checkRoles(client);
  for (const statement of ROLES) await client.query(statement);
  const statements = await statementsOf(declarations);
  if (await isDerived(client, statements)) return;
  // A file may end in a comment, which ends with its line.
  for (let from = 0; from < statements.length; from += AT_ONCE) await client.query(statements.slice(from, from + AT_ONCE).join('\n;\n'));
  await noteDerived(client, statements);
}
