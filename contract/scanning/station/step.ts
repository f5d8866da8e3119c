import type { Command } from '../../core/barcode/kontor-codes.ts';
import type { ScanCommandName } from '../commands.ts';
import { DEFAULTS, FREE, namesOption, readAnswer } from './answers.ts';
import { applyCommand, replay } from './apply.ts';
import { feedbackText, PROMPTS_AFTER_BOOKING, QUANTITY_PROMPTS, SKIPPABLE_PROMPTS, soundOf, spokenText } from './feedback.ts';
import { handle, matchesPattern } from './goods.ts';
import { labelFault } from './label.ts';
import { type CodeContext, itemOf, type Need, type Reply } from './profile-rules.ts';
import type { ProfileSpec } from './profiles.ts';
import { SPECS } from './profiles.ts';
import { promptOf } from './prompt.ts';
import { acceptQuantity } from './quantity.ts';
import { type Meaning, resolve } from './resolve.ts';
import type { Code, Entry, Goods, Input, Pending, StationState, Step } from './state.ts';
import { trim } from './state-updates.ts';

const MOST = 1_000_000;

const contextOf = (state: StationState, { code, ids, now }: Input): CodeContext => ({
  work: state.work,
  at: state.at,
  options: SPECS[state.profile].options,
  code,
  ids,
  entries: state.entries,
  by: { userId: state.who, at: now },
});

function applyMeaning(ctx: CodeContext, { family }: ProfileSpec, meaning: Meaning, multiplier: number): Reply {
  if (meaning.is === 'item' || meaning.is === 'serial') {
    const { code } = ctx;
    const qty = Math.min(MOST, multiplier * (code.qty ?? meaning.qty));
    const goods: Goods = {
      itemId: meaning.item.id,
      qty: meaning.is === 'serial' ? 1 : qty,
      lot: code.lot ?? '',
      expiry: code.expiry ?? null,
      serial: meaning.serial,
    };
    return family.goods ? handle(ctx, family.goods, goods) : { feedback: 'wrongKind' };
  }
  const handler = family.on[meaning.is] as ((ctx: CodeContext, meaning: Meaning) => Reply) | undefined;
  return handler ? handler(ctx, meaning) : { feedback: 'wrongKind' };
}

const meaningOf = (ctx: CodeContext, spec: ProfileSpec) => resolve(ctx.work, ctx.code, spec.kinds, spec.family.nearby(ctx));

const isKnown = (ctx: CodeContext, spec: ProfileSpec): boolean => {
  const found = meaningOf(ctx, spec);
  return found !== null && !('bad' in found);
};

/** Reads an unknown code as a serial number if the open item has a serial number pattern that matches it. */
function asSerial(ctx: CodeContext): Goods | null {
  const item = itemOf(ctx.work, ctx.at.itemId);
  const serial = ctx.code.raw.trim();
  return item && item.serialPattern !== '' && matchesPattern(serial, item.serialPattern)
    ? { itemId: item.id, qty: 1, lot: '', expiry: null, serial }
    : null;
}

function interpretCode(ctx: CodeContext, spec: ProfileSpec, multiplier: number): Reply {
  const found = meaningOf(ctx, spec);
  if (found && !('bad' in found)) return applyMeaning(ctx, spec, found, multiplier);
  const goods = found ? null : asSerial(ctx);
  if (goods && spec.family.goods) return handle(ctx, spec.family.goods, goods);
  if (found) return (found.bad === 'ambiguous' ? spec.family.ambiguous?.(ctx) : null) ?? { feedback: found.bad };
  return spec.family.unknown?.(ctx) ?? { feedback: 'unknownCode' };
}

const isNeed = (ask: Pending['ask']): ask is Need => ask === 'lot' || ask === 'expiry' || ask === 'serial';

function answer(ctx: CodeContext, spec: ProfileSpec, pending: Pending, value: string | number): Reply {
  const { goods } = pending;
  if (isNeed(pending.ask) && goods && spec.family.goods) return handle(ctx, spec.family.goods, { ...goods, [pending.ask]: value });
  return spec.family.answers[pending.ask]?.(ctx, value, pending) ?? { feedback: 'answerFirst', params: { question: pending.ask } };
}

/** True if this code cannot be the answer to the prompt: it means something else, or it is the same item without the requested data. */
function means(ctx: CodeContext, spec: ProfileSpec, pending: Pending): boolean {
  const found = meaningOf(ctx, spec);
  if (!found || 'bad' in found) return false;
  if (found.is === 'serial') return pending.ask !== 'serial';
  const carries = isNeed(pending.ask) && ctx.code[pending.ask] !== undefined;
  return !(carries && found.is === 'item' && found.item.id === pending.goods?.itemId);
}

