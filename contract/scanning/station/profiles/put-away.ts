import type { Work, WorkTask } from '../../work.ts';
import { piecesAt, piecesInHand, putGoodsDown, takeInHand, takeUnit } from '../goods-in-hand.ts';
import {
  blockedBy,
  type CodeContext,
  needsInside,
  type ProfileRules,
  type PromptSpec,
  placeCode,
  type Reply,
  showTask,
  skuOf,
  sum,
  taskOf,
  turnTo,
} from '../profile-rules.ts';
import type { Goods, LocalWork } from '../state.ts';

const OPEN: readonly WorkTask['status'][] = ['readyToInbound', 'partiallyInbounded'];
/** Kinds of places where goods wait before they are put away. */
const PASSING = ['dock', 'cart', 'returns', 'pack'];

const waiting = (task: WorkTask, itemId: string): number =>
  sum(task.lines.filter((line) => line.itemId === itemId).map((line) => line.received - line.putAway));
const allWaiting = (task: WorkTask): number => sum(task.lines.map((line) => line.received - line.putAway));

function open(ctx: CodeContext, task: WorkTask): Reply {
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (task.status === 'inbounded' || (OPEN.includes(task.status) && allWaiting(task) === 0))
    return { feedback: 'alreadyClosed', params: { no: task.no } };
  if (!OPEN.includes(task.status)) return { feedback: 'wrongState', params: { no: task.no } };
  return ctx.at.hand.length > 0 && task.id !== ctx.at.taskId
    ? { feedback: 'answerFirst', params: { question: 'place' } }
    : turnTo(ctx, task);
}

/** The open task; with nothing in hand, the oldest task that has these pieces. */
function taskFor(ctx: CodeContext, goods: Goods): WorkTask | undefined {
  const own = taskOf(ctx);
  if (own && (waiting(own, goods.itemId) > 0 || ctx.at.hand.length > 0)) return own;
  const fits = (task: WorkTask): boolean => OPEN.includes(task.status) && !blockedBy(task) && waiting(task, goods.itemId) > 0;
  return ctx.at.hand.length > 0 ? undefined : (ctx.work.tasks.find(fits) ?? own);
}

/** Where the pieces are now: the place the worker scanned, the station's place, or a dock that has them. */
function fromOf(ctx: CodeContext, itemId: string): string | null {
  const passing = ctx.work.places.filter(({ kind }) => PASSING.includes(kind)).map(({ id }) => id);
  const known = [ctx.at.fromId, ctx.work.station.placeId, ...passing];
  return known.find((id) => id !== null && piecesAt(ctx.work, itemId, id) > 0) ?? ctx.at.fromId ?? ctx.work.station.placeId;
}

function check(ctx: CodeContext, goods: Goods): Reply | null {
  const sku = skuOf(ctx.work, goods.itemId);
  if (ctx.at.unitId !== null) return { feedback: 'answerFirst', params: { question: 'place' } };
  const fromId = fromOf(ctx, goods.itemId);
  if (fromId === null) return { feedback: 'placeFirst' };
  if (ctx.at.hand.length > 0 && fromId !== ctx.at.fromId) return { feedback: 'answerFirst', params: { question: 'place' } };
  const task = taskFor(ctx, goods);
  const taken = piecesInHand(ctx.at, goods.itemId);
  if (!task) {
    const left = piecesAt(ctx.work, goods.itemId, fromId) - taken;
    return left < goods.qty ? { feedback: 'notInPlace', params: { sku, place: placeCode(ctx.work, fromId), left } } : null;
  }
  if (!task.lines.some(({ itemId }) => itemId === goods.itemId)) return { feedback: 'wrongItem', params: { sku, no: task.no } };
  const left = waiting(task, goods.itemId) - taken;
  return left < goods.qty ? { feedback: 'tooMany', params: { sku, left, no: task.no } } : (blockedBy(task) ?? null);
}

/** A shelf that already has this item, so that the item stays in one place. */
const nearOf = (work: LocalWork, itemId: string): Work['places'][number] | undefined =>
  work.places.find((place) => !PASSING.includes(place.kind) && !place.blocked && piecesAt(work, itemId, place.id) > 0);

function put(ctx: CodeContext, place: Work['places'][number]): Reply {
  if (ctx.at.hand.length === 0 && ctx.at.unitId === null)
    return PASSING.includes(place.kind)
      ? { feedback: 'placeSet', params: { place: place.code }, at: { fromId: place.id } }
      : { feedback: 'itemFirst', params: { place: place.code } };
  const task = taskOf(ctx);
  const reply = putGoodsDown(ctx, place, 'putAway', (goods, fromId, toId) => ({
    do: 'putAway',
    taskId: task?.id ?? null,
    ...goods,
    condition: 'good',
    fromId,
    toId,
  }));
  const all = task && reply.feedback === 'putAway' && allWaiting(task) === sum(ctx.at.hand.map(({ qty }) => qty));
  return all ? { ...reply, feedback: 'putAwayAll', params: { ...reply.params, no: task.no }, at: { ...reply.at, taskId: null } } : reply;
}

export const putAway: ProfileRules = {
  nearby: (here) => ({
    merchantId: taskOf(here)?.merchantId ?? null,
    wanted: new Set(taskOf(here)?.lines.map(({ itemId }) => itemId)),
  }),
  on: {
    task: (ctx, { task }) => open(ctx, task),
    unit: (ctx, { unit }) => takeUnit(ctx, unit),
    place: (ctx, { place }) => put(ctx, place),
  },
  goods: {
    needs: needsInside,
    serials: (ctx, goods) => fromOf(ctx, goods.itemId),
    check,
    book: (ctx, goods) => takeInHand(ctx, goods, fromOf(ctx, goods.itemId), { taskId: taskFor(ctx, goods)?.id ?? null }),
  },
  answers: {},
  commands: {},
  prompt: (here): PromptSpec => {
    const { work, at } = here;
    if (at.unitId !== null) return { prompt: 'putTo', params: { qty: 1, sku: work.units.find(({ id }) => id === at.unitId)?.code ?? '' } };
    const held = at.hand.at(-1);
    if (held) {
      const near = nearOf(work, held.itemId);
      const params = { qty: piecesInHand(at, held.itemId), sku: skuOf(work, held.itemId) };
      return near ? { prompt: 'putToNear', params: { ...params, place: near.code } } : { prompt: 'putTo', params };
    }
    const task = taskOf(here);
    return task ? { prompt: 'checkItem', params: { no: task.no } } : { prompt: 'scanItem' };
  },
  show: (here) =>
    showTask(here, ({ itemId, putAway, received }) => ({
      place: nearOf(here.work, itemId)?.code ?? '',
      done: putAway,
      expected: received,
    })),
};
