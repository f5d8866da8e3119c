import { REFUSAL_REASONS, RETURN_OUTCOMES, type RefusalReason, type Sound } from '../commands.ts';

/** What a station says by itself, and how it sounds. What the server refuses stands in `REFUSAL_REASONS`; where both know a case, that key is used. */
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
  moved: 'ok',
  unitTaken: 'ok',
  unitMoved: 'ok',
  conditionSet: 'ok',
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

const isWhy = (key: FeedbackCode): key is RefusalReason => Object.hasOwn(REFUSAL_REASONS, key);
export const soundOf = (key: FeedbackCode): Sound => (isWhy(key) ? REFUSAL_REASONS[key] : FEEDBACK[key]);
/** Where the sentence stands among the texts. */
export const feedbackText = (key: FeedbackCode): string => (isWhy(key) ? `scan.why.${key}` : `scan.say.${key}`);
/** Refusals that say who was first and when, where the server knows it (reliability.md P4). */
const BY: readonly string[] = [
  'alreadyPicked',
  'alreadyPacked',
  'alreadyShipped',
  'alreadyLoaded',
  'serialUsed',
  'returnOpen',
] satisfies RefusalReason[];
/** Where the sentence of a refusal by the server stands; one of a server newer than this page has no words here. */
export const refusalText = (why: string, params: Record<string, string | number>): string => {
  if (!isWhy(why as FeedbackCode)) return 'scan.why.broken';
  return params['who'] !== undefined && BY.includes(why) ? `scan.by.${why}` : `scan.why.${why}`;
};
export const FEEDBACK_CODES = [...Object.keys(FEEDBACK), ...Object.keys(REFUSAL_REASONS)] as FeedbackCode[];

/** Refusals whose own words are spoken, because the worker stands away from the screen and has to act on them, and measures; others speak their sound's name. */
const SPOKEN: Partial<Record<FeedbackCode, true>> = {
  blocked: true,
  wrongPlace: true,
  wrongItem: true,
  tooMany: true,
  unknownCode: true,
  unknownCodeOffline: true,
  // A figure that was misread is noticed only where it is repeated.
  weightRead: true,
  weightOdd: true,
  weightMuch: true,
  weightFirst: true,
  sizeFirst: true,
  tooHeavy: true,
  parcelWeighed: true,
  parcelSized: true,
  parcelMeasured: true,
};
export function spokenText(key: FeedbackCode, prompt: PromptName): string {
  const sound = soundOf(key);
  if (SPOKEN[key]) return `scan.speak.${key}`;
  return sound === 'ok' || sound === 'done' ? `scan.speak.${prompt}` : `scan.speak.${sound}`;
}

/** What a station asks for while something is half known. The first three complete goods; the others are answers to a question. */
export const PENDING_PROMPTS = [
  'lot',
  'expiry',
  'serial',
  'reason',
  'order',
  'merchant',
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
  'outcome',
  'condition',
  'newLabel',
] as const;
export type PendingPrompt = (typeof PENDING_PROMPTS)[number];
/** Follow a booking, so that undo takes that back and not the question. */
export const PROMPTS_AFTER_BOOKING: readonly PendingPrompt[] = ['left', 'weight', 'weightOdd', 'size'];
/** May be passed over: the next scan goes on, and the answer can be given elsewhere. */
export const SKIPPABLE_PROMPTS: readonly PendingPrompt[] = [...PROMPTS_AFTER_BOOKING, 'order', 'merchant', 'list', 'leave'];

/** How many pieces: answered by going on. The next code that is accepted books the number that stands there; one that is refused books nothing. */
export const QUANTITY_PROMPTS: readonly PendingPrompt[] = ['taken', 'howMany'];

/** What a station waits for when nothing is half known. */
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

/** Reasons a worker chooses from; kept with the act, shown as `scan.reasons`. */
export const REASONS = {
  over: ['moreDelivered', 'wrongCount', 'noAnnouncement'],
  differs: ['lessDelivered', 'moreDelivered', 'damagedOnArrival'],
  short: ['missing', 'damaged', 'wrongInPlace', 'noCode'],
  /** `later`: the pieces are there and do not fit on the cart. */
  rest: ['missing', 'damaged', 'wrongInPlace', 'noCode', 'later'],
} as const;

/** The states of goods a worker may set for the next piece. */
export const CONDITIONS_TO_SET = ['damaged', 'blocked', 'bWare'] as const;
export const OUTCOMES = RETURN_OUTCOMES;

/** Where a refused scan is settled: by scanning again, by the shift lead, by the office, or nowhere because it was done already. */
const REMEDIES: Record<RefusalReason, 'again' | 'lead' | 'office' | 'nothing'> = {
  unknownTask: 'office',
  unknownLine: 'again',
  unknownParcel: 'again',
  unknownPlace: 'lead',
  unknownItem: 'office',
  wrongMerchant: 'lead',
  wrongItem: 'again',
  wrongState: 'lead',
  blocked: 'office',
  tooMany: 'again',
  overReceipt: 'lead',
  notEnough: 'lead',
  placeBlocked: 'lead',
  placeOfOther: 'again',
  placeFull: 'again',
  alreadyPicked: 'nothing',
  alreadyPacked: 'nothing',
  alreadyShipped: 'nothing',
  alreadyLoaded: 'nothing',
  alreadyReceived: 'nothing',
  alreadyClosed: 'nothing',
  returnOpen: 'again',
  nothingToReturn: 'lead',
  serialNeeded: 'again',
  serialWrong: 'again',
  serialUsed: 'lead',
  serialUnknown: 'lead',
  lotNeeded: 'again',
  expiryNeeded: 'again',
  weightNeeded: 'again',
  tooHeavy: 'again',
  notLabelled: 'lead',
  listEmpty: 'again',
  notUndoable: 'lead',
  alreadyUndone: 'nothing',
  countClosed: 'lead',
  noRight: 'lead',
  broken: 'office',
};
/** What to do about a scan the server refused; a server newer than this page may name a reason not known here. */
export const remedyText = (why: string): string => `scan.tray.${Object.hasOwn(REMEDIES, why) ? REMEDIES[why as RefusalReason] : 'office'}`;

/** Parameters that are words themselves: the screen translates them first, with the sentence's other parameters. */
const WORDS: Partial<Record<string, (value: string) => string>> = {
  blocker: (value) => `scan.blockers.${value}`,
  outcome: (value) => `scan.outcomes.${value}`,
  condition: (value) => `scan.conditions.${value}`,
  reason: (value) => `scan.reasons.${value}`,
  question: (value) => `scan.prompt.${value}`,
  did: (value) => `scan.did.${value}`,
};
/** The locale key of a parameter's value; null where it stands as it is. */
export const parameterText = (param: string, value: string | number): string | null => WORDS[param]?.(String(value)) ?? null;