const FIRST = { lot: 'lotNeeded', expiry: 'expiryNeeded', serial: 'serialNeeded' } as const;
const promptFirst = (ctx: CodeContext, { ask, goods }: Pending): Reply => {
  const params = { question: ask, sku: itemOf(ctx.work, goods?.itemId ?? null)?.sku ?? '' };
  return { feedback: isNeed(ask) ? FIRST[ask] : 'answerFirst', params };
};

/** While the quantity prompt is open, a code is interpreted as if the number were booked. If it is accepted, the number is booked. */
function amount(ctx: CodeContext, spec: ProfileSpec, pending: Pending): Reply {
  const broken = ctx.code.kind === 'command' ? null : labelFault(ctx.code, isKnown(ctx, spec));
  const found = ctx.code.kind === 'command' ? null : meaningOf(ctx, spec);
  return broken ?? acceptQuantity(ctx, spec.family, pending, found && !('bad' in found) ? found : null, (after) => reply(after, spec, 1));
}

function reply(ctx: CodeContext, spec: ProfileSpec, multiplier: number): Reply {
  const { pending } = ctx.at;
  if (pending && QUANTITY_PROMPTS.includes(pending.ask)) return amount(ctx, spec, pending);
  const required = (pending && spec.family.requiredAnswer?.(ctx, pending)) ?? null;
  const passable = pending !== null && SKIPPABLE_PROMPTS.includes(pending.ask) && required === null;
  const past: CodeContext = passable ? { ...ctx, at: { ...ctx.at, pending: null } } : ctx;
  const drop = (made: Reply): Reply => (passable ? { ...made, at: { pending: null, ...made.at } } : made);
  if (ctx.code.kind === 'command') {
    const command: Command | undefined = ctx.code.command;
    const fallback = pending && command === 'done' ? DEFAULTS[pending.ask] : undefined;
    if (pending && fallback !== undefined) return answer(ctx, spec, pending, fallback);
    if (pending && !passable) return required ?? promptFirst(ctx, pending);
    return drop((command && spec.family.commands[command]?.(past)) ?? { feedback: 'commandNotHere', params: { command: command ?? '' } });
  }
  const broken = spec.kinds.length > 0 ? labelFault(ctx.code, isKnown(ctx, spec)) : null;
  if (broken) return broken;
  if (!pending) return interpretCode(ctx, spec, multiplier);
  const isLoose = SKIPPABLE_PROMPTS.includes(pending.ask) || FREE.includes(pending.ask);
  const unlike = isLoose && !namesOption(ctx.code, pending) && means(ctx, spec, pending);
  const value = unlike ? null : readAnswer(ctx.code, pending);
  if (value !== null) return answer(ctx, spec, pending, value);
  return passable ? drop(interpretCode(past, spec, multiplier)) : (required ?? promptFirst(ctx, pending));
}

type Made = Reply & { undoes?: string; entries?: Entry[] };

/** Undoes the last valid scan of this device. An open prompt is closed first, because nothing of it is booked. */
function undo(state: StationState): Made {
  const { pending } = state.at;
  if (pending && !PROMPTS_AFTER_BOOKING.includes(pending.ask)) return { feedback: 'dropped', at: { pending: null } };
  const last = state.entries.findLast(
    (entry) => entry.undoable && !entry.undone && entry.sent.some((one) => holds(one)) === entry.sent.length > 0,
  );
  if (!last) return { feedback: 'nothingToUndo' };
  const entries = state.entries.map((entry) => (entry === last ? { ...entry, undone: true } : entry));
  const acts = last.sent
    .filter(holds)
    .map(({ scanId }) => ({ do: 'undo' as const, scanId }))
    .toReversed();
  return {
    feedback: 'undone',
    params: { code: last.code, last: feedbackText(last.say) },
    commands: acts,
    at: { ...last.before, pending: null },
    undoes: last.key,
    entries,
  };
}
const holds = ({ act, state }: Entry['sent'][number]): boolean => state !== 'refused' && act.do !== 'log';

const noteOf = (code: Code, feedback: Reply['feedback']): string => (code.kind === 'command' ? '' : feedback);

/**
 * Processes one scan: its meaning, the commands to send, the feedback and the next prompt. Pure function: ids and time are part of the
 * input. A refused code is sent as a `log` command that names the refusal, so that it can be found later; nothing is booked.
 */
