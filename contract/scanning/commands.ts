import { z } from 'zod';
import { CalendarDate, FileId, Grams, Id, Instant, Line, Millimetres } from '../core/fields.ts';

/** The stations. The key is the last part of the station's path below `/wEP` (specification, point 2). */
export const PROFILES = [
  'receiving',
  'receivingScan',
  'received',
  'putAway',
  'pickingScan',
  'packScanOrder',
  'packScanBatch',
  'packScanSingle',
  'PackScanEF',
  'PackScanPre',
  'packScanRef',
  'shippingScan',
  'loggingScan',
  'snScan',
  'skuScan',
  'count',
  'return',
  'move',
] as const;
export const Profile = z.enum(PROFILES);
export type Profile = z.infer<typeof Profile>;

/** Condition of goods. Only `good` ones are allocated to orders. */
export const CONDITIONS = ['good', 'bWare', 'damaged', 'blocked'] as const;
export const Condition = z.enum(CONDITIONS);
export type StockCondition = z.infer<typeof Condition>;

/** What happens to a returned piece. It is decided for each piece. */
export const RETURN_OUTCOMES = ['restock', 'bWare', 'repair', 'swapLabel', 'sendBack', 'scrap'] as const;
export const ReturnOutcome = z.enum(RETURN_OUTCOMES);
export type ReturnOutcome = z.infer<typeof ReturnOutcome>;

const qty = z.int().min(1).max(1_000_000);
/** The goods of a command. The lot and the serial number are set only if the item is tracked by them. */
const goods = {
  itemId: Id,
  qty,
  lot: Line(40).default(''),
  expiry: CalendarDate.nullable().default(null),
  serial: Line(64).default(''),
};
/** Pallets or cartons of one delivery. */
export const UnitCount = z.int().min(0).max(10_000);
const act = <D extends string, S extends z.ZodRawShape>(name: D, shape: S) => z.strictObject({ do: z.literal(name), ...shape });

/**
 * The command that the station derived from a scan. The station chooses it from cached data; the server checks it against the
 * database and applies it once. The station creates new ids (parcels, units) as UUIDv7, so that later scans can refer to them before the
 * server answers.
 */
