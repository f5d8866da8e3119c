import { channelOrders as area, CHANNEL_ORDER_STATES, HELD_REASONS, type HeldReason } from '#contract/channels/channel-orders';
import type { Locale } from '#contract/core/limits';
import type { ActionSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { readReason } from '#contract/orders/reasons';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { textIn } from '../../../core/http/texts.ts';
import { channelOrderFacts } from './facts.ts';
import { channelOrderRoutes } from './routes.ts';
import { channelOrders as table } from './table.ts';

const MEANING = {
  new: 'wait',
  held: 'stop',
  taken: 'work',
  cancelAsked: 'wait',
  cancelled: 'closed',
  done: 'done',
  ignored: 'closed',
} as const;

const fields = defineFields(area, {
  externalNo: { kind: 'text', mono: true, sort: true, filter: true, width: 170 },
  externalId: { kind: 'text', mono: true, filter: true, width: 170 },
  channelId: { kind: 'reference', area: 'channels', filter: true, width: 180 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 160 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: CHANNEL_ORDER_STATES.map((value) => ({ value, label: `channelOrders.states.${value}`, meaning: MEANING[value] })),
  },
  reason: {
    kind: 'choice',
    filter: true,
    width: 190,
    options: HELD_REASONS.map((value) => ({ value, label: `channelOrders.reasons.${value}` })),
  },
  detail: { kind: 'text', width: 220 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
  tries: { kind: 'number', width: 90 },
  firstSeen: { kind: 'instant', sort: true, filter: true, width: 150 },
  lastSeen: { kind: 'instant', relative: true, sort: true, width: 150 },
  endedAt: { kind: 'instant', width: 150 },
});

const inState = (...states: string[]): NonNullable<Mask['open']> => [{ field: 'state', op: 'in', value: states }];

const because = (...reasons: HeldReason[]): Condition => ({
  and: [
    { field: 'state', op: 'eq', value: 'held' },
    { field: 'reason', op: 'in', value: reasons },
  ],
});
/** A correction that is offered for these reasons. */
const correction = (key: string, reasons: readonly HeldReason[], ask?: ActionSpec['ask']): ActionSpec => ({
  key,
  label: `channelOrders.actions.${key}`,
  done: `channelOrders.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/channelOrders/:id/${key}` },
  privilege: 'channelOrders.correct',
  when: because(...reasons),
  ...(ask ? { ask } : {}),
});
const addressPart = (part: string, help = {}): { kind: 'text'; label: string; maxLength: number; help?: string } => ({
  kind: 'text',
  label: `channelOrders.ask.${part}`,
  maxLength: 100,
  ...help,
});

const mask = (key: string, side: 'house' | 'merchant'): Mask =>
  defineMask(area, {
    key,
    icon: 'api',
    fields,
    columns: [
      'externalNo',
      'state',
      'reason',
      'detail',
      'taskId',
      'channelId',
      { field: 'merchantId', hidden: side === 'merchant' },
      'firstSeen',
      { field: 'lastSeen', hidden: true },
      { field: 'tries', hidden: true },
    ],
    filters: ['externalNo', 'state', 'reason', 'channelId', ...(side === 'house' ? (['merchantId'] as const) : []), 'taskId', 'firstSeen'],
    views: [
      { key: 'held', label: 'channelOrders.views.held', filters: inState('held') },
      { key: 'open', label: 'channelOrders.views.open', filters: inState('new', 'taken', 'cancelAsked') },
      { key: 'ended', label: 'channelOrders.views.ended', filters: inState('done', 'cancelled', 'ignored') },
    ],
    next: [
      { when: because('unknownSku'), action: 'map', text: 'channelOrders.next.unknownSku', meaning: 'stop' },
      { when: because('duplicateSku'), action: 'map', text: 'channelOrders.next.duplicateSku', meaning: 'stop' },
      { when: because('noCarrier'), action: 'carrier', text: 'channelOrders.next.noCarrier', meaning: 'stop' },
      { when: because('badAddress'), action: 'address', text: 'channelOrders.next.badAddress', meaning: 'stop' },
      { when: because('refused'), action: 'retry', text: 'channelOrders.next.refused', meaning: 'stop' },
      { when: because('otherCurrency'), action: 'retry', text: 'channelOrders.next.otherCurrency', meaning: 'stop' },
      { when: because('cancelAsked'), text: 'channelOrders.next.cancelAsked', meaning: 'wait' },
    ],
    actions: [
      correction('map', ['unknownSku', 'duplicateSku'], {
        itemId: { kind: 'reference', area: 'items', label: 'channelOrders.ask.itemId', required: true },
        sku: { kind: 'text', mono: true, label: 'channelOrders.ask.sku', help: 'channelOrders.help.sku', maxLength: 64 },
      }),
      correction('carrier', ['noCarrier'], {
        carrierId: { kind: 'reference', area: 'carriers', label: 'channelOrders.ask.carrierId', required: true },
      }),
      correction('address', ['badAddress'], {
        name1: addressPart('name1'),
        streetName: addressPart('streetName'),
        streetNumber: addressPart('streetNumber'),
        zip: addressPart('zip'),
        city: addressPart('city'),
        country: addressPart('country', { help: 'channelOrders.help.address' }),
      }),
      correction(
        'retry',
        HELD_REASONS.filter((reason) => reason !== 'cancelAsked'),
      ),
      {
        ...correction('giveUp', HELD_REASONS, {
          reason: { kind: 'text', label: 'channelOrders.ask.reason', required: true, maxLength: 500 },
        }),
        danger: true,
        confirmText: 'channelOrders.confirm.giveUp',
      },
    ],
    show: {
      order: ['externalNo', 'state', 'reason', 'taskId', 'channelId', 'merchantId'],
      times: ['firstSeen', 'lastSeen', 'endedAt', 'tries'],
    },
  });

/** Faults of an address are stored as codes. The reader sees the names of the wrong parts. */
function detailWords(detail: string, locale: Locale): string {
  const read = readReason(detail);
  if (read.is !== 'address') return detail;
  const parts = read.faults.map(({ path }) => textIn(locale, `channelOrders.ask.${path === 'name2' ? 'name1' : path}`));
  return [...new Set(parts)].join(', ');
}

export const channelOrders = defineServerArea({
  area,
  table,
  // The audit log would keep the names and addresses of customers for ever.
  secret: ['body'],
  computed: ['lastSeen', 'tries'],
  worded: ({ detail }, locale) => (typeof detail === 'string' ? { detail: detailWords(detail, locale) } : {}),
  facts: ({ tx, row }) => channelOrderFacts(tx, row.id),
  routes: channelOrderRoutes,
  masks: [mask('m4t.channelOrder.list', 'house'), mask('mEP.channelOrder.list', 'merchant')],
});
