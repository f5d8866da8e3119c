import type { Gs1Fault } from '../../core/barcode/gs1.ts';
import type { Command } from '../../core/barcode/kontor-codes.ts';
import type { ScanCommand, Sound, StockCondition } from '../commands.ts';
import type { Work } from '../work.ts';
import type { FeedbackCode, PendingPrompt, PromptName } from './feedback.ts';

/** A code as read by the capture layer. `raw` is stored; the other fields depend on the kind. `expiry` is YYYY-MM-DD. */
export type Code = {
  raw: string;
  kind: 'command' | 'gs1' | 'sscc' | 'plain';
  command?: Command | undefined;
  gtin?: string | undefined;
  lot?: string | undefined;
  expiry?: string | undefined;
  serial?: string | undefined;
  qty?: number | undefined;
  sscc?: string | undefined;
  /** Set if the scanner reports a GS1 label that cannot be parsed. */
  fault?: Gs1Fault | undefined;
};
export type Input = {
  code: Code;
  /** Returns a new UUIDv7 on each call, for scan ids and new parcels. */
  ids: () => string;
  /** ISO instant of the scan. */
  now: string;
  /** The server could not be asked. A code that is unknown here may be known to the server. */
  offline?: boolean;
};

export type Params = Record<string, string | number>;
export type Goods = { itemId: string; qty: number; lot: string; expiry: string | null; serial: string };

/** An option chosen by its number: scanned, typed or touched. `label` is a locale key; `text` is shown unchanged. */
export type Option = {
  code: string;
  value: string;
  label: string | null;
  text: string;
  /** Numbers that may be scanned in place of `code`. They win over any other meaning of the code. */
  also?: readonly string[];
  /** What distinguishes one return from another. `more`: further lines that are still expected; `left` is in pieces. */
  about?: { orderNo: string; merchant: string; sku: string; left: number; more: number; on: string };
};
/** An open prompt. `got` holds the answers given before it. */
export type Pending = { ask: PendingPrompt; goods: Goods | null; options: Option[]; got: Record<string, string | number> };
export type Prompt = { ask: PromptName; key: string; params: Params; options: Option[] };

/** What is open at the station. It holds ids only, so that new work from the server does not make it stale. */
export type StationPosition = {
  taskId: string | null;
  picklistId: string | null;
  placeId: string | null;
  /** The cart that picked goods go onto, or that packed goods are taken from. */
  cartId: string | null;
  fromId: string | null;
  unitId: string | null;
  parcelId: string | null;
  listId: string | null;
  countId: string | null;
  itemId: string | null;
  /** The carton that the next parcel is closed with. */
  packagingId?: string | null;
  /** Pieces taken but not yet put down. Nothing of it is booked. */
  hand: Goods[];
  /** Lines of a picklist postponed for later. */
  skipped: string[];
  /** Condition of the next piece only. */
  condition: StockCondition;
  pending: Pending | null;
};

/** Who did something and when. Only a user id, because the data is stored on the device. */
export type ScannedBy = { userId: string; at: string };
export type Counted = { countId: string; placeId: string; goods: Goods };
/** The work including this device's progress, and data that the server's work has no field for. */
export type LocalWork = Work & {
  counted: Counted[];
  /** Places completely counted, as `countId placeId`. */
  countedPlaces: string[];
  serials: { itemId: string; serial: string }[];
  /** Pieces packed here, by parcel. */
  contents: { parcelId: string; lineId: string; qty: number }[];
};

export type SentCommand = {
  scanId: string;
  act: ScanCommand;
  state: 'queued' | 'confirmed' | 'refused';
  why: string | null;
  params: Params;
};
/** One scan of this device. `before` is the position before the scan; an undo returns to it. */
export type Entry = {
  code: string;
  now: string;
  say: FeedbackCode;
  params: Params;
  before: StationPosition;
  sent: SentCommand[];
  /** The scan changed something that can be undone. */
  undoable: boolean;
  undone: boolean;
  /** The server's work already includes this entry, so it is not applied again. */
  folded: boolean;
  /** For an undo: the key of the entry it reverses. */
  undoes: string | null;
  key: string;
};

export type StationState = {
  profile: Work['profile'];
  /** The signed-in user's id. */
  who: string;
  /** The last work from the server, including the effect of entries removed by `trim`. */
  base: LocalWork;
  work: LocalWork;
  at: StationPosition;
  multiplier: number;
  /** Oldest first: at least the last 20 entries and all that the server has not answered. */
  entries: Entry[];
  prompt: Prompt;
};

/**
 * `say` is a locale key with `params`; `speak` is a locale key with `{...next.params, ...params}`. The parameter `at` is an instant and
 * `who` a user id, which the screen formats as a time and a name. Parameters listed in `parameterText` are translated first.
 */
export type Verdict = { outcome: Sound; say: string; params: Params; speak: string; next: Prompt };
/** `commands` are sent in this order, each as an event with its own `scanId`. One scan can book two commands, such as pack and close. */
export type Step = { state: StationState; verdict: Verdict; commands: { scanId: string; act: ScanCommand }[] };

export const START_POSITION: StationPosition = {
  taskId: null,
  picklistId: null,
  placeId: null,
  cartId: null,
  fromId: null,
  unitId: null,
  parcelId: null,
  listId: null,
  countId: null,
  itemId: null,
  hand: [],
  skipped: [],
  condition: 'good',
  pending: null,
};

export const toLocalWork = (work: Work): LocalWork => ({ ...work, counted: [], countedPlaces: [], serials: [], contents: [] });
