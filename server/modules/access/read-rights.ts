import { type SQL, sql } from 'drizzle-orm';
import { isScope, SCOPE_PRIVILEGES } from '#contract/access/oauth-clients';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import { ADMIN_ROLE_RIGHT, type Rights } from './rights.ts';
import { users } from './users/table.ts';

/** The areas that define rights. */
export type RightsArea = 'users' | 'roles' | 'classes' | 'duties' | 'privileges' | 'oauthClients';

const ofDuties = (duties: SQL): SQL => sql`select unnest(d.privilege_ids) from duties d where d.deleted_at is null and d.id in (${duties})`;

/** Privileges of the account `u` through its roles, classes and their duties. Must match http/read-session.ts. */
const ACCOUNT_RIGHTS = sql`array(
  select p.key from privileges p where p.deleted_at is null and p.id in (
    select unnest(r.privilege_ids) from roles r where r.id = any(u.role_ids) and r.deleted_at is null
    union ${ofDuties(sql`select unnest(c.duty_ids) from classes c where c.id = any(u.class_ids) and c.deleted_at is null`)})
  union select ${ADMIN_ROLE_RIGHT} from roles r where r.id = any(u.role_ids) and r.deleted_at is null and r.key = 'admin')`;

/** Accounts whose rights depend on this row, including deleted and disabled ones, because they can be recovered. */
const HOLDERS: Record<RightsArea, (id: string) => SQL> = {
  users: (id) => sql`u.id = ${id}::uuid`,
  roles: (id) => sql`u.role_ids @> array[${id}::uuid]`,
  classes: (id) => sql`u.class_ids @> array[${id}::uuid]`,
  duties: (id) => sql`u.class_ids && array(select c.id from classes c where c.duty_ids @> array[${id}::uuid])`,
  privileges: (id) => sql`(u.role_ids && array(select r.id from roles r where r.privilege_ids @> array[${id}::uuid])
    or u.class_ids && array(select c.id from classes c join duties d on d.id = any(c.duty_ids) where d.privilege_ids @> array[${id}::uuid]))`,
  oauthClients: () => sql`false`,
};

const privilegesOf = (ids: SQL): SQL => sql`select p.key from privileges p where p.id in (${ids})`;

/** The rights that the row itself grants, even if nobody holds it; null if the row does not exist. */
const ROW_RIGHTS: Record<RightsArea, (id: string) => SQL> = {
  users: (id) => sql`select u.type, u.merchant_id, u.carrier_id, ${ACCOUNT_RIGHTS} as rights from users u where u.id = ${id}::uuid`,
  roles: (
    id,
  ) => sql`select o.user_type as type, null::uuid as merchant_id, null::uuid as carrier_id, array(${privilegesOf(sql`select unnest(o.privilege_ids)`)}
    union select ${ADMIN_ROLE_RIGHT} where o.key = 'admin') as rights from roles o where o.id = ${id}::uuid`,
  classes: (id) => sql`select 0 as type, null::uuid as merchant_id, null::uuid as carrier_id,
    array(${privilegesOf(ofDuties(sql`select unnest(o.duty_ids)`))}) as rights from classes o where o.id = ${id}::uuid`,
  duties: (id) => sql`select 0 as type, null::uuid as merchant_id, null::uuid as carrier_id,
    array(${privilegesOf(sql`select unnest(o.privilege_ids)`)}) as rights from duties o where o.id = ${id}::uuid`,
  privileges: (id) =>
    sql`select 0 as type, null::uuid as merchant_id, null::uuid as carrier_id, array[o.key] as rights from privileges o where o.id = ${id}::uuid`,
  oauthClients: (id) =>
    sql`select 0 as type, o.merchant_id, null::uuid as carrier_id, o.scopes as rights from oauth_clients o where o.id = ${id}::uuid`,
};

const RIGHTS = { type: cell.integer, merchantId: orNull(cell.uuid), carrierId: orNull(cell.uuid), rights: cell.texts };
const AREAS: readonly RightsArea[] = ['users', 'roles', 'classes', 'duties', 'privileges', 'oauthClients'];
const findRowRights = statement(
  RIGHTS,
  ({ area, id }: { area: RightsArea; id: string }) => ROW_RIGHTS[area](id),
  AREAS.map((area) => ({ area, id: '' })),
);
const findHolders = statement(
  { id: users.id, ...RIGHTS },
  ({ area, id }: { area: RightsArea; id: string }) =>
    sql`select u.id, u.type, u.merchant_id, u.carrier_id, ${ACCOUNT_RIGHTS} as rights from users u where ${HOLDERS[area](id)}`,
  AREAS.map((area) => ({ area, id: '' })),
);
const everything = sql`array(select p.id from privileges p where p.key = '*' and p.deleted_at is null)`;
const count = statement(
  { n: cell.integer },
  () => sql`select count(*)::int as n from users u
      where u.deleted_at is null and u.disabled_at is null and u.passwd_hash is not null
        and (u.role_ids && array(select r.id from roles r where r.deleted_at is null and r.privilege_ids && ${everything})
          or u.class_ids && array(select c.id from classes c join duties d on d.id = any(c.duty_ids)
            where c.deleted_at is null and d.deleted_at is null and d.privilege_ids && ${everything}))`,
);

const rightsOf = ({ type, merchantId, carrierId, rights }: Row<typeof findRowRights>): Rights => ({
  type,
  privileges: new Set(rights),
  merchantId,
  carrierId,
});

export async function rowRights(db: Db, area: RightsArea, id: string): Promise<Rights | null> {
  const row = await findRowRights.first(db, { area, id });
  if (!row) return null;
  // A program may be given a scope by whoever has the privileges that the scope stands for.
  const rights = area === 'oauthClients' ? row.rights.flatMap((scope) => (isScope(scope) ? SCOPE_PRIVILEGES[scope] : [])) : row.rights;
  return rightsOf({ ...row, rights });
}

export async function holderRights(db: Db, area: RightsArea, id: string): Promise<Map<string, Rights>> {
  return new Map((await findHolders(db, { area, id })).map((row) => [row.id, rightsOf(row)]));
}

/** Administrators that can sign in: they hold all privileges, have a password, and are neither deleted nor disabled. */
export const countAdmins = async (db: Db): Promise<number> => (await count.one(db)).n;
