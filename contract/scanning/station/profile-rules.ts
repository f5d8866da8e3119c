import type { Command } from '../../core/barcode/kontor-codes.ts';
import type { ScanCommand } from '../commands.ts';
import type { Work, WorkItem, WorkTask } from '../work.ts';
import type { FeedbackCode, PendingPrompt, PromptName } from './feedback.ts';
import type { Kind, MeaningOf, NearbyWork } from './resolve.ts';
import type { Code, Entry, Goods, LocalWork, Option, Params, Pending, ScannedBy, StationPosition } from './state.ts';

export type Need = 'lot' | 'expiry' | 'serial';
/** What tells the profiles of one family apart. */
export type Options = {
  /** A serial is wanted whatever the item says. */
  serialRequired?: true;
  /** Which order a scanned piece belongs to: the open one, one of the open picklist, or the best that waits. */
  chooses?: 'open' | 'batch' | 'single' | 'prePacked';
  /** The parcel is closed with its last piece. */
  closes?: true;
  /** A piece may open the delivery that still waits for it. */
  opensByItem?: true;
};
export type StationContext = { work: LocalWork; at: StationPosition; options: Options };
export type CodeContext = StationContext & { code: Code; ids: () => string; entries: readonly Entry[]; by: ScannedBy };

/** What a scan leads to. `step`: it changed something that can be taken back, although nothing is booked yet. */
export type Reply = { feedback: FeedbackCode; params?: Params; at?: Partial<StationPosition>; commands?: ScanCommand[]; step?: true };
export type PromptSpec = { prompt: PromptName; params?: Params };
export type WorkSummary = { key: string; params: Params; lines: WorkSummaryLine[] };
/** `expected` is null where the worker must not or cannot know it. */
export type WorkSummaryLine = {
  id: string;
  itemId: string | null;
  text: string;
  place: string;
  done: number;
  expected: number | null;
  state: 'open' | 'now' | 'blocked' | 'short';
};

export type ProfileRules = {
  around: (here: StationContext) => NearbyWork;
  /** What the codes of each kind do here; goods have their own three questions. */
  on: { [K in Exclude<Kind, 'item' | 'serial'>]?: (ctx: CodeContext, meaning: MeaningOf<K>) => Reply };
  goods: {
    needs: (item: WorkItem, options: Options) => Need[];
    /** Where a piece with a serial has to lie now; without it the serial must be one the house does not hold yet (`new`) or may be either. */
    serials: 'new' | 'any' | ((ctx: CodeContext, goods: Goods) => string | null);
    /** A refusal, or a question that comes before these pieces can be booked. */
    check: (ctx: CodeContext, goods: Goods, item: WorkItem) => Reply | null;
    book: (ctx: CodeContext, goods: Goods, item: WorkItem) => Reply;
  } | null;
  answers: { [Q in PendingPrompt]?: (ctx: CodeContext, answer: string | number, pending: Pending) => Reply };
  /** What is said instead while an open question may not be passed over; null where it may. */
  insists?: (ctx: CodeContext, pending: Pending) => Reply | null;
  /** An open question after the work changed: with what is asked for now, or null where it has become idle. */
  renew?: (here: StationContext, pending: Pending) => Pending | null;
  commands: { [C in Command]?: (ctx: CodeContext) => Reply };
  /** What a code is that nobody knows; by default it is kept and refused. */
  unknown?: (ctx: CodeContext) => Reply;
  prompt: (here: StationContext) => PromptSpec;
  show: (here: StationContext) => WorkSummary | null;
};

export const itemOf = (work: Work, id: string | null): WorkItem | undefined => work.items.find((item) => item.id === id);
export const taskOf = ({ work, at }: StationContext): WorkTask | undefined => work.tasks.find(({ id }) => id === at.taskId);
export const placeOf = (work: Work, id: string | null): Work['places'][number] | undefined => work.places.find((place) => place.id === id);
export const placeCode = (work: Work, id: string | null): string => placeOf(work, id)?.code ?? '';
export const skuOf = (work: Work, id: string | null): string => itemOf(work, id)?.sku ?? '';

/** What stops work on a task; `passing` blockers do not stop it here. */
export function blockedBy(task: WorkTask | undefined, passing: readonly WorkTask['blockers'][number][] = []): Reply | null {
  const blocker = task?.blockers.find((kind) => !passing.includes(kind));
  return task && blocker ? { feedback: 'blocked', params: { no: task.no, blocker } } : null;
}

/** Options numbered from 1, as they are scanned, typed and spoken. */
export const numberedOptions = (values: readonly string[], family: 'reasons' | 'outcomes' | 'conditions'): Option[] =>
  values.map((value, i) => ({ code: String(i + 1), value, label: labelOf(family, value), text: '' }));
const LABELS = {
  reasons: (value: string) => `scan.reasons.${value}`,
  outcomes: (value: string) => `scan.outcomes.${value}`,
  conditions: (value: string) => `scan.conditions.${value}`,
};
const labelOf = (family: keyof typeof LABELS, value: string): string => LABELS[family](value);

/** Opens a question; the scan itself counts as understood. */
export const question = (ask: PendingPrompt, rest: Partial<Omit<Pending, 'ask'>> = {}, tell: FeedbackCode = 'answerNext'): Reply => ({
  feedback: tell,
  params: { question: ask },
  at: { pending: { ask, goods: null, options: [], got: {}, ...rest } },
});

/** Turns to another task; the former is left as it is, and the worker hears so. */
export function turnTo(ctx: CodeContext, task: WorkTask, at: Partial<StationPosition> = {}): Reply {
  const former = taskOf(ctx);
  const next = { taskId: task.id, parcelId: null, itemId: null, hand: [], unitId: null, condition: 'good' as const, pending: null, ...at };
  return former && former.id !== task.id
    ? { feedback: 'switched', params: { former: former.no, no: task.no }, at: next }
    : { feedback: 'opened', params: { no: task.no }, at: next };
}

/** Goods may be put there: open, and not another merchant's place. */
export function mayPut(place: Work['places'][number], merchantIds: (string | null)[]): Reply | null {
  if (place.blocked) return { feedback: 'placeBlocked', params: { place: place.code } };
  const foreign = place.merchantId !== null && merchantIds.some((id) => id !== null && id !== place.merchantId);
  return foreign ? { feedback: 'placeOfOther', params: { place: place.code } } : null;
}

const byMode = (item: WorkItem): Need[] => [...(item.lotMode ? (['lot'] as const) : []), ...(item.expires ? (['expiry'] as const) : [])];
/** On the way in, everything the item is kept by has to be known. */
export const needsIn = (item: WorkItem): Need[] => [...byMode(item), ...(item.serialMode === 'full' ? (['serial'] as const) : [])];
/** In the house, lot and expiry follow from the stock; a piece known by its serial moves by it. */
export const needsInside = (item: WorkItem): Need[] => (item.serialMode === 'full' ? ['serial'] : []);
/** On the way out, serials taken down only then are wanted too. */
export const needsOut = (item: WorkItem, options: Options): Need[] =>
  options.serialRequired || item.serialMode !== 'none' ? ['serial'] : [];

export const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);
