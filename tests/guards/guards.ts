import type { Guard } from './switches.ts';

/** Row-level security: without it, statements for outside users run as the application itself. */
export const DATABASE = 'row-level security for outside users';
/** The conditions in the application's statements. */
export const APPLICATION = 'the conditions of the application';

/** The way of reading, writing or calling (`reading.ts`, `calls.ts`) that must show that the guard is gone. */
type TestedGuard = Guard & { shownBy: string };

const NETS: Guard[] = [
  { name: DATABASE, file: 'server/core/http/write.ts', guard: 'roleOf(actor)', without: `'none'` },
  {
    name: APPLICATION,
    file: 'server/core/http/list.ts',
    guard: 'parts.every((part) => part === null) ? null : and(parts)',
    without: 'isOutside(actor) || parts.every((part) => part === null) ? null : and(parts)',
  },
];

/** Guards of the application's statements. Each is removed together with row-level security, which would hide that it is gone. */
export const APPLICATION_GUARDS: TestedGuard[] = [
  {
    name: 'the merchant in the scope of rows',
    shownBy: 'lists',
    file: 'server/core/http/list.ts',
    guard: 'sql`${ref(merchant)} = ${actor.merchantId}::uuid`',
    without: 'sql`true`',
  },
  {
    name: 'the carrier in the scope of rows',
    shownBy: 'lists',
    file: 'server/core/http/list.ts',
    guard: 'sql`${ref(carrier)} = ${actor.carrierId}::uuid`',
    without: 'sql`true`',
  },
  {
    name: 'the owner in the scope of rows',
    shownBy: 'lists',
    file: 'server/core/http/list.ts',
    guard: 'sql`${ref(owned.by)} = ${actor.userId}::uuid`',
    without: 'null',
  },
  {
    name: 'the scope of lists',
    shownBy: 'lists',
    file: 'server/core/http/list.ts',
    after: 'export function conditions(',
    guard: 'scopeSql(areas, entry, actor)',
    without: 'null',
  },
  {
    name: 'the scope of what a reference filter looks into',
    shownBy: 'filters through references',
    file: 'server/core/http/list.ts',
    guard: 'scopeSql(areas, target, actor)',
    without: 'null',
  },
  {
    name: 'the values that are not told outside',
    shownBy: 'values of own rows that are not told outside',
    file: 'server/core/http/list.ts',
    guard: '!outsideValues || !isOutside(actor)',
    without: 'true',
  },
  {
    name: 'the scope of single records',
    shownBy: 'records by id',
    file: 'server/core/http/select.ts',
    guard: 'scopeSql(areas, entry, actor, options.lock)',
    without: 'null',
  },
  {
    name: 'the scope of what a record may refer to',
    shownBy: 'references of a record',
    file: 'server/core/http/select.ts',
    guard: 'nameScopeSql(areas, entry, actor)',
    without: 'null',
  },
  {
    name: 'the scope of totals',
    shownBy: 'totals',
    file: 'server/core/http/select.ts',
    guard: 'sql`select ${sql.join(sums, sql`, `)} from ${from} where ${conditions(areas, entry, actor, query)}`',
    without: 'sql`select ${sql.join(sums, sql`, `)} from ${from}`',
  },
  {
    name: 'the scope of histories',
    shownBy: 'histories',
    file: 'server/core/http/rows.ts',
    after: 'export async function rowHistory(',
    guard: 'only(await selectRows(tx, areas, entry, actor, [id]))',
    without: 'null',
  },
  {
    name: 'the scope of the search over all areas',
    shownBy: 'the search over all areas',
    file: 'server/modules/home/system-routes.ts',
    guard: 'scopeSql(areas, entry, actor)',
    without: 'null',
  },
  {
    name: 'the scope of live events',
    shownBy: 'live events',
    file: 'server/core/live/event-filter.ts',
    guard: 'scopeSql(areas, entry, actor)',
    without: 'null',
  },
  {
    name: 'the last owner of a removed row in live events',
    shownBy: 'live events',
    file: 'server/core/live/event-filter.ts',
    guard: 'wasOwn(actor, event)',
    without: 'true',
  },
  {
    name: 'the scope of files',
    shownBy: 'downloads of files',
    file: 'server/core/http/file-scope.ts',
    guard: 'sql`(${sql.join([own, avatar, ...readable.map((entry) => ownedBy(areas, entry, actor))], sql` or `)})`',
    without: 'sql`true`',
  },
];

