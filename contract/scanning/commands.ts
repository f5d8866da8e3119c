import { z } from 'zod';
import { CalendarDate, Grams, Id, Instant, Line, Millimetres } from '../core/fields.ts';

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

/** What state goods are in; only good ones are allocated to orders. */
export const CONDITIONS = ['good', 'bWare', 'damaged', 'blocked'] as const;
export const Condition = z.enum(CONDITIONS);
export type StockCondition = z.infer<typeof Condition>;

/** What becomes of a returned piece, decided piece by piece. */
export const RETURN_OUTCOMES = ['restock', 'bWare', 'repair', 'swapLabel', 'sendBack', 'scrap'] as const;
export const ReturnOutcome = z.enum(RETURN_OUTCOMES);
export type ReturnOutcome = z.infer<typeof ReturnOutcome>;

const qty = z.int().min(1).max(1_000_000);
/** Which goods: the batch and the single piece where the item is kept by them. */
const goods = {
  itemId: Id,
  qty,
  lot: Line(40).default(''),
  expiry: CalendarDate.nullable().default(null),
  serial: Line(64).default(''),
};
const act = <D extends string, S extends z.ZodRawShape>(name: D, shape: S) => z.strictObject({ do: z.literal(name), ...shape });

/**
 * What a scan does, as the station understood it. The station chooses it from cached data; the server checks it against the facts
 * and applies it once. New ids (parcels, units) are UUIDv7 made by the station, so that later scans can name them before the server answered.
 */
export const ScanCommand = z.discriminatedUnion('do', [
  /** Proof that a code was seen here; moves nothing. Also what an unknown code becomes, so that nothing is lost. */
  act('log', { note: Line(200).default('') }),
  /** The delivery is at the dock. */
  act('arrive', { taskId: Id }),
  /** Pieces counted at the dock: SUPPLIER → dock. `extra` says that more than announced is taken in on purpose, with a reason. */
  act('receive', {
    taskId: Id,
    lineId: Id.nullable(),
    ...goods,
    condition: Condition.default('good'),
    compartmentId: Id,
    reason: Line(200).default(''),
  }),
  act('closeReceipt', { taskId: Id, reason: Line(200).default('') }),
  /** Labels, serials and quality of a received task are done. */
  act('prepared', { taskId: Id }),
  /** Dock → shelf, for an inbound task or a put-back. */
  act('putAway', { taskId: Id.nullable(), ...goods, condition: Condition.default('good'), fromId: Id, toId: Id }),
  /** Shelf → cart, for one line of a picklist. */
  act('pick', { picklistLineId: Id, qty, serial: Line(64).default(''), cartId: Id }),
  /** Not there, or broken: the rest of this picklist line. `seen` is what the picker counted at the place (zero check). */
  act('short', { picklistLineId: Id, qty, reason: Line(60, 1), seen: z.int().min(0).max(1_000_000).nullable().default(null) }),
  /** Cart → parcel. `parcelId` is made on the first piece. */
  act('pack', { taskId: Id, lineId: Id, parcelId: Id, qty, serial: Line(64).default(''), compartmentId: Id }),
  /** One-piece orders: the scanned item chooses the order; it is picked and packed at once. */
  act('packSingle', { taskId: Id, lineId: Id, parcelId: Id, fromId: Id, qty, serial: Line(64).default(''), compartmentId: Id }),
  /** A piece is missing or broken at the pack table: it is picked again. */
  act('packShort', { taskId: Id, lineId: Id, qty, reason: Line(60, 1) }),
  act('closeParcel', {
    taskId: Id,
    parcelId: Id,
    weight: Grams.min(1).nullable().default(null),
    length: Millimetres.nullable().default(null),
    width: Millimetres.nullable().default(null),
    height: Millimetres.nullable().default(null),
    /** Set where the weight was unlikely and the worker said that it is right; with what was expected, where that is known. */
    weightConfirmed: z.strictObject({ expected: Grams.nullable() }).optional(),
  }),
  /** The new label covers the old one: both codes were scanned. */
  act('swapLabel', { taskId: Id, parcelId: Id, oldCode: Line(64, 1), newCode: Line(64, 1) }),
  act('load', { parcelId: Id, loadingListId: Id }),
  /** Off its list again: what was stopped after it was loaded does not leave. */
  act('unload', { parcelId: Id }),
  /** The carrier took it. */
  act('handOver', { parcelId: Id, loadingListId: Id.nullable() }),
  /** The vehicle leaves: everything loaded on its list is handed over, by whichever device it was loaded; all of it or nothing. */
  act('handOverList', { loadingListId: Id }),
  /** Binds a serial number to a piece that is in the house, or to a packed line that still lacks it. */
  act('bindSerial', { itemId: Id, serial: Line(64, 1), lineId: Id.nullable(), compartmentId: Id.nullable() }),
  /**
   * A return that nobody announced: of an order that left (`parentId`), or of nobody knows which (then the merchant was asked for). The server
   * looks for the order once more, by the scanned code.
   */
  act('openReturn', { taskId: Id, parentId: Id.nullable(), merchantId: Id.nullable(), code: Line(60, 1) }),
  /** A returned piece and what becomes of it. */
  act('takeBack', { taskId: Id, lineId: Id.nullable(), ...goods, outcome: ReturnOutcome, compartmentId: Id, note: Line(300).default('') }),
  act('count', { countId: Id, compartmentId: Id, ...goods, qty: z.int().min(0).max(1_000_000), condition: Condition.default('good') }),
  /** The compartment was counted through; what was not found there counts as 0. */
  act('countDone', { countId: Id, compartmentId: Id }),
  act('move', { ...goods, condition: Condition.default('good'), fromId: Id, toId: Id, unitId: Id.nullable().default(null) }),
  /** A handling unit with all that is in it. */
  act('moveUnit', { unitId: Id, toId: Id }),
  /** Takes back what the named scan did, by reversal. */
  act('undo', { scanId: Id }),
]);
export type ScanCommand = z.infer<typeof ScanCommand>;
export type ScanCommandName = ScanCommand['do'];
export type ScanCommandOf<N extends ScanCommandName> = Extract<ScanCommand, { do: N }>;

