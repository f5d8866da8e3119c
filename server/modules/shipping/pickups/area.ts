import { pickups as area, PICKUP_KINDS, PICKUP_STATES } from '#contract/shipping/pickups';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { labelFault } from '../label-fault.ts';
import { pickupRoutes } from './routes.ts';
import { pickups as table } from './table.ts';

export const PICKUP_MEANING = { asked: 'work', ordered: 'done', unclear: 'stop', refused: 'stop', cancelled: 'closed' } as const;
export const pickupStates = PICKUP_STATES.map((value) => ({ value, label: `pickups.states.${value}`, meaning: PICKUP_MEANING[value] }));

const fields = defineFields(area, {
  day: { kind: 'date', sort: true, filter: true, width: 120 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 160 },
  kind: {
    kind: 'choice',
    filter: true,
    width: 130,
    options: PICKUP_KINDS.map((value) => ({ value, label: `pickups.kinds.${value}` })),
  },
  state: { kind: 'status', sort: true, filter: true, width: 150, options: pickupStates },
  fromTime: { kind: 'text', mono: true, width: 90 },
  untilTime: { kind: 'text', mono: true, width: 90 },
  instruction: { kind: 'text', width: 200 },
  parcels: { kind: 'number', sort: true, total: true, width: 90 },
  weight: { kind: 'weight', sort: true, total: true, width: 110 },
  confirmation: { kind: 'text', mono: true, filter: true, width: 170 },
  missing: { kind: 'text', mono: true, help: 'pickups.help.missing', width: 200 },
  file: { kind: 'file', visibility: 'intern', width: 160 },
  message: { kind: 'text', width: 240 },
  sentAt: { kind: 'instant', sort: true, filter: true, width: 160 },
});

const isUnclear = { field: 'state', op: 'eq' as const, value: 'unclear' };

export const pickups = defineServerArea({
  area,
  table,
  routes: pickupRoutes,
  worded: ({ message }, locale) => (typeof message === 'string' ? { message: labelFault(message, locale) } : {}),
  masks: [
    defineMask(area, {
      key: 'wms.pickup.list',
      title: 'menu.pickups',
      icon: 'truck',
      facts: ['carrierId', 'day', 'parcels', 'weight', 'confirmation'],
      next: [{ when: isUnclear, action: 'ordered', text: 'pickups.next.unclear', meaning: 'stop' }],
      fields,
      columns: [
        'day',
        'carrierId',
        'kind',
        'state',
        'fromTime',
        'untilTime',
        'parcels',
        'weight',
        'confirmation',
        { field: 'message', hidden: true },
        { field: 'missing', hidden: true },
        { field: 'sentAt', hidden: true },
      ],
      filters: ['day', 'carrierId', 'kind', 'state', 'confirmation', 'sentAt'],
      sort: '-day',
      show: {
        order: ['kind', 'state', 'carrierId', 'day', 'fromTime', 'untilTime', 'instruction', 'parcels', 'weight'],
        answer: ['confirmation', 'sentAt', 'message', 'missing', 'file'],
      },
      actions: [
        {
          key: 'ordered',
          label: 'pickups.actions.ordered',
          done: 'pickups.done.ordered',
          on: 'row',
          call: { method: 'POST', path: '/v0/pickups/:id/ordered' },
          privilege: 'pickups.update',
          ask: { confirmation: { kind: 'text', label: 'pickups.fields.confirmation', required: true, mono: true, maxLength: 100 } },
          when: isUnclear,
        },
        {
          key: 'notOrdered',
          label: 'pickups.actions.notOrdered',
          done: 'pickups.done.notOrdered',
          on: 'row',
          call: { method: 'POST', path: '/v0/pickups/:id/notOrdered' },
          privilege: 'pickups.update',
          when: isUnclear,
        },
        {
          key: 'cancel',
          label: 'pickups.actions.cancel',
          done: 'pickups.done.cancel',
          on: 'row',
          call: { method: 'POST', path: '/v0/pickups/:id/cancel' },
          privilege: 'pickups.update',
          danger: true,
          confirm: 'cancel',
          confirmText: 'pickups.confirm.cancel',
          when: {
            and: [
              { field: 'kind', op: 'eq', value: 'pickup' },
              { field: 'state', op: 'eq', value: 'ordered' },
            ],
          },
        },
      ],
    }),
  ],
});
