import { sql } from 'drizzle-orm';
import { webhooks as area, WEBHOOK_EVENTS, WEBHOOK_STATES } from '#contract/channels/webhooks';
import type { ActionSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { command } from '../../../core/db/statement.ts';
import { defineServerArea, type Values } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { isPublicAddress } from '../../../core/public-address.ts';
import { webhookFacts } from './facts.ts';
import { webhookRoutes } from './routes.ts';
import { webhooks as table } from './table.ts';

const MEANING = { active: 'done', waiting: 'wait', paused: 'stop', off: 'closed' } as const;
const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, createOnly: true, width: 170 },
  url: { kind: 'text', mono: true, filter: true, help: 'webhooks.help.url', width: 300 },
  events: {
    kind: 'choices',
    filter: true,
    width: 300,
    options: WEBHOOK_EVENTS.map((value) => ({ value, label: `webhooks.events.${value.replace('.', '-')}` })),
  },
  active: { kind: 'boolean', filter: true, width: 90 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: WEBHOOK_STATES.map((value) => ({ value, label: `webhooks.states.${value}`, meaning: MEANING[value] })),
  },
  lastSentAt: { kind: 'instant', relative: true, sort: true, width: 150 },
  failingSince: { kind: 'instant', relative: true, width: 150 },
});

const inState = (value: (typeof WEBHOOK_STATES)[number]): Condition => ({ field: 'state', op: 'eq', value });
const call = (key: string, when: Condition): ActionSpec => ({
  key,
  label: `webhooks.actions.${key}`,
  done: `webhooks.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/webhooks/:id/${key}` },
  privilege: 'webhooks.update',
  when,
});

const mask = (key: string, side: 'house' | 'merchant'): Mask =>
  defineMask(area, {
    key,
    icon: 'api',
    fields,
    columns: [
      'name',
      'state',
      'url',
      'events',
      { field: 'merchantId', hidden: side === 'merchant' },
      'lastSentAt',
      { field: 'failingSince', hidden: true },
      { field: 'active', hidden: true },
      { field: 'createdAt', hidden: true },
    ],
    filters: ['name', 'state', 'url', 'events', ...(side === 'house' ? (['merchantId'] as const) : []), 'active'],
    next: [
      { when: inState('waiting'), action: 'secret', text: 'webhooks.next.waiting', meaning: 'wait' },
      { when: inState('paused'), action: 'resume', text: 'webhooks.next.paused', meaning: 'stop' },
    ],
    show: {
      webhook: ['name', 'state', 'merchantId', 'url', 'events', 'active'],
      times: ['lastSentAt', 'failingSince', 'createdAt', 'updatedAt'],
    },
    form: { layout: 'drawer', sections: { webhook: ['merchantId', 'name', 'url', 'events', 'active'] } },
    actions: [
      { key: 'secret', label: 'webhooks.actions.secret', icon: 'key', on: 'row', dialog: 'webhooks.secret', privilege: 'webhooks.update' },
      call('test', inState('active')),
      call('resume', inState('paused')),
      call('again', { field: 'state', op: 'in', value: ['active', 'paused'] }),
    ],
  });

/** Loopback and private hosts may be written without https: they are called only where the house allows it (WEBHOOK_PRIVATE_ADDRESSES). */
function urlFaults(text: string): string | null {
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'credentials';
  const isInside = hostname === 'localhost' || (/^[\d.]+$|^\[/.test(hostname) && !isPublicAddress(hostname.replace(/^\[|\]$/g, '')));
  return protocol === 'https:' || isInside ? null : 'https';
}

/** Its secret is made and shown by a call of routes.ts. Saving does not end a pause. */
const stateOf = (values: Values, current: Values | null): string => {
  const isActive = (values['active'] ?? current?.['active'] ?? true) === true;
  if (!isActive) return 'off';
  const before = current?.['state'] ?? 'waiting';
  return before === 'off' ? 'waiting' : String(before);
};

/** What was sent goes with the webhook. */
const purgeDeliveries = command(
  ({ id }: { id: string }) => sql`with told as (delete from webhook_stock where webhook_id = ${id}::uuid)
    delete from webhook_deliveries where webhook_id = ${id}::uuid`,
);

export const webhooks = defineServerArea({
  area,
  table,
  routes: webhookRoutes,
  secret: ['secret', 'old_secret'],
  computed: ['lastSentAt', 'failingSince'],
  unique: [['merchantId', 'name']],
  scopes: { read: 'webhooks.manage', create: 'webhooks.manage', update: 'webhooks.manage' },
  check: ({ values, current }) => {
    const rule = values.url === undefined ? null : urlFaults(values.url);
    return [
      ...(current && 'merchantId' in values && values.merchantId !== current.merchantId ? [{ path: 'merchantId', rule: 'fixed' }] : []),
      ...(rule === null ? [] : [{ path: 'url', rule }]),
    ];
  },
  beforeSave: ({ values, current }) => ({ ...values, state: stateOf(values, current) }),
  beforePurge: ({ tx, id }) => purgeDeliveries(tx, { id }),
  related: [
    {
      key: 'failed',
      title: 'webhooks.related.failed',
      area: 'webhookDeliveries',
      by: 'webhookId',
      columns: ['event', 'subject', 'lastStatus', 'lastText', 'tries', 'createdAt'],
      where: [{ field: 'state', op: 'eq', value: 'failed' }],
      limit: 10,
    },
    {
      title: 'webhooks.related.events',
      area: 'webhookDeliveries',
      by: 'webhookId',
      columns: ['event', 'subject', 'state', 'lastStatus', 'tries', 'createdAt', 'sentAt'],
      limit: 10,
    },
  ],
  facts: ({ tx, row }) => webhookFacts(tx, row.id),
  masks: [mask('m4t.webhook.list', 'house'), mask('mEP.webhook.list', 'merchant')],
});
