import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { users as area, USER_TYPES } from '#contract/access/users';
import type { FieldError } from '#contract/core/envelope';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { UNDELIVERED } from '#contract/orders/undelivered';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { defineServerArea, type Values } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { guardRights } from '../guard.ts';
import { roles } from '../roles/table.ts';
import { USER_TYPE } from '../user-type.ts';
import { withPendingAddress } from './email-change.ts';
import { inviteLater } from './invitation.ts';
import { linkRoutes } from './link-routes.ts';
import { users as table } from './table.ts';

const fields = defineFields(area, {
  account: { kind: 'email', sort: true, filter: true, width: 260 },
  pendingAccount: { kind: 'text', help: 'users.help.pendingAccount', width: 260 },
  name: { kind: 'text', sort: true, filter: true, width: 180 },
  type: { ...USER_TYPE, help: 'users.help.type', width: 140 },
  roleIds: { kind: 'references', area: 'roles', filter: true, width: 200 },
  classIds: { kind: 'references', area: 'classes', filter: true },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, help: 'users.help.merchantId' },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, help: 'users.help.carrierId', width: 160 },
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
  training: { kind: 'boolean', filter: true, help: 'users.help.training', width: 110 },
  personnelNo: { kind: 'text', mono: true, filter: true, help: 'users.help.personnelNo', width: 130 },
  rfidTag: { kind: 'text', mono: true, help: 'users.help.rfidTag', audience: 'house', width: 220 },
  disabledAt: { kind: 'instant', filter: true },
  lastSeenAt: { kind: 'instant', relative: true, sort: true },
  hasPassword: { kind: 'boolean', filter: true, width: 120 },
  hasTotp: { kind: 'boolean', filter: true, width: 120 },
});

/** Fields of an account that a carrier neither sees nor decides. They follow from the carrier's role. */
const OF_HOUSE = ['type', 'roleIds', 'classIds', 'merchantId', 'carrierId', 'subOf', 'training', 'personnelNo', 'rfidTag', 'hasTotp'];
const fieldsOfHouse = Object.fromEntries(
  Object.entries(fields).flatMap(([name, field]) => (OF_HOUSE.includes(name) ? [[name, { ...field, audience: 'house' as const }]] : [])),
);

const INVITE = {
  key: 'invite',
  label: 'users.actions.invite',
  icon: 'mail',
  on: 'row' as const,
  dialog: 'users.invitation',
  privilege: 'users.update',
  when: { field: 'hasPassword', op: 'eq' as const, value: false },
};

const SECURITY = {
  key: 'security',
  label: 'users.actions.security',
  icon: 'key',
  on: 'row' as const,
  dialog: 'users.security',
  privilege: 'users.secure',
  when: { field: 'hasPassword', op: 'eq' as const, value: true },
};

const WRITE = {
  key: 'message',
  label: 'messages.actions.write',
  icon: 'mail',
  on: 'row' as const,
  dialog: 'messages.write',
  privilege: 'messages.send',
};

const isOutsideType = (type: number): boolean => type <= STAFF_TYPE_ABOVE;

const rolesOf = (values: Values, current: Values | null): string[] =>
  z.array(z.string()).parse(values['roleIds'] ?? current?.['roleIds'] ?? []);

const findUserTypes = statement(
  { userType: roles.userType },
  ({ ids }: { ids: readonly string[] }) => sql`select distinct user_type from roles where id = any(${uuids(ids)}) and deleted_at is null`,
  [{ ids: [] }],
);
const typesOfRoles = async (tx: Db, ids: readonly string[]): Promise<number[]> =>
  ids.length === 0 ? [] : (await findUserTypes(tx, { ids })).map(({ userType }) => userType);
const findCarrierRole = statement({ id: roles.id }, () => sql`select id from roles where key = 'carrier' and deleted_at is null`);

