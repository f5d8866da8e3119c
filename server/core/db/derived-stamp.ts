import { createHash } from 'node:crypto';
import type pg from 'pg';
import { FILE_USES } from '../http/file-scope.ts';
import { literal } from './sql-text.ts';

/**
 * What `derive` created, as the catalogue of the database shows it: columns, indexes, constraints, views, triggers, functions, policies and
 * grants of the schema `public`. A trigger that was dropped or a grant that was added by hand changes it.
 */
const CATALOGUE = `select md5(concat_ws('|',
  (select string_agg(concat_ws(' ', relname, relkind, relrowsecurity, relforcerowsecurity, reloptions::text, relacl::text, case relkind when 'v' then md5(pg_get_viewdef(oid)) end), ',' order by relname) from pg_class where relnamespace = n.oid),
  (select string_agg(concat_ws(' ', c.relname, a.attname, a.atttypid, a.attgenerated, col_description(a.attrelid, a.attnum)), ',' order by c.relname, a.attnum)
    from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = n.oid and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped),
  (select string_agg(concat_ws(' ', c.relname, r.conname, r.convalidated), ',' order by c.relname, r.conname) from pg_constraint r join pg_class c on c.oid = r.conrelid where c.relnamespace = n.oid),
  (select string_agg(concat_ws(' ', c.relname, t.tgname, t.tgenabled, t.tgtype, p.proname, encode(t.tgargs, 'hex'), t.tgqual is null), ',' order by c.relname, t.tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid where c.relnamespace = n.oid and not t.tgisinternal),
  (select string_agg(concat_ws(' ', p.oid::regprocedure::text, p.prosecdef, p.proacl::text, p.proconfig::text, md5(p.prosrc)), ',' order by p.oid::regprocedure::text)
    from pg_proc p where p.pronamespace = n.oid),
  (select string_agg(concat_ws(' ', c.relname, p.polname, p.polcmd, p.polpermissive, p.polroles::regrole[]::text, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), ','
    order by c.relname, p.polname) from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = n.oid)
)) as state from pg_namespace n where n.nspname = 'public'`;

const stateOf = async (client: pg.ClientBase): Promise<string> => (await client.query<{ state: string }>(CATALOGUE)).rows[0]?.state ?? '';
const hashOf = (statements: readonly string[]): string => createHash('sha256').update(statements.join('\u0000')).digest('hex');

/**
 * Whether these statements ran in this database and nothing has changed since. Then a start need not run them: they lock every table,
 * which stops other nodes and may deadlock with them.
 */
export async function isDerived(client: pg.ClientBase, statements: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ stamp: string | null }>(
    `select obj_description(to_regclass(${literal(`public.${FILE_USES}`)}), 'pg_class') as stamp`,
  );
  const stamp = rows[0]?.stamp;
  return stamp != null && stamp === `${hashOf(statements)} ${await stateOf(client)}`;
}

/** Notes what ran, as a comment on a view that is one of the results. A backup has rows only, so a restored database has no note. */
export async function noteDerived(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(`comment on view ${FILE_USES} is ${literal(`${hashOf(statements)} ${await stateOf(client)}`)}`);
}
