import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { CURRENCIES } from '#contract/core/fields';
import type { Mask } from '#contract/core/mask';
import { collections as area } from '#contract/freight/collections';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea, type Saving, type Values } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { storehouses } from '../../stock/storehouses/table.ts';
import { askChange, STOPS, serviceActions, serviceFields, UNSETTLED } from '../actions.ts';
import { askAgain, refuseAgreed } from '../agreed.ts';
import { BILL_IT } from '../bill.ts';
import { deleteTask, fixedMerchant, packingFaults, withTask } from '../create-service.ts';
import { pastFaults } from '../days.ts';
import { ASK_CARRIERS, OFFER_STEPS } from '../offers.ts';
import { collectionRoutes } from './routes.ts';
import { collections as table } from './table.ts';

const { no, merchantId, status, statusSince, blocker, underWayAt, arrivedAt, inboundId, packingList, remark } = serviceFields;
const fields = defineFields(area, {
  no,
  merchantId,
  status,
  statusSince,
  blocker,
  pickup: { kind: 'address', width: 220 },
  storehouseId: { kind: 'reference', area: 'storehouses', filter: true, help: 'collections.help.storehouseId', width: 180 },
  contact: { kind: 'text', filter: true, help: 'collections.help.contact', width: 150 },
  pickupDate: { kind: 'date', sort: true, filter: true, width: 120 },
  timeFrom: { kind: 'text', mono: true, help: 'collections.help.time', width: 80 },
  timeTo: { kind: 'text', mono: true, help: 'collections.help.time', width: 80 },
  deliveryDate: { kind: 'date', sort: true, filter: true, help: 'collections.help.deliveryDate', width: 120 },
  deliveryFrom: { kind: 'text', mono: true, help: 'collections.help.deliveryTime', width: 80 },
  deliveryTo: { kind: 'text', mono: true, help: 'collections.help.deliveryTime', width: 80 },
  goods: { kind: 'text', filter: true, width: 220 },
  boxQty: { kind: 'number', min: 0, total: true, width: 90 },
  palletQty: { kind: 'number', min: 0, total: true, width: 90 },
  weight: { kind: 'weight', width: 110 },
  dangerGoods: { kind: 'boolean', filter: true, width: 110 },
  tailLift: { kind: 'boolean', filter: true, width: 110 },
  vehicle: { kind: 'text', width: 120 },
  packingList,
  remark,
  offers: { kind: 'number', sort: true, filter: true, width: 90 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 150 },
  price: { kind: 'money', currencyField: 'currency', sort: true, width: 110 },
  currency: { kind: 'choice', width: 80, options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })) },
  requestId: { kind: 'reference', area: 'collections', width: 120 },
  orderId: { kind: 'reference', area: 'collections', width: 120 },
  underWayAt: { ...underWayAt, label: 'collections.fields.underWayAt' },
  arrivedAt,
  inboundId,
});

const placeFaults = ({ values: { pickup: place }, current }: Saving<typeof area>): FieldError[] => {
  return (current === null || place !== undefined) && !(place?.streetName && place.city && place.country)
    ? [{ path: 'pickup', rule: 'addressNeeded' }]
    : [];
};
const WINDOWS = [
  ['timeFrom', 'timeTo'],
  ['deliveryFrom', 'deliveryTo'],
] as const;
/** A window must end after it begins, for example `08:00` and `16:00`; either may be empty. Goods are not delivered before they are picked up. */
const windowFaults = ({ values, current }: Saving<typeof area>): FieldError[] => {
  const row = { ...current, ...values };
  const faults: FieldError[] = WINDOWS.flatMap(([start, end]) => {
    const [from, to] = [row[start], row[end]];
    return from && to && to <= from ? [{ path: end, rule: 'beforeStart' }] : [];
  });
  // An accepted offer may name a later pick-up; that keeps nobody from changing something else.
  const dated = row.deliveryDate !== current?.deliveryDate || row.pickupDate !== current?.pickupDate;
  if (dated && row.deliveryDate && row.pickupDate && row.deliveryDate < row.pickupDate)
    faults.push({ path: 'deliveryDate', rule: 'beforeStart' });
  return faults;
};

const sections = {
  pickup: ['merchantId', 'pickupDate', 'timeFrom', 'timeTo', 'contact', 'vehicle', 'tailLift'],
  goods: ['goods', 'boxQty', 'palletQty', 'weight', 'dangerGoods', 'packingList', 'remark'],
  address: ['pickup', 'storehouseId', 'deliveryDate', 'deliveryFrom', 'deliveryTo'],
} as const;
const columns = ['no', 'merchantId', 'status', 'pickupDate', 'pickup', 'goods', 'palletQty'] as const;
const hidden = (...names: ('boxQty' | 'weight' | 'contact' | 'price' | 'carrierId' | 'createdAt')[]) =>
  names.map((field) => ({ field, hidden: true }));