/** Who else has a tag. The index refuses it too, but names no field. */
const findTag = statement(
  { id: table.id },
  ({ tag, id }: { tag: string; id: string | null }) => sql`select id from users
    where lower(rfid_tag) = lower(${tag}) and deleted_at is null and id is distinct from ${id}::uuid`,
);

/** What a carrier decides about its own accounts. All else follows from the carrier's role. */
const OF_CARRIER: readonly string[] = ['name', 'account', 'locale', 'avatar', 'disabledAt', 'carrierId'];
const DEFAULTS: Values = area.write.parse({ account: 'nobody@example.com', name: '-' });
const carrierFaults = (actor: Actor, values: Values, current: Values | null): FieldError[] => {
  if (!isOutside(actor)) return [];
  const isOther = (key: string): boolean => !OF_CARRIER.includes(key) && !isDeepStrictEqual(values[key], (current ?? DEFAULTS)[key]);
  const own = current?.['id'] === actor.userId && values['disabledAt'] ? [{ path: 'disabledAt', rule: 'notOwn' }] : [];
  return [
    ...Object.keys(values)
      .filter(isOther)
      .map((path) => ({ path, rule: 'fixed' })),
    ...own,
  ];
};

/** An account of a carrier always gets the carrier's role, regardless of the form. */
async function withCarrierRole(tx: Db, values: Values): Promise<Values> {
  if (!values['carrierId']) return values;
  const role = await findCarrierRole.first(tx);
  return { ...values, type: USER_TYPES.carrier, merchantId: null, roleIds: role ? [role.id] : [] };
}