export function step(state: StationState, input: Input): Step {
  const { code } = input;
  const spec = SPECS[state.profile];
  const answered: Made =
    code.command === 'undo' && code.kind === 'command' ? undo(state) : reply(contextOf(state, input), spec, state.multiplier);
  const made: Made = input.offline && answered.feedback === 'unknownCode' ? { ...answered, feedback: 'unknownCodeOffline' } : answered;
  return record(state, made, input);
}

/** Books a reply: that of a scan, or that of a sheet, such as the pallets that were counted. Either can be undone or refused. */
export function record(state: StationState, made: Made, { code, ids, now }: Input): Step {
  const outcome = soundOf(made.feedback);
  const refused = outcome !== 'ok' && outcome !== 'done';
  const note = refused && !made.commands && code.kind !== 'command';
  const acts = (note ? [{ do: 'log' as const, note: noteOf(code, made.feedback) }] : (made.commands ?? [])).map((act) => ({
    scanId: ids(),
    act,
  }));
  const params = { code: code.raw, ...made.params };
  const entry: Entry = {
    key: acts[0]?.scanId ?? ids(),
    code: code.raw,
    now,
    say: made.feedback,
    params,
    before: state.at,
    sent: acts.map((one) => ({ ...one, state: 'queued', why: null, params: {} })),
    undoable: made.undoes === undefined && (made.step === true || acts.some(({ act }) => act.do !== 'log')),
    undone: false,
    folded: false,
    undoes: made.undoes ?? null,
  };
  const entries = [...(made.entries ?? state.entries), entry];
  const by = { userId: state.who, at: now };
  const work = made.entries
    ? replay(state.base, entries, state.who)
    : acts.reduce((own, { act }) => applyCommand(own, act, by), state.work);
  const at = { ...state.at, ...made.at };
  const keeps = !refused && acts.length === 0 && made.step !== true;
  const next = trim({ ...state, work, at, entries, multiplier: keeps && !at.pending ? state.multiplier : 1 });
  const prompt = promptOf(next);
  return {
    state: { ...next, prompt },
    verdict: { outcome, say: feedbackText(made.feedback), params, speak: spokenText(made.feedback, prompt.ask), next: prompt },
    commands: acts,
  };
}

/** Commands that opening may book: the arrival of a delivery, and the log of a code that was not understood. */
const OPENING: readonly ScanCommandName[] = ['arrive', 'log'];

/**
 * Whether a step only opens an order, a delivery or a list. A step that takes pieces in hand or counts them does more, even when it books
 * nothing yet: the next scan books them.
 */
export function onlyOpens(before: StationState, { state: { at }, commands }: Step): boolean {
  const takes = at.hand.length > before.at.hand.length || (at.pending !== before.at.pending && (at.pending?.goods ?? null) !== null);
  return !takes && commands.every(({ act }) => OPENING.includes(act.do));
}

/** Sets the number of pieces for the next scan. */
export const multiply = (state: StationState, pieces: number): StationState => ({
  ...state,
  multiplier: Number.isInteger(pieces) ? Math.min(MOST, Math.max(1, pieces)) : 1,
});

const FIGURES = 6;
/** A key of the on-screen number pad. It changes the number of the open prompt; nothing is booked until the worker continues. */
export function press(state: StationState, key: string): StationState {
  const { pending } = state.at;
  if (!pending || !QUANTITY_PROMPTS.includes(pending.ask)) return state;
  const before = String(pending.got.typed ?? '');
  const typed = key === 'erase' ? before.slice(0, -1) : `${before}${key}`.replace(/^0+(?=\d)/, '').slice(0, FIGURES);
  const next = { ...state, at: { ...state.at, pending: { ...pending, got: { ...pending.got, typed } } } };
  return { ...next, prompt: promptOf(next) };
}

/** Whether the number can be booked without another scan: it is the full requested quantity or zero. */
export function isWhole({ at: { pending } }: StationState): boolean {
  const typed = pending?.ask === 'taken' ? pending.got.typed : '';
  return typed !== '' && (typed === '0' || Number(typed) === pending?.got.asked);
}

/** Whether the device knows what this code means here. If not and the work is partial, the server is asked first (`learn`). */
export const knows = (state: StationState, code: Code): boolean => {
  const spec = SPECS[state.profile];
  const ctx = contextOf(state, { code, ids: () => '', now: '' });
  const { pending } = state.at;
  const answers = pending !== null && (!QUANTITY_PROMPTS.includes(pending.ask) || readAnswer(code, pending) !== null);
  return code.kind === 'command' || answers || spec.kinds.length === 0 || meaningOf(ctx, spec) !== null || asSerial(ctx) !== null;
};
