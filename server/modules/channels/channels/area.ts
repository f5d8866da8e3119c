import { channels as area, KEY_KINDS, OAUTH_KINDS, SHOP_KINDS } from '#contract/channels/channels';
import { SAMPLE_SHOP } from '#contract/channels/sample-shop';
import { holds } from '#contract/core/condition';
import type { ActionSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { defineServerArea, type Values } from '../../../core/http/area.ts';
import { defineMask } from '../../../core/http/mask.ts';
import { channelFacts } from './facts.ts';
import { fields, mayClose } from './fields.ts';
import { channelRoutes } from './routes.ts';
import { channels as table } from './table.ts';

/** The state of a channel. Credentials are set and removed by the calls of routes.ts. */
const stateOf = (values: Values, current: Values | null): string => {
  const of = (key: string, fallback: unknown): unknown => values[key] ?? current?.[key] ?? fallback;
  if (of('active', true) === false) return 'off';
  return of('kind', '') === 'csv' || current?.['hasCredentials'] === true ? 'connected' : 'waiting';
};

/** A shop that has to be connected, and how. */
const shopIn = (state: 'failed' | 'waiting', kinds: readonly string[]): Condition => ({
  and: [
    { field: 'kind', op: 'in', value: [...kinds] },
    { field: 'state', op: 'eq', value: state },
  ],
});
const next = (kinds: readonly string[], action: string): NonNullable<Mask['next']> => [
  { when: shopIn('failed', kinds), action, text: 'channels.next.failed', meaning: 'stop' },
  { when: shopIn('waiting', kinds), action, text: 'channels.next.waiting', meaning: 'wait' },
];

/** The shop to try of a sample house needs no keys. */
const isToTry: Condition = { field: 'shop', op: 'eq', value: SAMPLE_SHOP };

const isConnected: Condition = {
  and: [
    { field: 'kind', op: 'in', value: [...SHOP_KINDS] },
    { field: 'state', op: 'eq', value: 'connected' },
  ],
};

/** Something that the work on a shop is asked to do soon. */
const onShop = (key: 'compare' | 'retry' | 'fetch', ask?: ActionSpec['ask']): ActionSpec[] => [
  {
    key,
    label: `channels.actions.${key}`,
    done: `channels.done.${key}`,
    on: 'row',
    call: { method: 'POST', path: `/v0/channels/:id/${key}` },
    privilege: 'channels.update',
    ...(ask ? { ask } : {}),
    when: isConnected,
  },
];

/** Entering the keys of a shop, which each kind names in its own way. */
const keysAction = (kind: (typeof KEY_KINDS)[number]): NonNullable<Mask['actions']>[number] => ({
  key: `${kind}Keys`,
  label: 'channels.actions.connect',
  done: 'channels.done.keys',
  on: 'row',
  call: { method: 'PUT', path: '/v0/channels/:id/keys' },
  privilege: 'channels.update',
  ask: {
    key: { kind: 'text', label: `channels.ask.${kind}.key`, required: true, maxLength: 200 },
    secret: { kind: 'secret', label: `channels.ask.${kind}.secret`, required: true, maxLength: 200 },
  },
  when: {
    and: [
      { field: 'kind', op: 'eq', value: kind },
      { field: 'active', op: 'eq', value: true },
      { field: 'shop', op: 'ne', value: SAMPLE_SHOP },
    ],
  },
});

const mask = (key: string, columns: 'house' | 'merchant'): Mask =>
  defineMask(area, {
    key,
    icon: 'api',
    fields,
    columns: [
      'name',
      'kind',
      'state',
      'shop',
      { field: 'merchantId', hidden: columns === 'merchant' },
      'lastEvent',
      'lastEventAt',
      { field: 'stockSync', hidden: true },
      { field: 'safetyStock', hidden: true },
      { field: 'rank', hidden: true },
      { field: 'insureFrom', hidden: true },
      { field: 'restOfOrder', hidden: true },
      { field: 'connectedAt', hidden: true },
      { field: 'hasCredentials', hidden: true },
      { field: 'ownLocation', hidden: true },
      { field: 'active', hidden: true },
      { field: 'createdAt', hidden: true },
    ],
    filters: ['name', 'kind', 'state', 'shop', 'merchantId', 'active', 'stockSync', 'createdAt'],
    show: {
      channel: ['name', 'kind', 'state', 'merchantId', 'shop', 'ownLocation', 'active'],
      access: ['hasCredentials', 'scopes', 'connectedAt', 'lastEvent', 'lastEventAt'],
      data: ['stockSync', 'safetyStock', 'rank', 'insureFrom', 'restOfOrder', 'mapping', 'createdAt', 'updatedAt'],
    },
    next: [
      { when: isToTry, action: 'tryShop', text: 'channels.next.toTry', meaning: 'work' },
      {
        when: { and: [shopIn('failed', ['shopify']), { field: 'lastEvent', op: 'eq', value: 'locationMissing' }] },
        text: 'channels.next.locationMissing',
        meaning: 'stop',
      },
      ...next(OAUTH_KINDS, 'connect'),
      ...KEY_KINDS.flatMap((kind) => next([kind], keysAction(kind).key)),
    ],
    form: {
      layout: 'page',
      sections: {
        channel: ['merchantId', 'name', 'kind', 'shop', 'ownLocation', 'active'],
        data: ['stockSync', 'safetyStock', 'rank', 'insureFrom', 'restOfOrder', 'mapping'],
      },
    },
    actions: [
      {
        key: 'connect',
        label: 'channels.actions.connect',
        on: 'row',
        dialog: 'channels.connect',
        privilege: 'channels.update',
        when: {
          and: [
            { field: 'kind', op: 'in', value: [...OAUTH_KINDS] },
            { field: 'active', op: 'eq', value: true },
          ],
        },
      },
      ...KEY_KINDS.map(keysAction),
      {
        key: 'tryShop',
        label: 'channels.actions.tryShop',
        on: 'row',
        dialog: 'channels.sampleShop',
        privilege: 'channels.update',
        when: isToTry,
      },
      ...onShop('compare'),
      ...onShop('retry'),
      ...onShop('fetch', { externalId: { kind: 'text', label: 'channels.ask.externalId', required: true, maxLength: 60 } }),
      {
        key: 'earlierOrders',
        label: 'channels.actions.earlierOrders',
        on: 'row',
        dialog: 'channels.earlierOrders',
        privilege: 'channels.update',
        when: isConnected,
      },
      {
        key: 'secret',
        label: 'channels.actions.secret',
        done: 'channels.done.secret',
        on: 'row',
        call: { method: 'PUT', path: '/v0/channels/:id/secret' },
        privilege: 'channels.update',
        ask: { secret: { kind: 'secret', label: 'channels.ask.secret', required: true, maxLength: 500 } },
        when: { field: 'kind', op: 'eq', value: 'api' },
      },
      {
        key: 'disconnect',
        label: 'channels.actions.disconnect',
        done: 'channels.done.disconnect',
        on: 'row',
        call: { method: 'POST', path: '/v0/channels/:id/disconnect' },
        privilege: 'channels.update',
        confirm: 'reset',
        confirmText: 'channels.confirm.disconnect',
        danger: true,
        when: { field: 'hasCredentials', op: 'eq', value: true },
      },
    ],
  });

const ORDERS = {
  area: 'channelOrders',
  by: 'channelId',
  columns: ['externalNo', 'state', 'reason', 'detail', 'taskId', 'firstSeen'],
} as const;

export const channels = defineServerArea({
  area,
  table,
  routes: channelRoutes,
  secret: ['credentials'],
  unique: [['merchantId', 'name']],
  // The address stays while credentials are stored: they would be sent to another one.
  check: ({ values, current }) =>
    (['merchantId', 'kind', ...(current?.['hasCredentials'] === true ? (['shop'] as const) : [])] as const)
      .filter((path) => current && path in values && values[path] !== current[path])
      .map((path) => ({ path, rule: 'fixed' })),
  beforeSave: ({ values, current }) => ({
    ...values,
    state: stateOf(values, current),
    // A choice that the platform has no way for is none: it would say what never happens.
    ...(holds(mayClose, { ownLocation: '', ...current, ...values }) ? {} : { restOfOrder: 'open' }),
  }),
  related: [
    { ...ORDERS, key: 'held', title: 'channels.related.held', where: [{ field: 'state', op: 'eq', value: 'held' }], limit: 10 },
    { ...ORDERS, limit: 10 },
    {
      area: 'channelItems',
      by: 'channelId',
      columns: ['sku', 'itemId', 'there', 'here', 'state', 'toldAt'],
      where: [{ field: 'state', op: 'in', value: ['differs', 'several', 'refused', 'noItem'] }],
      limit: 10,
      key: 'differing',
      title: 'channels.related.differing',
    },
    { area: 'channelItems', by: 'channelId', columns: ['sku', 'itemId', 'there', 'here', 'state', 'toldAt'], limit: 10 },
  ],
  facts: async ({ tx, row }) => channelFacts(tx, row),
  masks: [mask('m4t.channel.list', 'house'), mask('mEP.channel.list', 'merchant')],
});
