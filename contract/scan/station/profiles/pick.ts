import type { Work, WorkPickLine, WorkTask } from '../../work.ts';
import {
  type Asked,
  blockedBy,
  type Ctx,
  choose,
  type Family,
  type Here,
  needsInside,
  placeCode,
  question,
  type Reply,
  type ShownLine,
  skuOf,
  sum,
} from '../family.ts';
import { lying } from '../hand.ts';
import { REASONS } from '../says.ts';
import type { Goods } from '../state.ts';

type Picklist = Work['picklists'][number];
const listOf = ({ work, at }: Here): Picklist | undefined => work.picklists.find(({ id }) => id === at.picklistId);
const open = (line: WorkPickLine): number => line.qty - line.picked - line.short;
const taskOfLine = (work: Work, line: WorkPickLine) => work.tasks.find(({ id }) => id === line.taskId);
const stopped = (work: Work, line: WorkPickLine): Reply | null => blockedBy(taskOfLine(work, line));

/** The way through the list: by its sequence, put-off lines last, blocked orders left out. */
function route(here: Here): WorkPickLine[] {
  const lines = (listOf(here)?.lines ?? []).filter((line) => open(line) > 0 && !stopped(here.work, line));
  const later = (line: WorkPickLine): number => here.at.skipped.lastIndexOf(line.id);
  return lines.toSorted((a, b) => later(a) - later(b) || a.seq - b.seq);
}
const current = (here: Here): WorkPickLine | undefined => route(here)[0];
const cartOf = ({ work, at }: Here): string | null => at.cartId ?? work.station.placeId;

function start(ctx: Ctx, list: Picklist): Reply {
  if (list.lines.every((line) => open(line) <= 0)) return { tell: 'alreadyPicked', params: { no: list.no } };
  const here = { ...ctx, at: { ...ctx.at, picklistId: list.id } };
  const first = list.lines.find((line) => open(line) > 0);
  if (!current(here)) return (first && stopped(ctx.work, first)) ?? { tell: 'wrongState', params: { no: list.no } };
  const former = listOf(ctx);
  const at = { picklistId: list.id, placeId: null, itemId: null, skipped: [], pending: null };
  return former && former.id !== list.id
    ? { tell: 'switched', params: { former: former.no, no: list.no }, at }
    : { tell: 'opened', params: { no: list.no }, at };
}

/** The order's number leads to the list that still wants pieces for it. */
function startFor(ctx: Ctx, task: WorkTask): Reply {
  const list = ctx.work.picklists.find(({ lines }) => lines.some((line) => line.taskId === task.id && open(line) > 0));
  return list ? start(ctx, list) : { tell: 'notListed', params: { no: task.no } };
}

function goTo(ctx: Ctx, place: Work['places'][number]): Reply {
  if (place.kind === 'cart') return { tell: 'cartSet', params: { place: place.code }, at: { cartId: place.id } };
  const line = current(ctx);
  if (!line) return { tell: 'openFirst' };
  if (line.placeId !== place.id) return { tell: 'wrongPlace', params: { expected: line.placeCode, got: place.code } };
  return { tell: 'placeSet', params: { place: place.code }, at: { placeId: place.id } };
}

/** The line these pieces fill: the one that is due, or another open one in the same place. */
function lineFor(ctx: Ctx, itemId: string): WorkPickLine | Reply {
  const list = listOf(ctx);
  const due = current(ctx);
  const own = list?.lines.filter((line) => line.itemId === itemId) ?? [];
  const sku = skuOf(ctx.work, itemId);
  if (!list) return { tell: 'openFirst' };
  if (own.length > 0 && own.every((line) => open(line) <= 0)) return { tell: 'alreadyPicked', params: { sku, no: list.no } };
  if (!due) return { tell: 'wrongItem', params: { sku, no: list.no } };
  if (ctx.at.placeId !== due.placeId) return { tell: 'placeFirst', params: { place: due.placeCode } };
  const here = route(ctx).find((line) => line.itemId === itemId && line.placeId === due.placeId);
  if (here) return here;
  const blocked = own.filter((line) => open(line) > 0 && line.placeId === due.placeId).map((line) => stopped(ctx.work, line))[0];
  return blocked ?? { tell: 'wrongItem', params: { sku, expected: skuOf(ctx.work, due.itemId), no: list.no } };
}

function check(ctx: Ctx, goods: Goods): Reply | null {
  const line = lineFor(ctx, goods.itemId);
  if ('tell' in line) return line;
  if (cartOf(ctx) === null) return { tell: 'cartFirst' };
  if (line.lot !== '' && goods.lot !== '' && goods.lot !== line.lot)
    return { tell: 'wrongLot', params: { expected: line.lot, got: goods.lot } };
  return goods.qty > open(line)
    ? { tell: 'tooMany', params: { sku: skuOf(ctx.work, goods.itemId), left: open(line), no: line.taskNo } }
    : null;
}