export const users = defineServerArea({
  area,
  table,
  related: [
    { area: 'officeTasks', by: 'assigneeId', columns: ['no', 'title', 'state', 'dueDate'] },
    { area: 'attendances', by: 'userId', columns: ['day', 'startAt', 'endAt', 'worked', 'state'], audience: 'house' },
    { area: 'workingTimes', by: 'userId', columns: ['validFrom', 'name', 'weekMinutes', 'state'], audience: 'house' },
    { area: 'picklists', by: 'pickerId', columns: ['no', 'state', 'picked', 'pieces', 'startedAt'], audience: 'house' },
    { area: 'scans', by: 'userId', columns: ['at', 'profile', 'code', 'outcome', 'stationId'], audience: 'house' },
    // Of a person who works for a carrier: what the carrier drives, what it offered, and who else signs in for it.
    {
      area: 'tasks',
      by: 'carrierId',
      from: 'carrierId',
      title: 'users.related.carrierOrders',
      columns: ['no', 'kind', 'status', 'consignee', 'pickupDate'],
      where: [{ field: 'status', op: 'in', value: UNDELIVERED }],
    },
    { area: 'offers', by: 'carrierId', from: 'carrierId', columns: ['no', 'state', 'origin', 'destination', 'price', 'validUntil'] },
    { area: 'users', by: 'carrierId', from: 'carrierId', columns: ['name', 'account', 'lastSeenAt'], title: 'users.related.ofCarrier' },
    { area: 'securityEvents', by: 'userId', columns: ['at', 'event', 'ip'], audience: 'house' },
    { area: 'users', by: 'subOf', columns: ['name', 'account', 'lastSeenAt'], title: 'users.related.subAccounts' },
  ],
  secret: ['passwd_hash', 'totp_secret', 'totp_pending', 'recovery_hashes'],
  // Whoever knows a tag can copy it and clock for somebody else.
  houseFields: ['rfidTag'],
  unique: [['account']],
  mine: (actor) => sql`t.id = ${actor.actingId}::uuid`,
  guard: guardRights('users'),
  routes: linkRoutes,
  masks: [
    defineMask(area, {
      key: 'sys.users.list',
      facts: ['account', 'roleIds', 'merchantId', 'lastSeenAt'],
      next: [{ action: 'invite', text: 'users.next.invite', meaning: 'wait' }],
      icon: 'user',
      fields,
      columns: [
        'avatar',
        'name',
        'type',
        'account',
        'roleIds',
        'merchantId',
        'lastSeenAt',
        { field: 'hasPassword', hidden: true },
        { field: 'hasTotp', hidden: true },
        { field: 'disabledAt', hidden: true },
      ],
      filters: ['name', 'account', 'type', 'roleIds', 'classIds', 'merchantId', 'locale', 'hasPassword', 'hasTotp', 'disabledAt'],
      form: {
        layout: 'drawer',
        sections: {
          person: ['name', 'account', 'pendingAccount', 'avatar', 'locale', 'training', 'personnelNo', 'rfidTag'],
          access: ['roleIds', 'type', 'classIds', 'merchantId', 'carrierId', 'subOf', 'disabledAt'],
        },
      },
      import: { fields: ['account', 'name', 'type', 'locale'], match: ['account'] },
      actions: [INVITE, WRITE, SECURITY],
    }),
    defineMask(area, {
      key: 'c5r.users.list',
      facts: ['carrierId', 'account', 'lastSeenAt', 'disabledAt', 'locale'],
      next: [{ action: 'invite', text: 'users.next.invite', meaning: 'wait' }],
      title: 'users.ofCarriers',
      icon: 'idcard',
      fields: {
        ...fields,
        ...fieldsOfHouse,
        carrierId: {
          kind: 'reference',
          area: 'carriers',
          label: 'users.fields.carrierId',
          filter: true,
          required: true,
          audience: 'house',
          width: 180,
        },
      },
      fixed: [{ field: 'carrierId', op: 'null', value: 'false' }],
      columns: ['name', 'account', 'carrierId', 'locale', 'lastSeenAt', 'disabledAt', { field: 'createdAt', hidden: true }],
      filters: ['name', 'account', 'carrierId', 'locale', 'disabledAt'],
      show: {
        person: ['name', 'account', 'pendingAccount', 'carrierId', 'locale'],
        access: ['hasPassword', 'hasTotp', 'lastSeenAt', 'disabledAt', 'createdAt'],
      },
      form: { layout: 'drawer', sections: { person: ['name', 'account', 'carrierId', 'locale'], access: ['disabledAt'] } },
      actions: [INVITE, WRITE, SECURITY],
    }),
  ],
  check: async ({ tx, actor, values, current }) => {
    if (isOutside(actor)) return carrierFaults(actor, values, current);
    const types = await typesOfRoles(tx, rolesOf(values, current));
    const isMixed = types.some(isOutsideType) && !types.every(isOutsideType);
    if (isMixed) return [{ path: 'roleIds', rule: 'rolesMixed' }];
    const { rfidTag, type, merchantId, carrierId } = { ...current, ...values };
    const isOfHouse = !isOutsideType(Math.max(...(types.length > 0 ? types : [type ?? 0]))) && !merchantId && !carrierId;
    if (!rfidTag) return [];
    if (!isOfHouse) return [{ path: 'rfidTag', rule: 'clocksStaff' }];
    return (await findTag.first(tx, { tag: rfidTag, id: current?.id ?? null })) ? [{ path: 'rfidTag', rule: 'duplicate' }] : [];
  },
  beforeSave: async ({ tx, actor, values, current }) => {
    // Roles, invitations and the security log are not open to a carrier. The row was checked in its scope.
    if (isOutside(actor)) await becomeHouse(tx);
    const entered = current ? values : await withCarrierRole(tx, values);
    // The user type is the highest type of the roles; the entered type is only used without roles.
    const types = await typesOfRoles(tx, rolesOf(entered, current));
    const typed = types.length > 0 ? { ...entered, type: Math.max(...types) } : entered;
    return current ? withPendingAddress(tx, actor, typed, current) : typed;
  },
  afterSave: async ({ tx, actor, row, current }) => {
    if (!current) await inviteLater(tx, actor, row['id']);
  },
});
