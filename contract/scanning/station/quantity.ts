import { readAnswer } from './answers.ts';
import { applyCommand } from './apply.ts';
import { QUANTITY_PROMPTS, soundOf } from './feedback.ts';
import { type CodeContext, type ProfileRules, type Reply, skuOf } from './profile-rules.ts';
import type { Meaning } from './resolve.ts';
import type { Goods, LocalWork, Pending, StationPosition } from './state.ts';

/** How the number starts. `all`: the requested quantity. `count`: the number scanned. `type`: empty until a number is typed. */
type Mode = 'all' | 'count' | 'type';
type Opening = { mode: Mode; counted: number; asked: number; got?: Pending['got']; at?: Partial<StationPosition> };

/** Opens the prompt for the number of pieces. `asked` is 0 if the worker must not know it. */
export function promptQuantity(
  ctx: CodeContext,
  ask: 'taken' | 'howMany',
  goods: Goods,
  { mode, counted, asked, got, at }: Opening,
): Reply {
  const sku = skuOf(ctx.work, goods.itemId);
  const pending: Pending = { ask, goods, options: [], got: { ...got, mode, counted, asked, typed: '' } };
  return { ...openedWith(pending, sku), at: { ...at, itemId: goods.itemId, pending } };
}

function openedWith({ ask, got }: Pending, sku: string): Pick<Reply, 'feedback' | 'params'> {
  if (ask === 'howMany') return { feedback: 'counted', params: { qty: got.counted ?? 1, sku } };
  if (got.mode === 'all') return { feedback: 'takenAll', params: { qty: got.asked ?? 1, sku } };
  if (got.mode === 'count') return { feedback: 'takenSome', params: { done: got.counted ?? 1, of: got.asked ?? 1, sku } };
  return { feedback: 'answerNext', params: { question: ask, sku } };
}

/** The number that the next accepted scan books; null if it must still be typed. */
export function enteredQuantity({ got }: Pending): number | null {
  if (got.typed !== undefined && got.typed !== '') return Number(got.typed);
  if (got.mode === 'type') return null;
  return Number(got.mode === 'all' ? got.asked : got.counted);
}

/** The same goods were scanned again: from now on each scan counts, and reaching the requested number books it. */
function countUp(ctx: CodeContext, family: ProfileRules, pending: Pending, qty: number): Reply {
  const { got, goods } = pending;
  const counted = Number(got.counted) + qty;
  const asked = Number(got.asked);
  const sku = skuOf(ctx.work, goods?.itemId ?? null);
  if (asked > 0 && counted > asked) return { feedback: 'tooMany', params: { sku, left: asked, no: got.no ?? '' } };
  if (asked > 0 && counted === asked) return confirm(ctx, family, pending, counted);
  const next: Pending = { ...pending, got: { ...got, mode: 'count', counted, typed: '' } };
  return { ...openedWith(next, sku), at: { pending: next } };
}

const confirm = (ctx: CodeContext, family: ProfileRules, pending: Pending, amount: number): Reply =>
  family.answers[pending.ask]?.(ctx, amount, pending) ?? { feedback: 'answerFirst', params: { question: pending.ask } };

const isAccepted = ({ feedback }: Reply): boolean => ['ok', 'done'].includes(soundOf(feedback));
/** Feedback that the next prompt repeats anyway. The feedback of the booking is shown instead. */
const SHOWN_BY_PROMPT: readonly Reply['feedback'][] = ['placeSet', 'cartSet', 'takenAll', 'takenSome', 'counted', 'answerNext'];

function join(first: Reply, second: Reply): Reply {
  const { feedback, params } = SHOWN_BY_PROMPT.includes(second.feedback) ? first : second;
  const acts = [...(first.commands ?? []), ...(second.commands ?? [])];
  return {
    feedback,
    ...(params ? { params } : {}),
    ...(acts.length > 0 ? { commands: acts } : {}),
    at: { ...first.at, ...second.at },
  };
}

/** Fewer pieces are there than requested: the number decides what is booked and what is short. */
function short(ctx: CodeContext, family: ProfileRules, pending: Pending): Reply {
  const { got, goods } = pending;
  const known = got.mode === 'count' || got.typed !== '' ? enteredQuantity(pending) : null;
  if (known !== null && known < Number(got.asked)) return confirm(ctx, family, pending, known);
  const next: Pending = { ...pending, got: { ...got, mode: 'type', typed: '' } };
  return { ...openedWith(next, skuOf(ctx.work, goods?.itemId ?? null)), at: { pending: next } };
}

/** Pieces put onto a scanned cart are booked to that cart, not to the previous one. */
const onto = (ctx: CodeContext, pending: Pending, meaning: Meaning | null): CodeContext =>
  pending.ask === 'taken' && meaning?.is === 'place' && meaning.place.kind === 'cart'
    ? { ...ctx, at: { ...ctx.at, cartId: meaning.place.id } }
    : ctx;

/**
 * Handles a code while the quantity prompt is open. `rest` interprets the code as if the number were booked. Only if it is accepted
 * is the number booked; both belong to one scan.
 */
export function acceptQuantity(
  ctx: CodeContext,
  family: ProfileRules,
  pending: Pending,
  meaning: Meaning | null,
  rest: (after: CodeContext) => Reply,
): Reply {
  const { command, kind } = ctx.code;
  const sku = skuOf(ctx.work, pending.goods?.itemId ?? null);
  if (command === 'short' && pending.ask === 'taken') return short(ctx, family, pending);
  if (meaning?.is === 'item' && isSame(ctx, pending, meaning)) return countUp(ctx, family, pending, ctx.code.qty ?? meaning.qty);
  if (meaning?.is === 'item' && meaning.item.id === pending.goods?.itemId) {
    // Another lot of the same item is checked against the open quantity before the booking.
    const other = rest({ ...ctx, at: { ...ctx.at, pending: null } });
    if (!isAccepted(other)) return other;
  }
  const number = meaning === null && kind !== 'command' ? readAnswer(ctx.code, pending) : null;
  if (typeof number === 'number') return confirm(ctx, family, pending, number);
  const amount = enteredQuantity(pending);
  const first: Reply =
    amount === null
      ? { feedback: 'answerFirst', params: { question: pending.ask, sku } }
      : confirm(onto(ctx, pending, meaning), family, pending, amount);
  if (command === 'next') return first;
  const asked = first.at?.pending ?? null;
  if (command === 'done' && (asked !== null || !isAccepted(first))) return first;
  const opens = asked !== null && !QUANTITY_PROMPTS.includes(asked.ask);
  if (!isAccepted(first) && !opens && meaning) return first;
  const work = (first.commands ?? []).reduce<LocalWork>((own, act) => applyCommand(own, act, ctx.by), ctx.work);
  const second = rest({ ...ctx, work, at: { ...ctx.at, ...first.at, pending: null } });
  if (command === 'done') return soundOf(second.feedback) === 'done' ? join(first, second) : first;
  if (!isAccepted(second)) return { feedback: second.feedback, params: second.params ?? {} };
  if (!isAccepted(first)) return first;
  // The reason for a smaller quantity is asked first. The prompt of the code appears when it is scanned again.
  if (asked !== null && asked.ask !== 'left')
    return second.commands ? first : { ...first, at: { ...first.at, ...second.at, itemId: ctx.at.itemId, pending: asked } };
  return join({ ...first, at: { ...first.at, pending: null } }, second);
}

const isSame = ({ code }: CodeContext, { goods }: Pending, { item, serial }: { item: { id: string }; serial: string }): boolean =>
  goods?.itemId === item.id && serial === '' && (code.lot === undefined || code.lot === goods.lot);
