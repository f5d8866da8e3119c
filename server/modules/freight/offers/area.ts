import { CURRENCIES } from '#contract/core/fields';
import type { FieldSpec } from '#contract/core/mask';
import { offers as area, OFFER_STATES } from '#contract/freight/offers';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { runAsHouse } from '../../../core/http/write.ts';
import { pastFaults } from '../days.ts';
import { notifyPriced } from '../notify-offers.ts';
import { countOffers } from '../offers.ts';
import { offerRoutes } from './routes.ts';
import { offers as table } from './table.ts';

const MEANING = { asked: 'wait', askedAgain: 'stop', offered: 'work', accepted: 'done', declined: 'stop', lost: 'closed' } as const;
const OPEN: readonly unknown[] = ['asked', 'askedAgain', 'offered'];

const fields = defineFields(area, {
  no: { kind: 'text', mono: true, sort: true, filter: true, width: 110 },
  // A carrier may not read the request; it gets its number.
  taskId: { kind: 'reference', area: 'tasks', audience: 'house', filter: true, width: 110 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 160 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 140 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: OFFER_STATES.map((value) => ({ value, label: `offers.states.${value}`, meaning: MEANING[value] })),
  },
  origin: { kind: 'text', filter: true, width: 220 },
  destination: { kind: 'text', filter: true, width: 220 },
  goods: { kind: 'text', multiline: true, width: 260 },
  weight: { kind: 'weight', rounded: true, width: 110 },
  loadingMetres: { kind: 'size', metres: true, width: 110 },
  wantedOn: { kind: 'date', sort: true, filter: true, width: 115 },
  wantedTime: { kind: 'text', width: 110 },
  deliverOn: { kind: 'date', sort: true, filter: true, width: 115 },
  deliverTime: { kind: 'text', width: 110 },
  remark: { kind: 'text', multiline: true, width: 220 },
  price: { kind: 'money', currencyField: 'currency', sort: true, filter: true, required: true, width: 120 },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  transitDays: { kind: 'number', min: 0, max: 120, sort: true, width: 100 },
  pickupDate: { kind: 'date', sort: true, width: 120 },
  validUntil: { kind: 'date', sort: true, filter: true, width: 120 },
  note: { kind: 'text', multiline: true, width: 200 },
  answeredAt: { kind: 'instant', sort: true, width: 150 },
});
const reason: FieldSpec = { kind: 'text', label: 'offers.fields.note', multiline: true, maxLength: 500 };

export const offers = defineServerArea({
  area,
  table,
  routes: offerRoutes,
  check: ({ tx, values, current }) => pastFaults(tx, ['pickupDate', 'validUntil'], values, current),
  beforeSave: ({ values, current }) => {
    if (!OPEN.includes(current?.['state']) && current?.['state'] !== 'declined')
      throw new DomainError('StateRefused', 'offers.refusals.decided');
    const priced = (values['price'] ?? current?.['price'] ?? null) !== null;
    return {
      ...values,
      state: priced ? 'offered' : current?.['state'] === 'askedAgain' ? 'askedAgain' : 'asked',
      answeredAt: priced ? new Date().toISOString() : null,
      ...(priced ? { changes: [] } : {}),
    };
  },
  // Runs as the house, because the quote belongs to the merchant.
  afterSave: async ({ tx, row, current }) => {
    await runAsHouse(tx, () => countOffers(tx, row.taskId));
    if (row.price !== null && current?.price !== row.price) await notifyPriced(tx, row.id);
  },
  masks: [
    defineMask(area, {
      key: 'c5r.offers.list',
      facts: ['origin', 'destination', 'wantedOn', 'price', 'validUntil'],
      next: [
        { action: 'offer', text: 'offers.next.offer' },
        { action: 'accept', text: 'offers.next.accept' },
      ],
      icon: 'tag',
      fields,
      columns: [
        'no',
        'state',
        'origin',
        'destination',
        'goods',
        'wantedOn',
        'weight',
        'price',
        'validUntil',
        { field: 'carrierId', hidden: true },
        { field: 'taskId', hidden: true },
        { field: 'merchantId', hidden: true },
        { field: 'remark', hidden: true },
        { field: 'wantedTime', hidden: true },
        { field: 'deliverOn', hidden: true },
        { field: 'loadingMetres', hidden: true },
        { field: 'transitDays', hidden: true },
        { field: 'pickupDate', hidden: true },
        { field: 'answeredAt', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      filters: ['no', 'state', 'origin', 'destination', 'wantedOn', 'carrierId', 'merchantId', 'taskId', 'validUntil', 'createdAt'],
      open: [{ field: 'state', op: 'in', value: ['asked', 'askedAgain', 'offered'] }],
      show: {
        request: [
          'no',
          'taskId',
          'state',
          'origin',
          'destination',
          'goods',
          'weight',
          'loadingMetres',
          'wantedOn',
          'wantedTime',
          'deliverOn',
          'deliverTime',
          'remark',
        ],
        offer: ['price', 'pickupDate', 'transitDays', 'validUntil', 'note', 'answeredAt'],
      },
      form: { layout: 'drawer', sections: { offer: ['price', 'currency', 'pickupDate', 'transitDays', 'validUntil', 'note'] } },
      actions: [
        {
          key: 'offer',
          label: 'offers.actions.offer',
          done: 'offers.done.offer',
          on: 'row',
          call: { method: 'POST', path: '/v0/offers/:id/offer' },
          privilege: 'offers.update',
          ask: {
            price: { kind: 'money', currencyField: 'currency', label: 'offers.fields.price', required: true },
            pickupDate: { kind: 'date', label: 'offers.fields.pickupDate' },
            transitDays: { kind: 'number', label: 'offers.fields.transitDays', min: 0, max: 120 },
            validUntil: { kind: 'date', label: 'offers.fields.validUntil' },
            note: { kind: 'text', label: 'offers.fields.note', multiline: true, maxLength: 500 },
          },
          when: { field: 'state', op: 'in', value: ['asked', 'askedAgain'] },
        },
        {
          key: 'decline',
          label: 'offers.actions.decline',
          done: 'offers.done.decline',
          on: 'row',
          call: { method: 'POST', path: '/v0/offers/:id/decline' },
          privilege: 'offers.update',
          ask: { note: reason },
          when: { field: 'state', op: 'in', value: ['asked', 'askedAgain', 'offered'] },
        },
        {
          key: 'accept',
          label: 'offers.actions.accept',
          done: 'offers.done.accept',
          on: 'row',
          call: { method: 'POST', path: '/v0/offers/:id/accept' },
          privilege: 'offers.accept',
          confirm: 'submit',
          confirmText: 'offers.confirm.accept',
          when: { field: 'state', op: 'eq', value: 'offered' },
        },
      ],
    }),
  ],
});
