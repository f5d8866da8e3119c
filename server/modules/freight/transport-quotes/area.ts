import type { FieldError } from '#contract/core/envelope';
import { type Address, CURRENCIES } from '#contract/core/fields';
import { FREIGHT_MODES, type FreightMode, measure, readPieces } from '#contract/freight/pieces';
import { transportQuotes as area } from '#contract/freight/transport-quotes';
import { defineServerArea, type Values } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { askChange, STOPS, serviceActions, serviceFields, UNSETTLED } from '../actions.ts';
import { askAgain, refuseAgreed } from '../agreed.ts';
import { deleteTask, fixedMerchant, withTask } from '../create-service.ts';
import { pastFaults } from '../days.ts';
import { ASK_CARRIERS, OFFER_STEPS } from '../offers.ts';
import { transportQuotes as table } from './table.ts';

const { no, merchantId, status, statusSince, blocker, underWayAt, arrivedAt, remark } = serviceFields;
const fields = defineFields(area, {
  no,
  merchantId,
  status,
  statusSince,
  blocker,
  underWayAt,
  arrivedAt,
  mode: {
    kind: 'choice',
    filter: true,
    width: 100,
    options: FREIGHT_MODES.map((value) => ({ value, label: `transportQuotes.modes.${value}` })),
  },
  origin: { kind: 'address', width: 200 },
  destination: { kind: 'address', width: 200 },
  pickupDate: { kind: 'date', sort: true, filter: true, width: 120 },
  pieces: { kind: 'text', multiline: true, mono: true, editor: 'packages', help: 'transportQuotes.help.pieces', width: 240 },
  unNo: { kind: 'text', mono: true, filter: true, help: 'transportQuotes.help.unNo', width: 100 },
  tailLift: { kind: 'boolean', width: 110 },
  remark,
  pieceCount: { kind: 'number', sort: true, total: true, width: 90 },
  weight: { kind: 'weight', rounded: true, sort: true, width: 110 },
  volume: { kind: 'volume', sort: true, filter: true, width: 110 },
  volumeWeight: { kind: 'weight', rounded: true, help: 'transportQuotes.help.volumeWeight', width: 130 },
  loadingMetres: { kind: 'size', metres: true, help: 'transportQuotes.help.loadingMetres', width: 120 },
  chargeable: { kind: 'weight', rounded: true, sort: true, help: 'transportQuotes.help.chargeable', width: 140 },
  offers: { kind: 'number', sort: true, filter: true, width: 90 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 150 },
  price: { kind: 'money', currencyField: 'currency', sort: true, width: 110 },
  currency: { kind: 'choice', width: 80, options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })) },
  orderId: { kind: 'reference', area: 'tasks', width: 130 },
});

const placed = (value: unknown): boolean => {
  const place = value as Address | undefined;
  return Boolean(place?.city && place.country);
};
/** City and country are required at both ends. */
const placeFaults = (values: Values, current: Values | null): FieldError[] =>
  (['origin', 'destination'] as const).flatMap((path) =>
    (current === null || path in values) && !placed(values[path]) ? [{ path, rule: 'placeNeeded' }] : [],
  );

/** Measures derived from the pieces, recomputed with every write of them. */
function measured(values: Values, current: Values | null): Values {
  if (!('pieces' in values) && !('mode' in values)) return values;
  const pieces = readPieces((values['pieces'] ?? current?.['pieces'] ?? '') as string);
  const { pieces: pieceCount, ...sums } = measure(pieces, (values['mode'] ?? current?.['mode'] ?? 'road') as FreightMode);
  return { ...values, pieceCount, ...sums };
}
const making = withTask('transportQuote');
const sums = ['pieceCount', 'weight', 'volume', 'volumeWeight', 'loadingMetres', 'chargeable'] as const;

export const transportQuotes = defineServerArea({
  area,
  table,
  computed: ['status', 'cancelReason', 'statusSince', 'blocker', 'underWayAt', 'arrivedAt', 'offers'],
  onDelete: deleteTask,
  check: async (input) => [
    ...fixedMerchant(input),
    ...placeFaults(input.values, input.current),
    ...(await pastFaults(input.tx, ['pickupDate'], input.values, input.current)),
  ],
  beforeSave: (input) => {
    refuseAgreed('transportQuotes', input.values, input.current);
    return making({ ...input, values: measured(input.values, input.current) });
  },
  afterSave: ({ tx, row, current }) => askAgain(tx, 'transportQuotes', row, current),
  masks: [
    defineMask(area, {
      key: 't12n.orders.list',
      facts: ['merchantId', 'pickupDate', 'chargeable', 'loadingMetres', 'offers'],
      next: OFFER_STEPS,
      icon: 'truck',
      fields,
      columns: [
        'no',
        'merchantId',
        'status',
        'origin',
        'destination',
        'pickupDate',
        'chargeable',
        'loadingMetres',
        'offers',
        { field: 'price', hidden: true },
        { field: 'carrierId', hidden: true },
        { field: 'mode', hidden: true },
        { field: 'pieces', hidden: true },
        { field: 'weight', hidden: true },
        { field: 'volume', hidden: true },
        { field: 'volumeWeight', hidden: true },
        { field: 'pieceCount', hidden: true },
        { field: 'unNo', hidden: true },
        { field: 'orderId', hidden: true },
        { field: 'statusSince', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      filters: ['no', 'merchantId', 'status', 'mode', 'pickupDate', 'volume', 'offers', 'carrierId', 'unNo', 'createdAt'],
      open: UNSETTLED,
      views: [{ key: 'offered', label: 'transportQuotes.views.offered', filters: [{ field: 'offers', op: 'gt', value: '0' }] }],
      show: {
        quote: ['no', 'status', 'statusSince', 'blocker', 'merchantId', 'mode', 'pickupDate', 'unNo', 'tailLift', 'remark'],
        way: ['origin', 'destination'],
        goods: sums,
        offer: ['offers', 'carrierId', 'price', 'orderId', 'createdAt', 'updatedAt'],
      },
      form: {
        layout: 'page',
        sections: {
          quote: ['merchantId', 'mode', 'pickupDate', 'unNo', 'tailLift', 'remark'],
          goods: ['pieces'],
          way: ['origin', 'destination'],
        },
      },
      import: { fields: ['mode', 'pickupDate', 'pieces', 'unNo', 'tailLift', 'remark', 'origin', 'destination'], match: ['remark'] },
      changeable: {
        and: [
          { field: 'orderId', op: 'empty' },
          { field: 'status', op: 'ne', value: 'finish' },
        ],
      },
      actions: [ASK_CARRIERS, askChange({ field: 'orderId', op: 'filled' }), ...serviceActions(['finish', ...STOPS])],
    }),
  ],
});
