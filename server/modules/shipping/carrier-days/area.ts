import { carrierDays as area } from '#contract/shipping/carrier-days';
import { CARRIER_APIS } from '#contract/shipping/carriers';
import type { PickupKind } from '#contract/shipping/pickups';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { pickupStates } from '../pickups/area.ts';
import { DAY_ORDER_APIS } from '../registry.ts';
import { CARRIER_DAYS_SQL, carrierDays as table } from './view.ts';

const fields = defineFields(area, {
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 170 },
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 100 },
  api: { kind: 'choice', width: 150, options: CARRIER_APIS.map((value) => ({ value, label: `carriers.apis.${value}` })) },
  cutOff: { kind: 'text', mono: true, sort: true, width: 90 },
  waiting: { kind: 'number', sort: true, total: true, help: 'carrierDays.help.waiting', width: 100 },
  waitingWeight: { kind: 'weight', total: true, width: 110 },
  parcels: { kind: 'number', sort: true, total: true, width: 120 },
  weight: { kind: 'weight', sort: true, total: true, width: 110 },
  unlisted: { kind: 'number', sort: true, help: 'carrierDays.help.unlisted', width: 130 },
  // No status of the row: a carrier has one of each.
  pickupState: { kind: 'choice', width: 150, options: pickupStates },
  pickupFrom: { kind: 'text', mono: true, width: 90 },
  pickupUntil: { kind: 'text', mono: true, width: 90 },
  pickupNo: { kind: 'text', mono: true, width: 160 },
  manifestOpen: { kind: 'number', sort: true, help: 'carrierDays.help.manifestOpen', width: 130 },
  manifestState: { kind: 'choice', width: 140, options: pickupStates },
});

const takes = (kind: PickupKind) => ({ field: 'api', op: 'in' as const, value: [...DAY_ORDER_APIS[kind]] });
const UNDER_WAY = ['asked', 'ordered', 'unclear'];

export const carrierDays = defineServerArea({
  area,
  table,
  view: { select: CARRIER_DAYS_SQL, of: 'carriers' },
  computed: ['*'],
  // People know a carrier by its name, not by its code.
  worded: ({ carrierIdLabel }) => (carrierIdLabel ? { rowTitle: carrierIdLabel } : {}),
  wordedFrom: ['carrierId'],
  related: [
    { area: 'loadingLists', by: 'carrierId', columns: ['no', 'state', 'parcels', 'weight', 'handedOverAt'] },
    { area: 'pickups', by: 'carrierId', columns: ['day', 'kind', 'state', 'parcels', 'confirmation'] },
    {
      area: 'parcels',
      by: 'carrierId',
      columns: ['no', 'taskId', 'weight', 'trackingNo', 'handedOverAt'],
      where: [{ field: 'handedOverAt', op: 'null', value: 'false' }],
    },
  ],
  masks: [
    defineMask(area, {
      key: 'wms.carrierDay.list',
      title: 'menu.carrierDays',
      icon: 'truck',
      facts: ['cutOff', 'parcels', 'waiting', 'pickupState'],
      card: ['cutOff', 'pickupState'],
      fields,
      columns: [
        'carrierId',
        'cutOff',
        'parcels',
        'weight',
        'waiting',
        'pickupState',
        'manifestState',
        'unlisted',
        { field: 'pickupFrom', hidden: true },
        { field: 'pickupUntil', hidden: true },
        { field: 'code', hidden: true },
        { field: 'waitingWeight', hidden: true },
        { field: 'pickupNo', hidden: true },
        { field: 'manifestOpen', hidden: true },
        { field: 'api', hidden: true },
      ],
      filters: ['carrierId', 'code'],
      sort: 'cutOff',
      show: {
        day: ['carrierId', 'cutOff', 'waiting', 'waitingWeight', 'parcels', 'weight', 'unlisted'],
        pickup: ['pickupState', 'pickupFrom', 'pickupUntil', 'pickupNo'],
        manifest: ['manifestState', 'manifestOpen', 'api'],
      },
      actions: [
        {
          key: 'pickup',
          label: 'carrierDays.actions.pickup',
          done: 'carrierDays.done.pickup',
          on: 'row',
          call: { method: 'POST', path: '/v0/carrierDays/:id/pickup' },
          privilege: 'pickups.create',
          ask: {
            day: { kind: 'date', label: 'pickups.fields.day', help: 'carrierDays.help.day' },
            fromTime: {
              kind: 'text',
              label: 'pickups.fields.fromTime',
              required: true,
              mono: true,
              maxLength: 5,
              help: 'carrierDays.help.time',
            },
            untilTime: { kind: 'text', label: 'pickups.fields.untilTime', required: true, mono: true, maxLength: 5 },
            parcels: { kind: 'number', label: 'pickups.fields.parcels', min: 1, help: 'carrierDays.help.parcels' },
            instruction: { kind: 'text', label: 'pickups.fields.instruction', maxLength: 50 },
          },
          when: { and: [takes('pickup'), { not: { field: 'pickupState', op: 'in', value: UNDER_WAY } }] },
        },
        {
          key: 'manifest',
          label: 'carrierDays.actions.manifest',
          done: 'carrierDays.done.manifest',
          on: 'row',
          call: { method: 'POST', path: '/v0/carrierDays/:id/manifest' },
          privilege: 'pickups.create',
          confirm: 'submit',
          confirmText: 'carrierDays.confirm.manifest',
          when: { and: [takes('manifest'), { field: 'manifestOpen', op: 'gt', value: 0 }] },
        },
      ],
    }),
  ],
});
