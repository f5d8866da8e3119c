import type { Command } from '../../core/barcode/kontor-codes.ts';
import type { ScanCommand } from '../commands.ts';
import type { Work, WorkItem, WorkTask } from '../work.ts';
import type { FeedbackCode, PendingPrompt, PromptName } from './feedback.ts';
import type { Kind, MeaningOf, NearbyWork } from './resolve.ts';
import type { Code, Entry, Goods, LocalWork, Option, Params, Pending, ScannedBy, StationPosition } from './state.ts';

export type Need = 'lot' | 'expiry' | 'serial';
/** Options in which the station profiles of one family differ. */
export type Options = {
  /** A serial number is required even if the item does not ask for one. */
  serialRequired?: true;
  /** How the order of a scanned piece is chosen: the open order, one of the open picklist, or the best order that is waiting. */
  chooses?: 'open' | 'batch' | 'single' | 'prePacked';
  /** The parcel is closed with its last piece. */
  closes?: true;
  /** Scanning an item may open the delivery that still expects it. */
  opensByItem?: true;
};
export type StationContext = { work: LocalWork; at: StationPosition; options: Options };
export type CodeContext = StationContext & { code: Code; ids: () => string; entries: readonly Entry[]; by: ScannedBy };

/** The result of a scan. `step`: it changed something that can be undone although nothing is booked yet. */
export type Reply = { feedback: FeedbackCode; params?: Params; at?: Partial<StationPosition>; commands?: ScanCommand[]; step?: true };
export type PromptSpec = { prompt: PromptName; params?: Params };
export type WorkSummary = { key: string; params: Params; lines: WorkSummaryLine[] };
/** `expected` is null if the worker must not or cannot know it. */
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
  nearby: (here: StationContext) => NearbyWork;
  /** What the codes of each kind do here. Goods are handled by `goods`. */
  on: { [K in Exclude<Kind, 'item' | 'serial'>]?: (ctx: CodeContext, meaning: MeaningOf<K>) => Reply };
  goods: {
    needs: (item: WorkItem, options: Options) => Need[];
    /** Where a piece with this serial number must be now. `new`: the serial number must not be in stock yet. `any`: no check. */
    serials: 'new' | 'any' | ((ctx: CodeContext, goods: Goods) => string | null);
    /** Returns a refusal or a prompt that must be answered before these pieces can be booked. */
    check: (ctx: CodeContext, goods: Goods, item: WorkItem) => Reply | null;
    book: (ctx: CodeContext, goods: Goods, item: WorkItem) => Reply;
  } | null;
  answers: { [Q in PendingPrompt]?: (ctx: CodeContext, answer: string | number, pending: Pending) => Reply };
  /** The reply if an open prompt may not be skipped; null if it may. */
  requiredAnswer?: (ctx: CodeContext, pending: Pending) => Reply | null;
  /** Updates an open prompt after the work changed; null if the prompt is no longer needed. */
  renew?: (here: StationContext, pending: Pending) => Pending | null;
  commands: { [C in Command]?: (ctx: CodeContext) => Reply };
  /** Handles a code that names several things. By default it is refused. */
  ambiguous?: (ctx: CodeContext) => Reply | null;
  /** Handles an unknown code. By default it is logged and refused. */
  unknown?: (ctx: CodeContext) => Reply;
  prompt: (here: StationContext) => PromptSpec;
  show: (here: StationContext) => WorkSummary | null;
};

export const itemOf = (work: Work, id: string | null): WorkItem | undefined => work.items.find((item) => item.id === id);
export const taskOf = ({ work, at }: StationContext): WorkTask | undefined => work.tasks.find(({ id }) => id === at.taskId);
export const placeOf = (work: Work, id: string | null): Work['places'][number] | undefined => work.places.find((place) => place.id === id);
export const placeCode = (work: Work, id: string | null): string => placeOf(work, id)?.code ?? '';
export const skuOf = (work: Work, id: string | null): string => itemOf(work, id)?.sku ?? '';

