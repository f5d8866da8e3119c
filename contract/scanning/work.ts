import { z } from 'zod';
import { PICK_SCANS, SERIAL_MODES } from '../catalog/items.ts';
import { Id, Instant, Texts } from '../core/fields.ts';
import { BLOCKER_KINDS, PARCEL_STATES, TASK_KINDS, TASK_STATUS_NAMES } from '../orders/statuses.ts';
import { LOADING_STATES } from '../shipping/loading-lists.ts';
import { Condition, Profile } from './commands.ts';

/**
 * The data a station keeps on the device to work offline. It contains no personal data, only codes, numbers and quantities
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
  /** Of a carton: length, width and height in millimetres, as `400x300x200`; empty if unknown. */
  size: z.string().default(''),
  /** `each`: every piece is scanned. Set by the item, its merchant, or because the user is in training. */
  pickScan: z.enum(PICK_SCANS).default('once'),
});
/** What a carrier takes with the service of the order, in grams and millimetres (contract/shipping/parcel-limits.ts). Null: no limit. */
export const WorkCarrier = z.object({
  id: Id,
  name: z.string(),
  maxWeight: z.int().nullable(),
  maxLength: z.int().nullable(),
  maxSide: z.int().nullable(),
  maxShortest: z.int().nullable(),
  maxGirth: z.int().nullable(),
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
/** Last change: user and time, so that "already packed by X at 10:32" works offline. Only the user id is stored on the device. */
export const WorkLast = z.object({ userId: Id, at: Instant }).nullable().default(null);
export const WorkParcel = z.object({
  id: Id,
  no: z.string(),
  state: z.enum(PARCEL_STATES),
  /** The carrier's code on the label, scanned at the dock. */
  trackingNo: z.string(),
  carrier: z.string(),
  loadingListId: Id.nullable(),
  /** Loading or handover, whichever was last. */
  last: WorkLast,
  /** Measured weight in grams; `sized` is true if the size was measured. */
  weight: z.int().nullable().default(null),
  sized: z.boolean().default(false),
  /** Contents while the parcel is at the pack table, used to calculate its expected weight. */
  contents: z.array(z.object({ lineId: Id, qty: z.int() })).default([]),
});
export const WorkTask = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(TASK_KINDS),
  status: z.enum(TASK_STATUS_NAMES),
  merchantId: Id,
  refOrderId: z.string(),
  /** For a return: the order that was returned. */
  parentId: Id.nullable().default(null),
  /** For a return: the number of the order, and the day the return was announced (YYYY-MM-DD). */
  parentNo: z.string().default(''),
  announcedOn: z.string().default(''),
  /** Opened by this device. Its number and lines follow with the next work from the server. */
  provisional: z.boolean().default(false),
  /** Further codes of this task: return number, container number, announced tracking number. */
  codes: z.array(z.string()),
  blockers: z.array(z.enum(BLOCKER_KINDS)),
  priority: z.string(),
  lines: z.array(WorkLine),
  parcels: z.array(WorkParcel),
  /** Carts and tables with picked pieces that are not in a parcel yet. */
  lies: z.array(Id).default([]),
  /** Its last pick, pack or receiving scan. */
  last: WorkLast,
  /** Pallets and cartons of a delivery: as counted, before that as announced. Null for other tasks. */
  units: z.object({ pallets: z.int().nullable(), boxes: z.int().nullable() }).nullable().default(null),
  /** Whether the weight or the size of each parcel must be measured. */
  weightNeeded: z.boolean(),
  dimensionsNeeded: z.boolean(),
  /** Maximum parcel weight of the carrier in grams; null if unknown. */
  maxWeight: z.int().nullable().default(null),
  /** The carrier of the order, and those that may carry it instead; empty if sizes do not count. `mayChange`: the station may choose another. */
  carriers: z.array(WorkCarrier).default([]),
  mayChange: z.boolean().default(false),
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
/** Pieces at a place that can be put away, moved or counted. Blind counts omit `qty`. */
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
/** Merchants to choose from for an unannounced return. Only business names, no personal names. */
export const WorkMerchant = z.object({ id: Id, no: z.string(), name: z.string() });
/** A kind of work by hand, as the invoice names it. */
export const WorkKind = z.object({ id: Id, code: z.string(), text: Texts });
export const WorkLoadingList = z.object({
  id: Id,
  no: z.string(),
  carrier: z.string(),
  state: z.enum(LOADING_STATES),
  /** Code of the gate where the vehicle is, and its plate; empty if unknown. */
  dock: z.string().default(''),
  vehicle: z.string().default(''),
});

export const Work = z.object({
  profile: Profile,
  at: z.string(),
  station: z.object({ id: Id, code: z.string(), placeId: Id.nullable() }),
  items: z.array(WorkItem),
  /** What a printed code means. `qty` is the number of pieces if a carton has its own code. */
  codes: z.array(z.object({ code: z.string(), itemId: Id, qty: z.int().min(1) })),
  places: z.array(WorkPlace),
  tasks: z.array(WorkTask),
  picklists: z.array(WorkPicklist),
  stock: z.array(WorkStock),
  units: z.array(WorkUnit),
  counts: z.array(WorkCount),
  loadingLists: z.array(WorkLoadingList),
  merchants: z.array(WorkMerchant).default([]),
  /** Work by hand that can be noted here. Empty for people of a merchant. */
  workKinds: z.array(WorkKind).default([]),
  /**
   * When a weight must be confirmed: it differs from the expected weight by more than `percent` or `grams`, whichever is larger, or
   * exceeds `most` grams.
   */
  weighing: z.object({ percent: z.number(), grams: z.number(), most: z.number() }).default({ percent: 20, grams: 200, most: 70_000 }),
  /** Above this number of pieces at one stop, the number taken must be typed. */
  askFrom: z.number().default(20),
  /** True if the server sent only part of the work. Codes not found here are looked up with `GET /v0/scan/find`. */
  partial: z.boolean(),
});
export type Work = z.infer<typeof Work>;
export type WorkKind = z.infer<typeof WorkKind>;
export type WorkTask = z.infer<typeof WorkTask>;
export type WorkItem = z.infer<typeof WorkItem>;
export type WorkLine = z.infer<typeof WorkLine>;
export type WorkPickLine = z.infer<typeof WorkPickLine>;
export type WorkParcel = z.infer<typeof WorkParcel>;