const filters = ['no', 'merchantId', 'status', 'pickupDate', 'goods', 'contact', 'carrierId', 'dangerGoods', 'createdAt'] as const;
const record = {
  filters,
  fields,
  open: UNSETTLED,
  show: {
    head: ['no', 'status', 'statusSince', 'blocker', 'carrierId', 'price', 'underWayAt', 'arrivedAt'],
    ...sections,
    papers: ['requestId', 'orderId', 'inboundId', 'createdAt', 'updatedAt'],
  },
  form: { layout: 'page', sections },
} as const;

const masks: Mask[] = [
  defineMask(area, {
    ...record,
    key: '2bc.request.list',
    facts: ['merchantId', 'pickupDate', 'palletQty', 'weight', 'offers'],
    next: OFFER_STEPS,
    title: 'collections.requests',
    icon: 'inbox',
    fixed: [{ field: 'kind', op: 'eq', value: 'collectRequest' }],
    columns: [...columns, 'offers', ...hidden('boxQty', 'weight', 'contact', 'carrierId', 'price', 'createdAt')],
    import: {
      fields: ['pickupDate', 'timeFrom', 'timeTo', 'contact', 'goods', 'boxQty', 'palletQty', 'weight', 'remark', 'pickup', 'deliveryDate'],
      match: ['pickupDate', 'goods', 'contact'],
    },
    changeable: {
      and: [
        { field: 'orderId', op: 'empty' },
        { field: 'status', op: 'ne', value: 'finish' },
      ],
    },
    actions: [ASK_CARRIERS, ...serviceActions(['finish', ...STOPS])],
  }),
  defineMask(area, {
    ...record,
    key: '2bc.collect.list',
    facts: ['merchantId', 'pickupDate', 'carrierId', 'price', 'inboundId'],
    next: [
      { action: 'collected', text: 'collections.next.collected' },
      { action: 'markArrived', text: 'collections.next.markArrived' },
    ],
    title: 'collections.orders',
    icon: 'truck',
    fixed: [{ field: 'kind', op: 'eq', value: 'collectOrder' }],
    columns: [...columns, 'carrierId', ...hidden('boxQty', 'weight', 'contact', 'price', 'createdAt')],
    // Accepted orders can only be changed with the other party's consent (contract/freight/agreed.ts).
    changeable: { field: 'kind', op: 'eq', value: 'collectRequest' },
    actions: [
      askChange({
        and: [
          { field: 'inboundId', op: 'empty' },
          { field: 'status', op: 'ne', value: 'finish' },
        ],
      }),
      {
        key: 'collected',
        label: 'collections.actions.collected',
        done: 'collections.done.collected',
        on: 'row',
        call: { method: 'POST', path: '/v0/collections/:id/collected' },
        privilege: 'collections.collect',
        when: { and: [{ field: 'inboundId', op: 'empty' }, { not: { field: 'status', op: 'eq', value: 'finish' } }] },
      },
      BILL_IT,
      ...serviceActions(['markArrived', 'finish', ...STOPS]),
    ],
  }),
];
// Collect orders are made by accepting an offer. A form for a new row would create a request.
for (const mask of masks) if (mask.key === '2bc.collect.list') mask.without = [...(mask.without ?? []), 'create'];

const findFirstStorehouse = statement(
  { id: storehouses.id },
  () => sql`select id from storehouses where deleted_at is null order by code limit 1`,
);
/** Uses the first storehouse if none was chosen. */
async function withStorehouse(tx: Db, values: Values, current: Values | null): Promise<Values> {
  if (values['storehouseId'] ?? (current && !('storehouseId' in values))) return values;
  const house = await findFirstStorehouse.first(tx);
  return { ...values, storehouseId: house?.id ?? null };
}
const making = withTask('collectRequest');
export const collections = defineServerArea({
  area,
  table,
  routes: collectionRoutes,
  computed: ['status', 'cancelReason', 'statusSince', 'blocker', 'underWayAt', 'arrivedAt', 'offers'],
  onDelete: deleteTask,
  check: async (input) => [
    ...fixedMerchant(input),
    ...placeFaults(input),
    ...windowFaults(input),
    ...(await packingFaults(input)),
    ...(await pastFaults(input.tx, ['pickupDate', 'deliveryDate'], input.values, input.current)),
  ],
  beforeSave: async (input) => {
    refuseAgreed('collections', input.values, input.current);
    return making({ ...input, values: await withStorehouse(input.tx, input.values, input.current) });
  },
  afterSave: ({ tx, row, current }) => askAgain(tx, 'collections', row, current),
  masks,
});
