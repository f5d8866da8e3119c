import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Address, CalendarDate, Currency, EMPTY_ADDRESS, FileId, Grams, Id, Instant, Line, Lines, Ref } from '../core/fields.ts';
import { Amount } from './amounts.ts';
import { BLOCKER_KINDS, PRIORITIES, TASK_KINDS, TASK_STATUS_NAMES } from './statuses.ts';

export const TRANSPORT_MODES = ['parcel', 'express', 'freight', 'sea', 'air', 'pickup'] as const;
export const DELIVERY_SERVICES = ['namedPerson', 'noNeighbour', 'preferredDay', 'bulky', 'cashOnDelivery', 'insurance'] as const;
export const LABEL_SOURCES = ['own', 'foreign', 'none'] as const;

const count = z.int().min(0).max(10_000_000);

/** Fields of a task that its creator may set. */
const head = {
  no: Line(20).default(''),
  kind: z.enum(TASK_KINDS),
  merchantId: Ref('merchants'),
  priority: z.enum(PRIORITIES).default('normal'),
  /** Origin of the task: `manual`, `import`, or a shop. Unique together with merchant and reference. */
  source: Line(40).default('manual'),
  refOrderId: Line(60).default(''),
  /** The shop's internal number, used for calls to its platform. */
  externalId: Line(60).default(''),
  /** When it was ordered in the shop. */
  orderedAt: Instant.nullable().default(null),
  transportMode: z.enum(TRANSPORT_MODES).default('parcel'),
  carrierId: Ref('carriers').nullable().default(null),
  service: Line(40).default(''),
  labelSource: z.enum(LABEL_SOURCES).default('own'),
  pickupDate: CalendarDate.nullable().default(null),
  pickupFrom: Line(200).default(''),
  /** RSD and RAD of the specification. */
  requestedShipAt: Instant.nullable().default(null),
  weight: Grams.nullable().default(null),
  unitQty: count.nullable().default(null),
  boxQty: count.nullable().default(null),
  palletQty: count.nullable().default(null),
  forceShipLabel: z.boolean().default(false),
  autoRetourLabel: z.boolean().default(false),
  labelSwap: z.boolean().default(false),
  dangerGoods: z.boolean().default(false),
  deliveryServices: z.array(z.enum(DELIVERY_SERVICES)).max(10).default([]),
  /** What the carrier collects from the consignee, and the value the goods are insured for (`amounts.ts`). */
  codAmount: Amount.nullable().default(null),
  insuredAmount: Amount.nullable().default(null),
  currency: Currency.default('EUR'),
  deliveryNote: FileId.nullable().default(null),
  consignor: Address.default(EMPTY_ADDRESS),
  consignee: Address.default(EMPTY_ADDRESS),
  remark: Lines(2000).default(''),
  retourNo: Line(60).default(''),
  /** Announced by the sender. The dock can scan it. */
  trackingNo: Line(60).default(''),
  parentId: Ref('tasks').nullable().default(null),
};
/** Fields set only by the server. The status is computed from facts (contract/orders). */
const computed = {
  status: z.enum(TASK_STATUS_NAMES),
  statusSince: Instant,
  /** The open blocker with the highest precedence, if any. */
  blocker: z.enum(BLOCKER_KINDS).nullable(),
  actualShipAt: Instant.nullable(),
  cutOffAt: Instant.nullable(),
  shipPartial: z.boolean(),
  pieces: count,
  picked: count,
  packed: count,
  shipped: count,
  received: count,
  putAway: count,
  parcelCount: count,
  /** Counted at the dock; `palletQty` and `boxQty` are what was announced. */
  receivedPallets: count.nullable(),
  receivedBoxes: count.nullable(),
  /** Several items lay on one pallet or in one carton. */
  receivedMixed: z.boolean(),
  createdFrom: Id.nullable(),
  /** Proof of delivery: when, who signed, and the signed document. */
  deliveredAt: Instant.nullable(),
  receivedBy: Line(100),
  proofFile: FileId.nullable(),
  /** Why the task was cancelled. */
  cancelReason: Line(500),
};

/** All orders in one table: inbound, outbound, returns, services. */
export const tasks = defineArea({
  name: 'tasks',
  fields: { ...head, ...computed },
  serverSet: Object.keys(computed) as (keyof typeof computed)[],
  search: ['no', 'refOrderId', 'trackingNo', 'retourNo', 'remark'],
  title: ['no', 'refOrderId'],
  named: true,
  merchant: 'merchantId',
  carrier: 'carrierId',
  without: ['create', 'delete', 'purge'],
  retained: true,
});

export const NewTaskLine = z.strictObject({
  /** Either `itemId` or `sku`. A SKU is searched among the merchant's own items, then among the shared ones. */
  itemId: Id.optional(),
  sku: Line(64).optional(),
  qty: z.int().min(1).max(1_000_000),
});
/** Start of the source of tasks that a channel ordered; its id follows. Only the engine of channels sets it. */
export const CHANNEL_SOURCE = 'ch:';
const OwnSource = Line(40)
  .refine((source) => !source.startsWith(CHANNEL_SOURCE), 'choice')
  .default('manual');
/** A new task with its lines. `POST /v0/tasks` */
export const NewTask = z.strictObject({ ...head, source: OwnSource, lines: z.array(NewTaskLine).max(2000).default([]) });
