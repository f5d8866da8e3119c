import { REFUSAL_REASONS, RETURN_OUTCOMES, type RefusalReason, type Sound } from '../commands.ts';

/** Feedback of the station itself, with its sound. Refusals by the server are in `REFUSAL_REASONS`; that key is used if both know a case. */
const FEEDBACK = {
  opened: 'ok',
  switched: 'ok',
  switchedClosed: 'ok',
  placeSet: 'ok',
  placeFound: 'ok',
  cartSet: 'ok',
  cartHolds: 'ok',
  cartEmpty: 'wrong',
  taken: 'ok',
  takenAll: 'ok',
  takenSome: 'ok',
  received: 'ok',
  receiptClosed: 'done',
  unitsCounted: 'done',
  workNoted: 'done',
  checked: 'ok',
  prepared: 'done',
  putAway: 'ok',
  putAwayAll: 'done',
  picked: 'ok',
  pickDone: 'done',
  pickRest: 'done',
  shortNoted: 'ok',
  skipped: 'ok',
  leftNoted: 'ok',
  packed: 'ok',
  packedAll: 'done',
  parcelClosed: 'done',
  parcelWeighed: 'done',
  parcelSized: 'done',
  parcelMeasured: 'done',
  parcelNext: 'ok',
  weightRead: 'ok',
  weightOdd: 'wrong',
  weightMuch: 'wrong',
  weightFirst: 'stop',
  sizeFirst: 'stop',
  tooLong: 'wrong',
  overSize: 'stop',
  overSizeAsk: 'stop',
  swapped: 'done',
  handedOver: 'ok',
  loaded: 'ok',
  loadedAll: 'done',
  unloaded: 'ok',
  listDone: 'done',
  listRest: 'done',
  departed: 'done',
  logged: 'ok',
  bound: 'ok',
  found: 'ok',
  counted: 'ok',
  placeCounted: 'done',
  countDone: 'done',
  returned: 'ok',
  returnOpened: 'ok',
  returnAside: 'ok',
  leftAside: 'done',
  whoseReturn: 'wrong',
  whichReturn: 'ok',
  moved: 'ok',
  unitTaken: 'ok',
  unitMoved: 'ok',
  conditionSet: 'ok',
  packagingSet: 'ok',
  undone: 'ok',
  dropped: 'ok',
  answerNext: 'ok',
  unknownCode: 'wrong',
  unknownCodeOffline: 'wrong',
  labelEmpty: 'label',
  labelUnknownAi: 'label',
  labelFormat: 'label',
  labelCheckDigit: 'label',
  labelDate: 'label',
  labelTwice: 'label',
  labelTogether: 'label',
  labelAlone: 'label',
  ambiguous: 'wrong',
  wrongPlace: 'wrong',
  wrongLot: 'wrong',
  wrongKind: 'wrong',
  openFirst: 'wrong',
  placeFirst: 'wrong',
  cartFirst: 'wrong',
  itemFirst: 'wrong',
  answerFirst: 'wrong',
  notPicked: 'wrong',
  notListed: 'wrong',
  noOrder: 'wrong',
  notPrePacked: 'wrong',
  notInPlace: 'wrong',
  nothingToClose: 'wrong',
  nothingToUndo: 'wrong',
  commandNotHere: 'wrong',
  listOpen: 'wrong',
  loadOpen: 'wrong',
  noList: 'wrong',
  notAnnounced: 'stop',
  receiptDiffers: 'stop',
  otherCarrier: 'stop',
  otherList: 'stop',
  notSwapped: 'stop',
  nothingPacked: 'wrong',
  itemDone: 'ok',
  lineFull: 'duplicate',
  linePacked: 'duplicate',
  alreadyLogged: 'duplicate',
  alreadyCounted: 'duplicate',
  alreadyPackedBy: 'duplicate',
  alreadyShippedBy: 'duplicate',
  alreadyLoadedBy: 'duplicate',
} as const satisfies Record<string, Sound>;
type OwnFeedbackCode = keyof typeof FEEDBACK;
export type FeedbackCode = OwnFeedbackCode | RefusalReason;

const isRefusalReason = (key: FeedbackCode): key is RefusalReason => Object.hasOwn(REFUSAL_REASONS, key);
export const soundOf = (key: FeedbackCode): Sound => (isRefusalReason(key) ? REFUSAL_REASONS[key] : FEEDBACK[key]);
/** The locale key of a feedback code. */
export const feedbackText = (key: FeedbackCode): string => (isRefusalReason(key) ? `scan.refusals.${key}` : `scan.feedback.${key}`);
/** Refusals that also name who was first and when, if the server knows it (reliability.md P4). */
const BY: readonly string[] = [
  'alreadyPicked',
  'alreadyPacked',
  'alreadyShipped',
  'alreadyLoaded',
  'serialUsed',
  'returnOpen',
] satisfies RefusalReason[];
/** The locale key of a refusal by the server. A reason added by a newer server version falls back to a general sentence. */
export const refusalText = (reason: string, params: Record<string, string | number>): string => {
  if (!isRefusalReason(reason as FeedbackCode)) return 'scan.refusals.broken';
  return params['who'] !== undefined && BY.includes(reason) ? `scan.refusalsBy.${reason}` : `scan.refusals.${reason}`;
};
export const FEEDBACK_CODES = [...Object.keys(FEEDBACK), ...Object.keys(REFUSAL_REASONS)] as FeedbackCode[];

