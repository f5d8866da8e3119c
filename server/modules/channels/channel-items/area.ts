import { channelItems as area, CHANNEL_ITEM_STATES } from '#contract/channels/channel-items';
import type { Mask } from '#contract/core/mask';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { channelItemRoutes } from './routes.ts';
import { channelItems as table } from './table.ts';

const MEANING = { same: 'done', differs: 'wait', noItem: 'closed', several: 'stop', refused: 'stop' } as const;
const fields = defineFields(area, {
  channelId: { kind: 'reference', area: 'channels', filter: true, width: 180 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 160 },
  sku: { kind: 'text', mono: true, sort: true, filter: true, width: 170 },
  title: { kind: 'text', width: 220 },
  barcode: { kind: 'text', mono: true, filter: true, width: 150 },
  itemId: { kind: 'reference', area: 'items', filter: true, width: 240 },
  there: { kind: 'number', sort: true, width: 110 },
  here: { kind: 'number', sort: true, width: 110, help: 'channelItems.help.here' },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 190,
    options: CHANNEL_ITEM_STATES.map((value) => ({ value, label: `channelItems.states.${value}`, meaning: MEANING[value] })),
  },
  error: { kind: 'text', width: 260 },
  seenAt: { kind: 'instant', relative: true, width: 150 },
  toldAt: { kind: 'instant', sort: true, width: 150 },
  waitsUntil: { kind: 'instant', width: 150, help: 'channelItems.help.waitsUntil' },
});

const mask = (key: string, side: 'house' | 'merchant'): Mask =>
  defineMask(area, {
    key,
    icon: 'box',
    fields,
    columns: [
      'sku',
      { field: 'title', hidden: true },
      { field: 'barcode', hidden: true },
      'itemId',
      'there',
      'here',
      'state',
      'error',
      'channelId',
      { field: 'merchantId', hidden: side === 'merchant' },
      'toldAt',
      { field: 'waitsUntil', hidden: true },
      { field: 'seenAt', hidden: true },
    ],
    filters: ['channelId', 'state', 'sku', 'itemId', ...(side === 'house' ? (['merchantId'] as const) : [])],
    actions: [
      {
        key: 'map',
        label: 'channelItems.actions.map',
        done: 'channelItems.done.map',
        on: 'row',
        call: { method: 'POST', path: '/v0/channelItems/:id/map' },
        privilege: 'channelOrders.correct',
        when: { field: 'state', op: 'eq', value: 'noItem' },
        ask: { itemId: { kind: 'reference', area: 'items', label: 'channelItems.fields.itemId', required: true } },
      },
      {
        key: 'again',
        label: 'channelItems.actions.again',
        done: 'channelItems.done.again',
        on: 'row',
        call: { method: 'POST', path: '/v0/channelItems/:id/again' },
        privilege: 'channels.update',
        when: { field: 'state', op: 'eq', value: 'refused' },
      },
    ],
    show: {
      item: ['sku', 'title', 'barcode', 'itemId', 'channelId', 'merchantId'],
      stock: ['there', 'here', 'state', 'error', 'waitsUntil', 'seenAt', 'toldAt'],
    },
  });

export const channelItems = defineServerArea({
  area,
  table,
  routes: channelItemRoutes,
  // Rows repeat what the shop says; items and stock have a history of their own.
  computed: ['*'],
  masks: [mask('m4t.channelItem.list', 'house'), mask('mEP.channelItem.list', 'merchant')],
});
