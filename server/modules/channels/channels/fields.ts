import {
  channels as area,
  CHANNEL_KINDS,
  CHANNEL_STATES,
  KEY_KINDS,
  OAUTH_KINDS,
  REST_KINDS,
  RESTS,
  SHOP_KINDS,
} from '#contract/channels/channels';
import type { Condition } from '#contract/core/mask-condition';
import { HOUSE_CURRENCY } from '#contract/money/scale';
import { defineFields } from '../../../core/http/mask.ts';

/** The fields of a channel, and when each says something. */

const MEANING = { connected: 'done', waiting: 'wait', failed: 'stop', off: 'closed' } as const;
/** Whether the platform lets the rest of an order be closed. Shopify lets it a fulfilment service only. */
export const mayClose: Condition = {
  and: [
    { field: 'kind', op: 'in', value: [...REST_KINDS] },
    {
      or: [
        { field: 'kind', op: 'ne', value: 'shopify' },
        { field: 'ownLocation', op: 'eq', value: '' },
      ],
    },
  ],
};

export const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, createOnly: true, width: 170 },
  kind: {
    kind: 'choice',
    filter: true,
    sort: true,
    createOnly: true,
    width: 120,
    options: CHANNEL_KINDS.map((value) => ({ value, label: `channels.kinds.${value}` })),
  },
  shop: {
    kind: 'text',
    mono: true,
    filter: true,
    help: 'channels.help.shop',
    width: 220,
    when: { field: 'kind', op: 'in', value: [...OAUTH_KINDS, ...KEY_KINDS] },
  },
  ownLocation: { kind: 'text', help: 'channels.help.ownLocation', width: 180, when: { field: 'kind', op: 'eq', value: 'shopify' } },
  active: { kind: 'boolean', filter: true, width: 90 },
  stockSync: { kind: 'boolean', filter: true, help: 'channels.help.stockSync', width: 120 },
  safetyStock: { kind: 'number', help: 'channels.help.safetyStock', width: 120, when: { field: 'kind', op: 'in', value: [...SHOP_KINDS] } },
  rank: { kind: 'number', help: 'channels.help.rank', width: 90, when: { field: 'kind', op: 'in', value: [...SHOP_KINDS] } },
  insureFrom: {
    kind: 'money',
    currency: HOUSE_CURRENCY,
    help: 'channels.help.insureFrom',
    width: 130,
    when: { field: 'kind', op: 'in', value: [...SHOP_KINDS] },
  },
  restOfOrder: {
    kind: 'choice',
    help: 'channels.help.restOfOrder',
    width: 200,
    options: RESTS.map((value) => ({ value, label: `channels.rests.${value}` })),
    when: mayClose,
  },
  mapping: {
    kind: 'json',
    help: 'channels.help.mapping',
    pairs: { from: 'channels.pairs.from', to: 'channels.pairs.to' },
    width: 240,
  },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: CHANNEL_STATES.map((value) => ({ value, label: `channels.states.${value}`, meaning: MEANING[value] })),
  },
  // Files need none.
  hasCredentials: {
    kind: 'boolean',
    help: 'channels.help.hasCredentials',
    when: { field: 'kind', op: 'ne', value: 'csv' },
    width: 130,
  },
  scopes: { kind: 'text', multiline: true, width: 220 },
  connectedAt: { kind: 'instant', sort: true, width: 150 },
  lastEvent: {
    kind: 'choice',
    width: 150,
    options: [
      'connected',
      'failed',
      'refused',
      'disconnected',
      'secret',
      'signInAgain',
      'scopesMissing',
      'locationMissing',
      'uninstalled',
    ].map((value) => ({
      value,
      label: `channels.events.${value}`,
    })),
  },
  lastEventAt: { kind: 'instant', relative: true, sort: true, width: 150 },
});