/**
 * Feedback whose full sentence is spoken: refusals the worker must act on while away from the screen, and measures.
 * For all others the name of the sound is spoken.
 */
const SPOKEN: ReadonlySet<string> = new Set<FeedbackCode>([
  'blocked',
  'wrongPlace',
  'wrongItem',
  'tooMany',
  'unknownCode',
  'unknownCodeOffline',
  'weightRead',
  'weightOdd',
  'weightMuch',
  'weightFirst',
  'sizeFirst',
  'tooHeavy',
  'overSize',
  'overSizeAsk',
  'parcelWeighed',
  'parcelSized',
  'parcelMeasured',
]);
export function spokenText(key: FeedbackCode, prompt: PromptName): string {
  const sound = soundOf(key);
  if (SPOKEN.has(key)) return `scan.speak.${key}`;
  return sound === 'ok' || sound === 'done' ? `scan.speak.${prompt}` : `scan.speak.${sound}`;
}

/** What a station asks for when a scan is incomplete. The first three complete the goods; the others are questions with an answer. */
export const PENDING_PROMPTS = [
  'lot',
  'expiry',
  'serial',
  'reason',
  'order',
  'merchant',
  'return',
  'list',
  'leave',
  'line',
  'seen',
  'left',
  'taken',
  'howMany',
  'weight',
  'weightOdd',
  'size',
  'carrier',
  'outcome',
  'condition',
  'newLabel',
] as const;
export type PendingPrompt = (typeof PENDING_PROMPTS)[number];
/** Prompts after a booking. Undo reverses the booking, not the prompt. */
export const PROMPTS_AFTER_BOOKING: readonly PendingPrompt[] = ['left', 'weight', 'weightOdd', 'size', 'carrier'];
/** Prompts that may be skipped: the next scan continues, and the answer can be given elsewhere. */
export const SKIPPABLE_PROMPTS: readonly PendingPrompt[] = [...PROMPTS_AFTER_BOOKING, 'order', 'merchant', 'return', 'list', 'leave'];

/** Prompts for a number of pieces. The next accepted code books the number shown; a refused code books nothing. */
export const QUANTITY_PROMPTS: readonly PendingPrompt[] = ['taken', 'howMany'];

/** What a station asks for when no prompt is open. */
export const IDLE_PROMPTS = [
  'scanTask',
  'scanDelivery',
  'scanReference',
  'scanPicklist',
  'scanCart',
  'scanPlace',
  'scanFrom',
  'scanItem',
  'scanItemOrTo',
  'scanParcel',
  'scanCount',
  'scanReturn',
  'scanAnything',
  'scanSerials',
  'goPlace',
  'takeItem',
  'packItem',
  'receiveItem',
  'checkItem',
  'countItem',
  'returnItem',
  'putTo',
  'putToNear',
  'closeParcel',
  'finish',
  'finishRest',
] as const;
export type PromptName = (typeof IDLE_PROMPTS)[number] | PendingPrompt;
export const PROMPTS: readonly PromptName[] = [...IDLE_PROMPTS, ...PENDING_PROMPTS];

/** Reasons a worker chooses from. They are stored with the scan command; texts are below `scan.reasons`. */
export const REASONS = {
  over: ['moreDelivered', 'wrongCount', 'noAnnouncement'],
  differs: ['lessDelivered', 'moreDelivered', 'damagedOnArrival'],
  short: ['missing', 'damaged', 'wrongInPlace', 'noCode'],
  /** `later`: the pieces are there but do not fit on the cart. */
  rest: ['missing', 'damaged', 'wrongInPlace', 'noCode', 'later'],
} as const;

/** The conditions a worker may set for the next piece. */
export const CONDITIONS_TO_SET = ['damaged', 'blocked', 'bWare'] as const;
export const OUTCOMES = RETURN_OUTCOMES;

/** Parameters whose values are locale keys themselves. The screen translates them before it inserts them into the sentence. */
const WORDS: Partial<Record<string, (value: string) => string>> = {
  blocker: (value) => `scan.blockers.${value}`,
  outcome: (value) => `scan.outcomes.${value}`,
  condition: (value) => `scan.conditions.${value}`,
  reason: (value) => `scan.reasons.${value}`,
  question: (value) => `scan.prompt.${value}`,
  did: (value) => `scan.did.${value}`,
};
/** The locale key of a parameter's value; null if the value is shown unchanged. */
export const parameterText = (param: string, value: string | number): string | null => WORDS[param]?.(String(value)) ?? null;
