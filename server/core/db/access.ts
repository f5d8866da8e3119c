import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { type Areas, columnName, type ServerArea } from '../http/area.ts';
import { FILE_USES, FILES, fileOwners } from '../http/file-scope.ts';
import { EmbeddedError } from './embedded/error.ts';
import { APP_ROLE, EXTERNAL_ROLE, TENANT_ROLE } from './role-names.ts';
import { ident, literal } from './sql-text.ts';

/** Database rights derived from the area declarations: the grants of the three roles and the policies of every area. */

const setting = (name: string): string => `nullif(current_setting('app.${name}', true), '')::uuid`;

/** Conditions of a table for one role. Null: no rows. */
type Policy = { read: string | null; write: string | null };

type OutsideRole = typeof TENANT_ROLE | typeof EXTERNAL_ROLE;

function ownerPolicy({ area, owned }: ServerArea, role: OutsideRole): Policy {
  const { merchant, carrier, sharedWhenNull, shared, named } = area;
  const column = role === TENANT_ROLE ? merchant : carrier;
  if (column) {
    const mine = `${ident(columnName(column))} = ${setting(role === TENANT_ROLE ? 'merchant' : 'carrier')}`;
    const open = role === TENANT_ROLE && sharedWhenNull ? `${ident(columnName(column))} is null or ` : '';
    return { read: open + mine, write: mine };
  }
  if (owned && !merchant) {
    const own = `${ident(columnName(owned.by))} = ${setting('user')}`;
    return { read: area.name === 'views' ? `shared or ${own}` : own, write: own };
  }
  // Places and users of the house: outside users read their names in rows they may see.
  return { read: shared || (named && !merchant) ? 'true' : null, write: null };
}

/**
 * A file is visible to its uploader and to everyone who may read a row that refers to it. Each row is checked under the reader's own
 * policies.
 */
function filePolicy(areas: Areas, entry: ServerArea, role: OutsideRole): Policy {
  const id = `replace(${ident(getTableName(entry.table))}.id::text, '-', '')`;
  const owners = fileOwners(areas).filter((owner) => ownerPolicy(owner, role).read !== null);
  const uses = owners.map(
    ({ area, table }) =>
      `exists (select from ${FILE_USES} u join ${ident(getTableName(table))} o on o.id = u.row_id where u.area = ${literal(area.name)} and not u.internal and u.file = ${id})`,
  );
  const party = role === TENANT_ROLE ? 'merchant' : 'carrier';
  const free = `not exists (select from ${FILE_USES} u where u.file = ${id})`;
  const own = `(created_by = ${setting('user')} or ${party}_id = ${setting(party)}) and ${free}`;
  return { read: [own, ...uses].join(' or '), write: `created_by = ${setting('user')}` };
}

/** Row-level security of an area's table; a view has that of the tables it reads. The application's role sees every row; it is restricted by the query layer and its grants. */
export function policyStatements(areas: Areas, entry: ServerArea): string[] {
  if (entry.view) return [];
  const t = ident(getTableName(entry.table));
  const policy = (name: string, role: string, { read, write }: Policy): string[] => [
    `drop policy if exists ${name}_read on ${t}`,
    `drop policy if exists ${name}_write on ${t}`,
    ...(read === null ? [] : [`create policy ${name}_read on ${t} for select to ${role} using (${read})`]),
    ...(write === null ? [] : [`create policy ${name}_write on ${t} for all to ${role} using (${write}) with check (${write})`]),
  ];
  const isFiles = entry.area.name === FILES;
  return [
    `alter table ${t} enable row level security`,
    ...policy('app', APP_ROLE, { read: null, write: 'true' }),
    ...policy('tenant', TENANT_ROLE, isFiles ? filePolicy(areas, entry, TENANT_ROLE) : ownerPolicy(entry, TENANT_ROLE)),
    ...policy('external', EXTERNAL_ROLE, isFiles ? filePolicy(areas, entry, EXTERNAL_ROLE) : ownerPolicy(entry, EXTERNAL_ROLE)),
  ];
}

const isOpen = (entry: ServerArea, role: OutsideRole): boolean => entry.area.name === FILES || ownerPolicy(entry, role).read !== null;

/** Other tables needed by statements of outside users: idempotency keys and number series. */
const FOR_OUTSIDE = ['idempotency', 'number_series'];
/** Append-only tables. The application has no right to change or delete their rows. */
const APPEND_ONLY = ['audit_seal', 'audit_anchor', 'allocations', 'security_events'];

/** Functions that run with the owner's rights and may be called only by the application. */
const FOR_APP = ['kontor_number_events()', 'kontor_remove_security_events(int, int)'];

const role = (name: string, options: string): string =>
  `do $do$ begin if not exists (select from pg_roles where rolname = ${literal(name)}) then create role ${name} ${options}; end if;
    exception when duplicate_object or unique_violation then null; end $do$`;

