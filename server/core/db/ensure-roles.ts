import type pg from 'pg';
import { USER_TYPES } from '#contract/access/users';
import { ACTIONS } from '#contract/core/area';
import type { Areas } from '../http/area.ts';
import { OTHER_PRIVILEGES } from './role-sets.ts';
import { BUILT_IN_ROLES } from './roles.ts';

/**
 * Creates missing privileges and built-in roles, and updates the privileges of built-in roles that were not edited to those of this
 * version. An edited role keeps its edits.
 */
export async function ensureRoles(client: pg.ClientBase, areas: Areas): Promise<void> {
  const keys = [
    ...OTHER_PRIVILEGES,
    ...[...areas.keys()].flatMap((name) => ['*', ...ACTIONS].map((action) => `${name}.${action}`)),
    'exports.*',
    'imports.*',
  ];
  await client.query(
    `insert into privileges (key, area) select k, case when k = '*' then '' else split_part(k, '.', 1) end from unnest($1::text[]) k where not exists (select from privileges p where p.key = k)`,
    [[...new Set(keys)]],
  );
  for (const role of BUILT_IN_ROLES) {
    await client.query(
      `insert into roles (key, name, routes, privilege_ids)
       select $1::text, $2::jsonb, $3::text[], array(select id from privileges where key = any($4::text[]) order by key)
       where not exists (select from roles where key = $1::text)`,
      [role.key, JSON.stringify(role.name), role.routes, role.privileges],
    );
    // The type of a built-in role is fixed, even if the role was edited.
    await client.query('update roles set user_type = $2::int where key = $1::text and user_type <> $2::int', [role.key, role.userType]);
    await client.query(
      `update roles set routes = $2::text[], privilege_ids = wanted.ids
       from (select array(select id from privileges where key = any($3::text[]) order by key) as ids) wanted
       where key = $1::text and updated_by is null and deleted_at is null and (routes, privilege_ids) is distinct from ($2::text[], wanted.ids)`,
      [role.key, role.routes, role.privileges],
    );
  }
  // Custom roles from before roles had a type get the type of their accounts, the lowest if these differ.
  await client.query(
    `update roles r set user_type = coalesce((select min(u.type) from users u where u.role_ids @> array[r.id]), ${USER_TYPES.employee}) where r.user_type = 0`,
  );
}