type Progress = Pick<WorkSummary['lines'][number], 'done' | 'expected'> & Partial<Pick<WorkSummary['lines'][number], 'text' | 'place'>>;

/** The task of the station with its lines, of which the one with the item in hand is marked; null while no task was chosen. */
export function showTask(here: StationContext, progressOf: (line: WorkTask['lines'][number]) => Progress): WorkSummary | null {
  const task = taskOf(here);
  if (!task) return null;
  const lines = task.lines.map((line) => ({
    id: line.id,
    itemId: line.itemId,
    text: line.sku,
    place: '',
    ...progressOf(line),
    state: line.itemId === here.at.itemId ? ('now' as const) : ('open' as const),
  }));
  return { key: 'scan.headline.task', params: { no: task.no }, lines };
}

/** The blocker that stops work on a task. Kinds in `passing` do not stop it here. */
export function blockedBy(task: WorkTask | undefined, passing: readonly WorkTask['blockers'][number][] = []): Reply | null {
  const blocker = task?.blockers.find((kind) => !passing.includes(kind));
  return task && blocker ? { feedback: 'blocked', params: { no: task.no, blocker } } : null;
}

/** Options numbered from 1. The numbers are scanned, typed and spoken. */
export const numberedOptions = (values: readonly string[], family: 'reasons' | 'outcomes' | 'conditions'): Option[] =>
  values.map((value, i) => ({ code: String(i + 1), value, label: labelOf(family, value), text: '' }));
const LABELS = {
  reasons: (value: string) => `scan.reasons.${value}`,
  outcomes: (value: string) => `scan.outcomes.${value}`,
  conditions: (value: string) => `scan.conditions.${value}`,
};
const labelOf = (family: keyof typeof LABELS, value: string): string => LABELS[family](value);

/** Opens a prompt. The scan itself counts as accepted. */
export const question = (ask: PendingPrompt, rest: Partial<Omit<Pending, 'ask'>> = {}, feedback: FeedbackCode = 'answerNext'): Reply => ({
  feedback,
  params: { ...rest.got, question: ask },
  at: { pending: { ask, goods: null, options: [], got: {}, ...rest } },
});

/** Switches to another task. The former task stays as it is, and the feedback names it. */
export function turnTo(ctx: CodeContext, task: WorkTask, at: Partial<StationPosition> = {}): Reply {
  const former = taskOf(ctx);
  const next = { taskId: task.id, parcelId: null, itemId: null, hand: [], unitId: null, condition: 'good' as const, pending: null, ...at };
  return former && former.id !== task.id
    ? { feedback: 'switched', params: { former: former.no, no: task.no }, at: next }
    : { feedback: 'opened', params: { no: task.no }, at: next };
}

/** Whether goods may be put at this place: it is not blocked and does not belong to another merchant. */
export function mayPut(place: Work['places'][number], merchantIds: (string | null)[]): Reply | null {
  if (place.blocked) return { feedback: 'placeBlocked', params: { place: place.code } };
  const foreign = place.merchantId !== null && merchantIds.some((id) => id !== null && id !== place.merchantId);
  return foreign ? { feedback: 'placeOfOther', params: { place: place.code } } : null;
}

const byMode = (item: WorkItem): Need[] => [...(item.lotMode ? (['lot'] as const) : []), ...(item.expires ? (['expiry'] as const) : [])];
/** For incoming goods, everything the item is tracked by is required. */
export const needsIn = (item: WorkItem): Need[] => [...byMode(item), ...(item.serialMode === 'full' ? (['serial'] as const) : [])];
/** Inside the warehouse, lot and expiry date follow from the stock. Items tracked by full serial numbers need the serial number. */
export const needsInside = (item: WorkItem): Need[] => (item.serialMode === 'full' ? ['serial'] : []);
/** For outgoing goods, serial numbers recorded only on dispatch are required as well. */
export const needsOut = (item: WorkItem, options: Options): Need[] =>
  options.serialRequired || item.serialMode !== 'none' ? ['serial'] : [];

export const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);