const OUTSIDE = [TENANT_ROLE, EXTERNAL_ROLE] as const;
const NAMES = [TENANT_ROLE, EXTERNAL_ROLE, APP_ROLE];

/** If the owner of the database may not create roles, throws with instructions for the PostgreSQL administrator. @throws EmbeddedError */
export async function checkRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ missing: string[]; may: boolean }>(
    `select array(select n from unnest($1::text[]) n where not exists (select from pg_roles where rolname = n)) as missing,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may`,
    [NAMES],
  );
  const [found] = rows;
  if (!found || found.may || found.missing.length === 0) return;
  throw new EmbeddedError(
    `The role of DATABASE_URL may not create roles. Let an administrator of that PostgreSQL run: ` +
      `create role ${TENANT_ROLE}; create role ${EXTERNAL_ROLE}; create role ${APP_ROLE} login noinherit; ` +
      `grant ${TENANT_ROLE}, ${EXTERNAL_ROLE} to ${APP_ROLE}; grant ${TENANT_ROLE}, ${EXTERNAL_ROLE} to the owner of the database.`,
  );
}

/** Creates the roles before other statements refer to them. */
export const ROLES = [
  role(TENANT_ROLE, 'nologin'),
  role(EXTERNAL_ROLE, 'nologin'),
  // Without a password it can sign in only where the server asks for none. It can switch to the other two roles but does not inherit
  // their policies.
  role(APP_ROLE, 'login noinherit'),
  ...[TENANT_ROLE, EXTERNAL_ROLE].flatMap((name) => [
    `do $do$ begin if not pg_has_role(current_user, ${literal(name)}, 'member') then grant ${name} to current_user; end if; end $do$`,
    `do $do$ begin if not pg_has_role(${literal(APP_ROLE)}, ${literal(name)}, 'member') then grant ${name} to ${APP_ROLE}; end if; end $do$`,
  ]),
];

/** Grants of all tables. They are made in the transaction of `derive`, after the triggers and policies of the tables. */
export function grantStatements(areas: Areas): string[] {
  const names = (of: ServerArea[]): string => of.map(({ table }) => ident(getTableName(table))).join(', ');
  const all = [...areas.values()];
  const journals = all.filter(({ journal }) => journal);
  // Rows of these areas are never deleted, neither by a call nor by reverting an import.
  const kept = all.filter(
    ({ area: { retained, without = [] } }) => retained && ['purge', 'import'].every((action) => without.includes(action as 'purge')),
  );
  const everybody = [APP_ROLE, TENANT_ROLE, EXTERNAL_ROLE];
  return [
    ...everybody.flatMap((name) => [
      `grant usage on schema public to ${name}`,
      `revoke all on all tables in schema public from ${name}`,
      `grant usage, select on all sequences in schema public to ${name}`,
    ]),
    `grant select, insert, update, delete on all tables in schema public to ${APP_ROLE}`,
    // Needed by `/readyz`, which checks that the tables match the code.
    `grant usage on schema drizzle to ${APP_ROLE}`,
    `grant select on all tables in schema drizzle to ${APP_ROLE}`,
    `revoke insert, update, delete on audit_log from ${APP_ROLE}`,
    `revoke update, delete on ${[...APPEND_ONLY, names(journals)].join(', ')} from ${APP_ROLE}`,
    `revoke delete on ${names(kept)} from ${APP_ROLE}`,
    // Undoing a scan locks its row, which requires the right to update a column. The trigger refuses the actual change.
    `grant update (id) on scans to ${APP_ROLE}`,
    `revoke insert, update, delete on live_counter, access_stamp from ${APP_ROLE}`,
    `revoke update on live_event from ${APP_ROLE}`,
    // Functions the application may call with the owner's rights.
    ...FOR_APP.flatMap((signature) => [
      `revoke all on function ${signature} from public`,
      `grant execute on function ${signature} to ${APP_ROLE}`,
    ]),
    ...OUTSIDE.flatMap((name) => [
      // Closed areas are refused instead of empty, so that a statement that runs under the wrong role fails. Named areas can be read for
      // titles.
      `grant select, insert, update, delete on ${names(all.filter((entry) => isOpen(entry, name)))} to ${name}`,
      `grant select on ${names(all.filter(({ area }) => area.named))} to ${name}`,
      `grant select on mask_versions to ${name}`,
      `grant select, insert, update on ${FOR_OUTSIDE.join(', ')} to ${name}`,
      `grant select on ${FILE_USES} to ${name}`,
    ]),
    `grant select on stock_checkpoints, stock_checkpoint_flows to ${TENANT_ROLE}`,
    // Accounting belongs to the house. Merchants can only read their own invoices.
    `revoke insert, update, delete on invoices, charges from ${TENANT_ROLE}`,
    // What a carrier uploads is stored by the house, which compares it with its own records.
    `revoke insert, update, delete on incoming_bills from ${EXTERNAL_ROLE}`,
  ];
}
