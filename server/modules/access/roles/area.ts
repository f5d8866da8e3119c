import { sql } from 'drizzle-orm';
import { roles as area } from '#contract/access/roles';
import { BUILT_IN_ROLES } from '../../../core/db/roles.ts';
import { command } from '../../../core/db/statement.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { guardRights } from '../guard.ts';
import { describePrivileges } from '../privileges/describe.ts';
import { USER_TYPE } from '../user-type.ts';
import { roles as table } from './table.ts';

const fields = defineFields(area, {
  key: { kind: 'text', mono: true, createOnly: true, sort: true, filter: true, width: 140 },
  name: { kind: 'texts', width: 200 },
  description: { kind: 'text', multiline: true, width: 320 },
  userType: { ...USER_TYPE, help: 'roles.help.userType', width: 140 },
  routes: { kind: 'tags', width: 320 },
  privilegeIds: { kind: 'references', area: 'privileges', editor: 'rights', filter: true, width: 320 },
});

/** Accounts get the highest user type of their roles. */
const raiseTypes = command(
  ({ id }: { id: string }) => sql`update users u set type = t.highest
    from (select h.id, max(r.user_type) as highest from users h join roles r on r.id = any(h.role_ids) and r.deleted_at is null group by h.id) t
    where t.id = u.id and u.role_ids @> array[${id}::uuid] and u.type <> t.highest`,
);

export const roles = defineServerArea({
  area,
  table,
  related: [{ area: 'users', by: 'roleIds', columns: ['name', 'account', 'type', 'lastSeenAt'] }],
  guard: guardRights('roles'),
  worded: ({ privilegeIdsLabels }, locale) =>
    privilegeIdsLabels === undefined ? {} : { privilegeIdsLabels: describePrivileges(privilegeIdsLabels, locale) },
  unique: [['key']],
  masks: [
    defineMask(area, {
      key: 'sys.roles.list',
      icon: 'team',
      fields,
      columns: ['name', 'key', 'userType', 'description', 'privilegeIds', { field: 'routes', hidden: true }],
      filters: ['key', 'userType', 'privilegeIds'],
      sort: 'key',
      // The rights are shown in words by area (RoleRights).
      show: { role: ['key', 'name', 'userType', 'description'], access: ['routes'] },
      form: {
        layout: 'page',
        sections: { role: ['key', 'name', 'userType', 'description'], access: ['routes'], rights: ['privilegeIds'] },
      },
    }),
  ],
  // The user type of a built-in role is fixed. For other roles, a change is applied to the accounts that have the role.
  check: ({ values, current }) => {
    const fixed = BUILT_IN_ROLES.find((role) => role.key === (current?.['key'] ?? values['key']))?.userType;
    const wanted = values['userType'] ?? current?.['userType'];
    return fixed === undefined || wanted === undefined || wanted === fixed ? [] : [{ path: 'userType', rule: 'builtIn' }];
  },
  afterSave: async ({ tx, row, current }) => {
    if (!current || current['userType'] === row['userType']) return;
    await raiseTypes(tx, { id: row['id'] });
  },
});