/** What should lie there after the pick, where the device knows it: nothing means that somebody should look. */
const isEmptied = ({ work }: Ctx, line: WorkPickLine, qty: number): boolean =>
  work.stock.some((row) => row.itemId === line.itemId && row.placeId === line.placeId) && lying(work, line.itemId, line.placeId) === qty;

function book(ctx: Ctx, goods: Goods): Reply {
  const line = lineFor(ctx, goods.itemId);
  const cartId = cartOf(ctx);
  if ('tell' in line || cartId === null) return 'tell' in line ? line : { tell: 'cartFirst' };
  const rest = route(ctx).filter((other) => other.id !== line.id || open(other) > goods.qty);
  const { at } = question('left', { got: { place: line.placeCode, sku: skuOf(ctx.work, goods.itemId) } });
  const zero = isEmptied(ctx, line, goods.qty) ? at : { pending: null };
  return {
    tell: rest.length === 0 ? 'pickDone' : 'picked',
    params: {
      qty: goods.qty,
      sku: skuOf(ctx.work, goods.itemId),
      done: line.picked + goods.qty,
      of: line.qty,
      no: rest.length === 0 ? (listOf(ctx)?.no ?? '') : line.taskNo,
    },
    acts: [{ do: 'pick', picklistLineId: line.id, qty: goods.qty, serial: goods.serial, cartId }],
    at: { itemId: goods.itemId, placeId: rest[0]?.placeId === line.placeId ? line.placeId : null, ...zero },
  };
}

function noteShort(ctx: Ctx, reason: string, seen: number | null): Reply {
  const line = current(ctx);
  if (!line) return { tell: 'openFirst' };
  return {
    tell: 'shortNoted',
    params: { qty: open(line), sku: skuOf(ctx.work, line.itemId), reason },
    acts: [{ do: 'short', picklistLineId: line.id, qty: open(line), reason, seen }],
    at: { placeId: null, itemId: null, pending: null },
  };
}

export const pick: Family = {
  around: (here) => ({ merchantId: null, wanted: new Set(route(here).map(({ itemId }) => itemId)) }),
  on: {
    picklist: (ctx, { picklist }) => start(ctx, picklist),
    task: (ctx, { task }) => startFor(ctx, task),
    place: (ctx, { place }) => goTo(ctx, place),
  },
  goods: { needs: needsInside, serials: ({ at }) => at.placeId, check, book },
  answers: {
    // Broken pieces are there; only of missing ones it is worth knowing what is left.
    reason: (ctx, answer) => (answer === 'missing' ? question('seen', { got: { reason: answer } }) : noteShort(ctx, String(answer), null)),
    seen: (ctx, answer, { got }) => noteShort(ctx, String(got.reason), answer === '' ? null : Number(answer)),
    left: (_ctx, answer, { got }) => ({
      tell: 'leftNoted',
      params: { left: answer, place: got.place ?? '' },
      acts: [{ do: 'log', note: `left ${answer} ${got.sku} ${got.place}` }],
      at: { pending: null },
    }),
  },
  commands: {
    short: (ctx) => (current(ctx) ? question('reason', { options: choose(REASONS.short, 'reasons') }) : { tell: 'openFirst' }),
    next: (ctx): Reply => {
      const line = current(ctx);
      if (!line) return { tell: 'openFirst' };
      return {
        tell: 'skipped',
        params: { sku: skuOf(ctx.work, line.itemId), place: line.placeCode },
        at: { skipped: [...ctx.at.skipped, line.id], placeId: null, itemId: null },
        step: true,
      };
    },
    done: (ctx): Reply => {
      const list = listOf(ctx);
      if (!list) return { tell: 'nothingToClose' };
      const left = sum(route(ctx).map(open));
      const at = { picklistId: null, placeId: null, itemId: null, skipped: [] };
      return left > 0 ? { tell: 'listOpen', params: { no: list.no, left } } : { tell: 'listDone', params: { no: list.no }, at };
    },
  },
  prompt: (here): Asked => {
    const list = listOf(here);
    if (!list) return { ask: 'scanPicklist' };
    if (cartOf(here) === null) return { ask: 'scanCart' };
    const line = current(here);
    if (!line) return { ask: 'finish', params: { no: list.no } };
    const params = { place: placeCode(here.work, line.placeId) || line.placeCode, qty: open(line), sku: skuOf(here.work, line.itemId) };
    return { ask: here.at.placeId === line.placeId ? 'takeItem' : 'goPlace', params };
  },
  show: (here) => {
    const list = listOf(here);
    if (!list) return null;
    const due = current(here);
    const stateOf = (line: WorkPickLine): ShownLine['state'] => {
      if (line.id === due?.id) return 'now';
      if (stopped(here.work, line)) return 'blocked';
      return line.short > 0 ? 'short' : 'open';
    };
    const lines = list.lines
      .toSorted((a, b) => a.seq - b.seq)
      .map((line) => ({
        id: line.id,
        itemId: line.itemId,
        text: skuOf(here.work, line.itemId),
        place: line.placeCode,
        done: line.picked,
        expected: line.qty,
        state: stateOf(line),
      }));
    return { key: 'scan.headline.picklist', params: { no: list.no }, lines };
  },
};