/** How the code came in. */
export const SOURCES = ['wedge', 'camera', 'typed', 'rfid', 'command'] as const;

/**
 * One scan as the device sends it. `id` is a UUIDv7 made at the beep; `seq` counts per device without gaps, so that the server
 * sees what is missing; `at` is the device's clock and only tells people when.
 */
export const ScanEvent = z.strictObject({
  id: Id,
  seq: z.int().min(1),
  at: Instant,
  profile: Profile,
  source: z.enum(SOURCES),
  /** As read, control characters shown as their pictures. */
  code: Line(300),
  act: ScanCommand,
});
export type ScanEvent = z.infer<typeof ScanEvent>;

/**
 * What became of a scan. applied: booked. repeated: it had been booked before, and this is the first answer. refused: nothing was booked, the
 * reason stands in `why`. waiting: an earlier number of this device has not arrived; send that first.
 */
export const SCAN_OUTCOMES = ['applied', 'repeated', 'refused', 'waiting'] as const;
export const ScanVerdict = z.object({
  id: Id,
  seq: z.int(),
  outcome: z.enum(SCAN_OUTCOMES),
  /** A key of scan.json under `why`, with its parameters. */
  why: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ScanVerdict = z.infer<typeof ScanVerdict>;

export const SCAN_BATCH = 200;
/**
 * Scans of one device, station and author, in order. The author is who was signed in at the beep; the session may by now be another worker's,
 * who then only carries the scans (reliability.md P6).
 */
export const ScanBatch = z.strictObject({ deviceId: Id, stationId: Id, authorId: Id, events: z.array(ScanEvent).min(1).max(SCAN_BATCH) });
export type ScanBatch = z.infer<typeof ScanBatch>;
export const ScanAnswer = z.object({ verdicts: z.array(ScanVerdict), lastSeq: z.int() });
export type ScanAnswer = z.infer<typeof ScanAnswer>;

/** Reasons that the server gives for refusing a scan; each is a sentence in three languages and has a sound. */
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
  noRight: 'stop',
  broken: 'stop',
} as const;
export type RefusalReason = keyof typeof REFUSAL_REASONS;

/** Sounds and vibrations: six that can be told apart in noise. `label`: the code itself is at fault, and scanning it again will not help. */
export const SOUNDS = ['ok', 'done', 'wrong', 'duplicate', 'stop', 'label'] as const;
export type Sound = (typeof SOUNDS)[number];