/** Guards of the database. Each is removed together with the conditions of the application. */
export const DATABASE_GUARDS: TestedGuard[] = [
  {
    name: 'the policy for reading',
    shownBy: 'lists',
    file: 'server/core/db/access.ts',
    guard: 'open + mine',
    without: `'true'`,
  },
  {
    name: 'the policy for reading what a person owns',
    shownBy: 'lists',
    file: 'server/core/db/access.ts',
    guard: "area.name === 'views' ? `shared or ${own}` : own",
    without: `'true'`,
  },
  {
    name: 'the policy for writing',
    shownBy: 'changes by a statement',
    file: 'server/core/db/access.ts',
    guard: '`create policy ${name}_write on ${t} for all to ${role} using (${write}) with check (${write})`',
    without: '`create policy ${name}_write on ${t} for all to ${role} using (true) with check (true)`',
  },
  {
    name: 'the policy for reading files',
    shownBy: 'downloads of files',
    file: 'server/core/db/access.ts',
    guard: `[own, ...uses].join(' or ')`,
    without: `'true'`,
  },
  {
    name: 'row-level security of a table',
    shownBy: 'lists',
    file: 'server/core/db/access.ts',
    guard: '`alter table ${t} enable row level security`',
    without: '`alter table ${t} disable row level security`',
  },
];

/** Guards that nothing else stands behind. */
export const CALL_GUARDS: TestedGuard[] = [
  {
    name: 'the privilege of a call',
    shownBy: 'calls of every route',
    file: 'server/core/http/session.ts',
    guard: `access?.startsWith('privilege:')`,
    without: 'false',
  },
  {
    name: 'the privilege of a call for many rows at once',
    shownBy: 'calls for many rows at once',
    file: 'server/core/http/area-routes.ts',
    guard: 'requirePrivilege(actor, `${name}.${action}`)',
    without: 'null',
  },
  {
    name: 'the privilege to read what a reference filter looks into',
    shownBy: 'filters through closed areas',
    file: 'server/core/http/list.ts',
    guard: '!allows(actor.privileges, `${name}.read`)',
    without: 'false',
  },
  {
    name: 'the privilege to read a title that says more than a name',
    shownBy: 'titles of closed areas',
    file: 'server/core/http/select.ts',
    guard: 'allows(actor.privileges, `${area}.read`)',
    without: 'true',
  },
];

const AUDIT = { file: 'server/core/db/row-triggers.sql', after: 'function kontor_after()' };
const WRITTEN = `if new_row is distinct from '{}' then insert into audit_log`;

/** Guards of the audit log, with the kind of write that must show that they are gone. */
export const AUDIT_GUARDS = [
  ...(['create', 'update', 'delete', 'recover', 'purge'] as const).map((verb) => ({
    ...AUDIT,
    name: `the audit entry of a call to ${verb}`,
    verb,
    guard: WRITTEN,
    without: WRITTEN.replace(' then', ` and verb <> '${verb}' then`),
  })),
  {
    ...AUDIT,
    name: 'the values before in an audit entry',
    verb: 'update' as const,
    guard: 'row_any.id, verb, old_row, new_row',
    without: 'row_any.id, verb, null, new_row',
  },
  {
    ...AUDIT,
    name: 'the values after in an audit entry',
    verb: 'update' as const,
    guard: 'row_any.id, verb, old_row, new_row',
    without: 'row_any.id, verb, old_row, null',
  },
];

export const PERSON = 'the person behind a write';
const PERSON_GUARD: Guard = {
  name: PERSON,
  file: 'server/core/http/write.ts',
  after: 'export async function asActor',
  guard: 'actor.userId',
  without: 'actor.actingId',
};

/** What the vitest project compiles switches for. */
export const GUARDS: Guard[] = [...NETS, ...APPLICATION_GUARDS, ...DATABASE_GUARDS, ...CALL_GUARDS, PERSON_GUARD];
