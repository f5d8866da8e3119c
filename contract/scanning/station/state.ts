import type { Gs1Fault } from '../../core/barcode/gs1.ts';
import type { Command } from '../../core/barcode/kontor-codes.ts';
import type { ScanCommand, Sound, StockCondition } from '../commands.ts';
import type { Work } from '../work.ts';
import type { FeedbackCode, PendingPrompt, PromptName } from './feedback.ts';

/** A code as the capture layer read it. `raw` is what is kept; the rest is what its kind carries. Expiry is YYYY-MM-DD. */
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
  /** The scanner says that it is a GS1 label, and it cannot be read as one. */
  fault?: Gs1Fault | undefined;
};
export type Input = {
  code: Code;
  /** Makes a UUIDv7 on each call: scan ids and new parcels. */
  ids: () => string;
  /** ISO instant of the beep. */
  now: string;
  /** The server was not to be asked: a code that is unknown here may be known there. */
  offline?: boolean;
};

export type Params = Record<string, string | number>;
export type Goods = { itemId: string; qty: number; lot: string; expiry: string | null; serial: string };

/** Something to choose by its number: scanned, typed or touched. `label` is a locale key, `text` stands as it is. */
export type Option = { code: string; value: string; label: string | null; text: string };
/** A question that is open; `got` is what was answered before it. */
export type Pending = { ask: PendingPrompt; goods: Goods | null; options: Option[]; got: Record<string, string | number> };
export type Prompt = { ask: PromptName; key: string; params: Params; options: Option[] };

/** What is open at the station; ids only, so that new work from the server does not make it stale. */
export type StationPosition = {
  taskId: string | null;
  picklistId: string | null;
  placeId: string | null;
  /** Where picked goods go, or lie when they are packed. */
  cartId: string | null;
  fromId: string | null;
  unitId: string | null;
  parcelId: string | null;
  listId: string | null;
  countId: string | null;
  itemId: string | null;
  /** Taken, but not yet put anywhere: nothing of it is booked. */
  hand: Goods[];
  /** Lines of a picklist put off for later. */
  skipped: string[];
  /** Condition of the next piece only. */
  condition: StockCondition;
  pending: Pending | null;
};

/** Who did something and when: a user's id, never a name, because this lies on the device. */
export type ScannedBy = { userId: string; at: string };
export type Counted = { countId: string; placeId: string; goods: Goods };
/** The work with this device's progress in it, and what the server's work has no field for. */
export type LocalWork = Work & {
  counted: Counted[];
  /** Places counted through, as `countId placeId`. */
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
/** One scan of this device. `before` is where one stood, so that taking it back leads there again. */
export type Entry = {
  code: string;
  now: string;
  say: FeedbackCode;
  params: Params;
  before: StationPosition;
  sent: SentCommand[];
  /** It changed something that can be taken back. */
  undoable: boolean;
  undone: boolean;
  /** The server's work holds it already: it is not done again on top. */
  folded: boolean;
  /** For an undo: the entry it takes back, by that entry's key. */
  undoes: string | null;
  key: string;
};

export type StationState = {
  profile: Work['profile'];
  /** The signed-in user's id. */
  who: string;
  /** The work as the server last gave it, plus what has left the list of entries. */
  base: LocalWork;
  work: LocalWork;
  at: StationPosition;
  multiplier: number;
  /** Oldest first; at least the last 20, and all that the server has not answered. */
  entries: Entry[];
  prompt: Prompt;
};

/**
 * `say` is a locale key read with `params`; `speak` is read with `{...next.params, ...params}`. The parameter `at` is an instant and
 * `who` a user id: the screen turns them into a time of day and a name. Parameters that are words themselves are translated by `parameterText`.
 */
export type Verdict = { outcome: Sound; say: string; params: Params; speak: string; next: Prompt };
/** `acts` are to be sent in this order, each as an event of its own under its `scanId`. One scan can book two things: packed and closed. */
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