export const ScanCommand = z.discriminatedUnion('do', [
  /** Records that a code was seen here; moves nothing. Unknown codes are also recorded as `log`, so that no scan is lost. */
  act('log', { note: Line(200).default('') }),
  /** The delivery has arrived at the dock. */
  act('arrive', { taskId: Id }),
  /** Receives counted pieces: SUPPLIER → dock. `extra` is the reason for receiving more than was announced. */
  act('receive', {
    taskId: Id,
    lineId: Id.nullable(),
    ...goods,
    condition: Condition.default('good'),
    compartmentId: Id,
    reason: Line(200).default(''),
  }),
  act('closeReceipt', { taskId: Id, reason: Line(200).default('') }),
  /** The pallets and cartons that came with a delivery. Null keeps the figure as it is. Sending it again corrects the figures. */
  act('countUnits', { taskId: Id, pallets: UnitCount.nullable(), boxes: UnitCount.nullable() }),
  /** Labels, serial numbers and quality of a received task have been checked. */
  act('prepared', { taskId: Id }),
  /** Dock → shelf, for an inbound task or a put-back. */
  act('putAway', { taskId: Id.nullable(), ...goods, condition: Condition.default('good'), fromId: Id, toId: Id }),
  /** Shelf → cart, for one line of a picklist. */
  act('pick', { picklistLineId: Id, qty, serial: Line(64).default(''), cartId: Id }),
  /** The remaining pieces of this picklist line are missing or broken. `seen` is what the picker counted at the place (zero check). */
  act('short', { picklistLineId: Id, qty, reason: Line(60, 1), seen: z.int().min(0).max(1_000_000).nullable().default(null) }),
  /** Cart → parcel. The station creates `parcelId` with the first piece. */
  act('pack', { taskId: Id, lineId: Id, parcelId: Id, qty, serial: Line(64).default(''), compartmentId: Id }),
  /** For one-piece orders: the scanned item determines the order, which is picked and packed in one step. */
  act('packSingle', { taskId: Id, lineId: Id, parcelId: Id, fromId: Id, qty, serial: Line(64).default(''), compartmentId: Id }),
  /** A piece is missing or broken at the pack table. It is picked again. */
  act('packShort', { taskId: Id, lineId: Id, qty, reason: Line(60, 1) }),
  act('closeParcel', {
    taskId: Id,
    parcelId: Id,
    weight: Grams.min(1).nullable().default(null),
    length: Millimetres.nullable().default(null),
    width: Millimetres.nullable().default(null),
    height: Millimetres.nullable().default(null),
    /** Set when the weight was unlikely and the worker confirmed it. `expected` is null if the expected weight is unknown. */
    weightConfirmed: z.strictObject({ expected: Grams.nullable() }).optional(),
    /** The carton or bag, an item of kind `packaging`, if its code was scanned. */
    packagingId: Id.optional(),
    /** Another carrier that was chosen because the parcel is too large for that of the order. */
    carrierId: Id.optional(),
  }),
  /** The new label was put over the old one. Both codes were scanned. */
  act('swapLabel', { taskId: Id, parcelId: Id, oldCode: Line(64, 1), newCode: Line(64, 1) }),
  act('load', { parcelId: Id, loadingListId: Id }),
  /** Removes a parcel from its loading list, for example because its order was stopped after loading. */
  act('unload', { parcelId: Id }),
  /** The carrier has taken the parcel. */
  act('handOver', { parcelId: Id, loadingListId: Id.nullable() }),
  /** The vehicle leaves. Every parcel loaded on its list is handed over, including those loaded by other devices, in one transaction. */
  act('handOverList', { loadingListId: Id }),
  /** Binds a serial number to a piece in stock, or to a packed order line that still needs one. */
  act('bindSerial', { itemId: Id, serial: Line(64, 1), lineId: Id.nullable(), compartmentId: Id.nullable() }),
  /**
   * Opens an unannounced return. `parentId` is the order that was shipped; if it is unknown, the worker chose the merchant.
   * The server looks up the order again by the scanned code.
   */
  act('openReturn', { taskId: Id, parentId: Id.nullable(), merchantId: Id.nullable(), code: Line(60, 1) }),
  /** A returned piece and its outcome. */
  act('takeBack', { taskId: Id, lineId: Id.nullable(), ...goods, outcome: ReturnOutcome, compartmentId: Id, note: Line(300).default('') }),
  act('count', { countId: Id, compartmentId: Id, ...goods, qty: z.int().min(0).max(1_000_000), condition: Condition.default('good') }),
  /** The compartment has been counted completely. Goods that were not scanned there count as 0. */
  act('countDone', { countId: Id, compartmentId: Id }),
  act('move', { ...goods, condition: Condition.default('good'), fromId: Id, toId: Id, unitId: Id.nullable().default(null) }),
  /** Moves a handling unit with its contents. */
  act('moveUnit', { unitId: Id, toId: Id }),
  /** Work by hand, for an order or for a merchant. The entry has the id of the scan; somebody approves it before it is charged. */
  act('noteWork', {
    categoryId: Id,
    merchantId: Id.nullable(),
    taskId: Id.nullable(),
    minutes: z.int().min(1).max(1440),
    photo: FileId.nullable(),
  }),
  /** Reverses the stock movements of the given scan. */
  act('undo', { scanId: Id }),
]);
export type ScanCommand = z.infer<typeof ScanCommand>;
export type ScanCommandName = ScanCommand['do'];
export type ScanCommandOf<N extends ScanCommandName> = Extract<ScanCommand, { do: N }>;

