import { z } from 'zod';
import { PICK_SCANS, SERIAL_MODES } from '../catalog/items.ts';
import { Id, Instant } from '../core/fields.ts';
import { BLOCKER_KINDS, PARCEL_STATES, TASK_KINDS, TASK_STATUS_NAMES } from '../orders/statuses.ts';
import { LOADING_STATES } from '../shipping/loading-lists.ts';
import { Condition, Profile } from './commands.ts';

/**
 * What a station keeps on the device so that it can answer without a network: no personal data, only codes, numbers and quantities
 * (reliability.md P6). `GET /v0/scan/work?profile=…&stationId=…`.
 */
export const WorkItem = z.object({
  id: Id,
  merchantId: Id.nullable(),
  sku: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  kind: z.string(),
  serialMode: z.enum(SERIAL_MODES),
  serialPattern: z.string(),
  lotMode: z.boolean(),
  expires: z.boolean(),
  weight: z.int().nullable(),
  /** `each`: a picker scans every piece, by the item, its merchant, or because the reader is in training. */
  pickScan: z.enum(PICK_SCANS).default('once'),
});
export const WorkPlace = z.object({ id: Id, code: z.string(), kind: z.string(), merchantId: Id.nullable(), blocked: z.boolean() });
export const WorkLine = z.object({
  id: Id,
  itemId: Id,
  sku: z.string(),
  ordered: z.int(),
  cancelled: z.int(),
  picked: z.int(),
  packed: z.int(),
  received: z.int(),
  putAway: z.int(),
  damaged: z.int().default(0),
  shipped: z.int().default(0),
  returned: z.int().default(0),
});
/** Who did the last thing to it and when, so that "already packed by X at 10:32" needs no network. A user id: no name lies on the device. */
export const WorkLast = z.object({ userId: Id, at: Instant }).nullable().default(null);
export const WorkParcel = z.object({
  id: Id,
  no: z.string(),
  state: z.enum(PARCEL_STATES),
  /** Carrier's code on the label; what the dock scans. */
  trackingNo: z.string(),
  carrier: z.string(),
  loadingListId: Id.nullable(),
  /** Its loading or its hand-over, whichever came last. */
  last: WorkLast,
  /** As weighed, in grams; whether its size was taken. */
  weight: z.int().nullable().default(null),
  sized: z.boolean().default(false),
  /** What is in it, while it is still at the table: what it should weigh follows from it. */
  contents: z.array(z.object({ lineId: Id, qty: z.int() })).default([]),
});
export const WorkTask = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(TASK_KINDS),
  status: z.enum(TASK_STATUS_NAMES),
  merchantId: Id,
  refOrderId: z.string(),
  /** Of a return: the order that came back. */
  parentId: Id.nullable().default(null),
  /** Opened by this device: its number and its lines come with the server's next work. */
  provisional: z.boolean().default(false),
  /** Further codes that mean this task: the retour number, a container number, an announced tracking number. */
  codes: z.array(z.string()),
  blockers: z.array(z.enum(BLOCKER_KINDS)),
  priority: z.string(),
  lines: z.array(WorkLine),
  parcels: z.array(WorkParcel),
  /** Where its picked pieces lie that are in no parcel yet: carts and tables. */
  lies: z.array(Id).default([]),
  /** Its last pick, pack or receiving scan. */
  last: WorkLast,
  /** The weight of each parcel has to be taken; its size too. */
  weightNeeded: z.boolean(),
  dimensionsNeeded: z.boolean(),
  /** What its carrier takes at most, in grams; null where nobody said. */
  maxWeight: z.int().nullable().default(null),
});
export const WorkPickLine = z.object({
  id: Id,
  taskId: Id,
  taskNo: z.string(),
  lineId: Id,
  itemId: Id,
  placeId: Id,
  placeCode: z.string(),
  lot: z.string(),
  qty: z.int(),
  picked: z.int(),
  short: z.int(),
  seq: z.int(),
});
export const WorkPicklist = z.object({ id: Id, no: z.string(), state: z.string(), kind: z.string(), lines: z.array(WorkPickLine) });
export const WorkUnit = z.object({ id: Id, code: z.string(), placeId: Id.nullable() });
/** Pieces in a place: what can be put away, moved, counted. Blind counts leave `qty` out of the work. */
export const WorkStock = z.object({
  itemId: Id,
  placeId: Id,
  lot: z.string(),
  expiry: z.string().nullable(),
  serial: z.string(),
  condition: Condition,
  qty: z.int(),
  free: z.int(),
});
export const WorkCount = z.object({ id: Id, no: z.string(), blind: z.boolean(), placeIds: z.array(Id) });
/** Whose an unannounced return may be. A business's name, as it stands on every label; nobody's own. */
export const WorkMerchant = z.object({ id: Id, no: z.string(), name: z.string() });
export const WorkLoadingList = z.object({
  id: Id,
  no: z.string(),
  carrier: z.string(),
  state: z.enum(LOADING_STATES),
  /** Code of the gate where the vehicle stands, and its plate; empty where nobody said. */
  dock: z.string().default(''),
  vehicle: z.string().default(''),
});

export const Work = z.object({
  profile: Profile,
  at: z.string(),
  station: z.object({ id: Id, code: z.string(), placeId: Id.nullable() }),
  items: z.array(WorkItem),
  /** What a printed code means; several pieces a code where a carton has its own. */
  codes: z.array(z.object({ code: z.string(), itemId: Id, qty: z.int().min(1) })),
  places: z.array(WorkPlace),
  tasks: z.array(WorkTask),
  picklists: z.array(WorkPicklist),
  stock: z.array(WorkStock),
  units: z.array(WorkUnit),
  counts: z.array(WorkCount),
  loadingLists: z.array(WorkLoadingList),
  merchants: z.array(WorkMerchant).default([]),
  /** When a weight is asked about: this share or these grams beside the expected weight, whichever is more; or more than `most` grams. */
  weighing: z.object({ percent: z.number(), grams: z.number(), most: z.number() }).default({ percent: 20, grams: 200, most: 70_000 }),
  /** Above so many pieces at one stop the number taken is typed. */
  askFrom: z.number().default(20),
  /** True where more work waits than was sent along; codes not found here are asked for by `GET /v0/scan/find`. */
  partial: z.boolean(),
});
export type Work = z.infer<typeof Work>;
export type WorkTask = z.infer<typeof WorkTask>;
export type WorkItem = z.infer<typeof WorkItem>;
export type WorkLine = z.infer<typeof WorkLine>;
export type WorkPickLine = z.infer<typeof WorkPickLine>;
export type WorkParcel = z.infer<typeof WorkParcel>;
