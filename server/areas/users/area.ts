import { sql } from 'drizzle-orm';
import { users as area, USER_TYPES } from '#contract/areas/users';
import { isStaff } from '../../http/actor.ts';
import { defineServerArea } from '../../http/area.ts';
import { defineFields, defineMask } from '../../http/mask.ts';
import { rowsOf } from '../../http/select.ts';
import { users as table } from './table.ts';

const fields = defineFields(area, {
  account: { kind: 'email', sort: true, filter: true, width: 260 },
  name: { kind: 'text', sort: true, filter: true, width: 180 },
  type: { kind: 'number', filter: true, sort: true, help: 'users.help.type', width: 90 },
  roleIds: { kind: 'references', area: 'roles', filter: true, width: 200 },
  classIds: { kind: 'references', area: 'classes', filter: true },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, when: { field: 'type', op: 'lte', value: 100 } },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, when: { field: 'type', op: 'lte', value: 100 }, width: 160 },
  subOf: { kind: 'reference', area: 'users' },
  avatar: { kind: 'image', visibility: 'avatar', width: 64 },
  locale: {
    kind: 'choice',
    filter: true,
    options: [
      { value: 'en', label: 'common.locales.en' },
      { value: 'cn', label: 'common.locales.cn' },
      { value: 'de', label: 'common.locales.de' },
    ],
  },
  disabledAt: { kind: 'instant', filter: true },
  lastSeenAt: { kind: 'instant', relative: true, sort: true },
});

export const users = defineServerArea({
  area,
  table,
  secret: ['passwd_hash', 'totp_secret', 'totp_pending'],
  unique: [['account']],
  masks: [
    defineMask(area, {
      key: 'sys.users.list',
      icon: 'user',
      fields,
      columns: ['avatar', 'name', 'account', 'type', 'roleIds', 'merchantId', 'lastSeenAt', { field: 'disabledAt', hidden: true }],
      filters: ['name', 'account', 'type', 'roleIds', 'classIds', 'merchantId', 'locale', 'disabledAt'],
      form: {
        layout: 'drawer',
        sections: {
          person: ['name', 'account', 'avatar', 'locale'],
          access: ['type', 'roleIds', 'classIds', 'merchantId', 'carrierId', 'subOf', 'disabledAt'],
        },
      },
      import: { fields: ['account', 'name', 'type', 'locale'], match: ['account'] },
    }),
    defineMask(area, {
      key: 'c5r.users.list',
      title: 'users.ofCarriers',
      icon: 'idcard',
      fields: {
        ...fields,
        carrierId: { kind: 'reference', area: 'carriers', label: 'users.fields.carrierId', filter: true, required: true, width: 180 },
      },
      fixed: [{ field: 'carrierId', op: 'null', value: 'false' }],
      columns: ['name', 'account', 'carrierId', 'locale', 'lastSeenAt', 'disabledAt', { field: 'createdAt', hidden: true }],
      filters: ['name', 'account', 'carrierId', 'locale', 'disabledAt'],
      form: { layout: 'drawer', sections: { person: ['name', 'account', 'carrierId', 'locale'], access: ['disabledAt'] } },
    }),
  ],
  // Whoever is entered for a carrier is an outsider with the carrier's role, whatever the form said.
  beforeSave: async ({ tx, values, current }) => {
    if (current || !values['carrierId']) return values;
    const [role] = rowsOf(await tx.execute(sql`select id from roles where key = 'carrier' and deleted_at is null`));
    return { ...values, type: USER_TYPES.carrier, merchantId: null, roleIds: role ? [role['id']] : [] };
  },
  check: ({ actor, values, current }) => {
    // Nobody lifts anybody above the own reach: only an admin makes staff accounts or hands out roles.
    const touches = ['type', 'roleIds', 'classIds'].filter(
      (key) => key in values && JSON.stringify(values[key]) !== JSON.stringify(current?.[key] ?? (key === 'type' ? undefined : [])),
    );
    if (actor.isAdmin || touches.length === 0) return [];
    if (!isStaff(actor) || touches.some((key) => key !== 'type') || Number(values['type']) > actor.type)
      return touches.map((path) => ({ path, rule: 'adminOnly' }));
    return [];
  },
});