/** How the code was entered. */
export const SOURCES = ['wedge', 'camera', 'typed', 'rfid', 'command'] as const;

/**
 * One scan as the device sends it. `id` is a UUIDv7 created at the moment of the scan. `seq` counts per device without gaps, so that
 * the server can detect missing scans. `at` is the device's clock; it is for display only.
 */
export const ScanEvent = z.strictObject({
  id: Id,
  seq: z.int().min(1),
  at: Instant,
  profile: Profile,
  source: z.enum(SOURCES),
  /** As read, with control characters replaced by their Unicode control pictures. */
  code: Line(300),
  act: ScanCommand,
});
export type ScanEvent = z.infer<typeof ScanEvent>;

/**
 * Result of a scan. `applied`: booked. `repeated`: booked before; the first answer is returned again. `refused`: nothing was booked,
 * `why` has the reason. `waiting`: an earlier `seq` of this device is missing and must be sent first.
 */
export const SCAN_OUTCOMES = ['applied', 'repeated', 'refused', 'waiting'] as const;
export const ScanVerdict = z.object({
  id: Id,
  seq: z.int(),
  outcome: z.enum(SCAN_OUTCOMES),
  /** A key below `why` in scan.json, with its parameters. */
  why: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ScanVerdict = z.infer<typeof ScanVerdict>;

export const SCAN_BATCH = 200;
/**
 * Scans of one device, station and author, in order. The author is the user who was signed in at the time of the scan. Another user
 * may be signed in when the batch is sent; that user only transmits the scans (reliability.md P6).
 */
export const ScanBatch = z.strictObject({ deviceId: Id, stationId: Id, authorId: Id, events: z.array(ScanEvent).min(1).max(SCAN_BATCH) });
export type ScanBatch = z.infer<typeof ScanBatch>;
export const ScanAnswer = z.object({ verdicts: z.array(ScanVerdict), lastSeq: z.int() });
export type ScanAnswer = z.infer<typeof ScanAnswer>;

/** Reasons for which the server refuses a scan. Each has a sentence in three languages and a sound. */
export const REFUSAL_REASONS = {
  unknownTask: 'stop',
  unknownLine: 'wrong',
  unknownParcel: 'wrong',
  unknownPlace: 'wrong',
  unknownItem: 'wrong',
  wrongMerchant: 'stop',
  wrongItem: 'wrong',
  wrongState: 'stop',
  blocked: 'stop',
  tooMany: 'wrong',
  overReceipt: 'stop',
  notEnough: 'stop',
  placeBlocked: 'stop',
  placeOfOther: 'stop',
  placeFull: 'stop',
  alreadyPicked: 'duplicate',
  alreadyPacked: 'duplicate',
  alreadyShipped: 'duplicate',
  alreadyLoaded: 'duplicate',
  alreadyReceived: 'duplicate',
  alreadyClosed: 'duplicate',
  returnOpen: 'duplicate',
  nothingToReturn: 'stop',
  serialNeeded: 'wrong',
  serialWrong: 'wrong',
  serialUsed: 'duplicate',
  serialUnknown: 'wrong',
  lotNeeded: 'wrong',
  expiryNeeded: 'wrong',
  weightNeeded: 'wrong',
  tooHeavy: 'stop',
  notLabelled: 'stop',
  listEmpty: 'wrong',
  notUndoable: 'stop',
  alreadyUndone: 'duplicate',
  countClosed: 'stop',
  unknownWork: 'stop',
  noRight: 'stop',
  broken: 'stop',
} as const;
export type RefusalReason = keyof typeof REFUSAL_REASONS;

/**
 * Six sounds and vibrations that can be told apart in a noisy hall. `label`: the code itself is faulty, scanning it again does not help.
 */
export const SOUNDS = ['ok', 'done', 'wrong', 'duplicate', 'stop', 'label'] as const;
export type Sound = (typeof SOUNDS)[number];
