import type { Work, WorkItem, WorkPickLine, WorkTask } from '../../work.ts';
import { REASONS } from '../feedback.ts';
import {
  type CodeContext,
  itemOf,
  needsInside,
  numberedOptions,
  type ProfileRules,
  type PromptSpec,
  placeCode,
  question,
  type Reply,
  type StationContext,
  skuOf,
  sum,
  type WorkSummaryLine,
} from '../profile-rules.ts';
import { promptQuantity } from '../quantity.ts';
import type { Goods, Pending } from '../state.ts';
import {
  current,
  isEmptied,
  listOf,
  lotsIn,
  missingOf,
  open,
  openOf,
  type Picklist,
  route,
  sameStop,
  stopOf,
  stopped,
} from './pick-walk.ts';

const cartOf = ({ work, at }: StationContext): string | null => at.cartId ?? work.station.placeId;

function start(ctx: CodeContext, list: Picklist): Reply {
  if (list.lines.every((line) => open(line) <= 0)) return { feedback: 'alreadyPicked', params: { no: list.no } };
  const here = { ...ctx, at: { ...ctx.at, picklistId: list.id } };
  const first = list.lines.find((line) => open(line) > 0);
  if (!current(here)) return (first && stopped(ctx.work, first)) ?? { feedback: 'wrongState', params: { no: list.no } };
  const former = listOf(ctx);
  const at = { picklistId: list.id, placeId: null, itemId: null, skipped: [], pending: null };
  return former && former.id !== list.id
    ? { feedback: 'switched', params: { former: former.no, no: list.no }, at }
    : { feedback: 'opened', params: { no: list.no }, at };
}

/** An order number opens the picklist that still needs pieces for that order. */
function startFor(ctx: CodeContext, task: WorkTask): Reply {
  const list = ctx.work.picklists.find(({ lines }) => lines.some((line) => line.taskId === task.id && open(line) > 0));
  return list ? start(ctx, list) : { feedback: 'notListed', params: { no: task.no } };
}

function goTo(ctx: CodeContext, place: Work['places'][number]): Reply {
  if (place.kind === 'cart') return { feedback: 'cartSet', params: { place: place.code }, at: { cartId: place.id } };
  const line = current(ctx);
  if (!line) return { feedback: 'openFirst' };
  if (line.placeId !== place.id) return { feedback: 'wrongPlace', params: { expected: line.placeCode, got: place.code } };
  return { feedback: 'placeSet', params: { place: place.code }, at: { placeId: place.id } };
}

/** The lines these pieces belong to: those of the current stop, or of another open stop at the same place. */
function stopFor(ctx: CodeContext, { itemId, lot }: Pick<Goods, 'itemId' | 'lot'>): WorkPickLine[] | Reply {
  const list = listOf(ctx);
  const due = current(ctx);
  const own = list?.lines.filter((line) => line.itemId === itemId) ?? [];
  const sku = skuOf(ctx.work, itemId);
  if (!list) return { feedback: 'openFirst' };
  const full = own.filter((line) => open(line) <= 0);
  if (own.length > 0 && full.length === own.length)
    return { feedback: 'lineFull', params: { sku, done: sum(own.map(({ picked }) => picked)), no: list.no } };
  if (!due) return { feedback: 'wrongItem', params: { sku, no: list.no } };
  if (ctx.at.placeId !== due.placeId) return { feedback: 'placeFirst', params: { place: due.placeCode } };
  const here = route(ctx).filter((line) => line.itemId === itemId && line.placeId === due.placeId);
  const planned = here.find((line) => lot === '' || line.lot === lot) ?? here[0];
  if (planned) return stopOf(ctx, planned);
  const held = own.filter((line) => open(line) > 0 && line.placeId === due.placeId).map((line) => stopped(ctx.work, line))[0];
  return held ?? { feedback: 'wrongItem', params: { sku, expected: skuOf(ctx.work, due.itemId), no: list.no } };
}

function check(ctx: CodeContext, goods: Goods): Reply | null {
  const stop = stopFor(ctx, goods);
  if ('feedback' in stop) return stop;
  if (cartOf(ctx) === null) return { feedback: 'cartFirst' };
  const [line] = stop;
  const sku = skuOf(ctx.work, goods.itemId);
  if (line && line.lot !== '' && goods.lot !== line.lot) {
    if (goods.lot !== '') return { feedback: 'wrongLot', params: { expected: line.lot, got: goods.lot } };
    // Two lots at one place cannot be told apart by the item code, so the worker is asked which one was taken.
    if (goods.serial === '' && lotsIn(ctx.work, goods.itemId, line.placeId).size > 1) {
      const asked = question('lot', { goods, got: { lot: line.lot } });
      return { ...asked, params: { ...asked.params, sku }, at: { ...asked.at, itemId: goods.itemId } };
    }
  }
  return goods.qty > openOf(stop) ? { feedback: 'tooMany', params: { sku, left: openOf(stop), no: line?.taskNo ?? '' } } : null;
}

/** One scan books all pieces of the stop, unless every piece must be scanned or the code states a quantity. */
function book(ctx: CodeContext, goods: Goods, item: WorkItem): Reply {
  const stop = stopFor(ctx, goods);
  if ('feedback' in stop) return stop;
  const asked = openOf(stop);
  if (goods.qty === asked || goods.serial !== '' || item.pickScan === 'each') return take(ctx, stop, goods, goods.qty);
  const [line] = stop;
  const last = line && isEmptied(ctx, line, asked) ? 1 : 0;
  const mode = goods.qty > 1 ? 'count' : asked > ctx.work.askFrom ? 'type' : 'all';
  return promptQuantity(ctx, 'taken', goods, {
    mode,
    counted: goods.qty,
    asked,
    got: { no: line?.taskNo ?? '', last, place: line?.placeCode ?? '' },
  });
}

/** Books a quantity as one command for each line, starting with the first line. */
function take(ctx: CodeContext, stop: readonly WorkPickLine[], goods: Goods, qty: number): Reply {
  const cartId = cartOf(ctx);
  const [line] = stop;
  const list = listOf(ctx);
  if (cartId === null || !line || !list) return { feedback: 'cartFirst' };
  const taken = new Map<string, number>();
  let rest = qty;
  for (const own of stop) {
    const share = Math.min(rest, open(own));
    if (share > 0) taken.set(own.id, share);
    rest -= share;
  }
  const after = route(ctx).filter((own) => open(own) > (taken.get(own.id) ?? 0));
  const all = list.lines.filter((own) => sameStop(own, line));
  const sku = skuOf(ctx.work, goods.itemId);
  const { at } = question('left', { got: { place: line.placeCode, sku } });
  const zero = isEmptied(ctx, line, qty) ? at : { pending: null };
  const missing = missingOf(ctx, list);
  const params = { qty, sku, done: sum(all.map(({ picked }) => picked)) + qty, of: sum(all.map((own) => own.qty)) };
  return {
    feedback: after.length > 0 ? 'picked' : missing > 0 ? 'pickRest' : 'pickDone',
    params: { ...params, left: missing, no: after.length === 0 ? list.no : line.taskNo },
    commands: [...taken].map(([picklistLineId, share]) => ({ do: 'pick', picklistLineId, qty: share, serial: goods.serial, cartId })),
    at: { itemId: goods.itemId, cartId: ctx.at.cartId, placeId: after[0]?.placeId === line.placeId ? line.placeId : null, ...zero },
  };
}

/** Books the number taken at a stop. If it is smaller than requested, the worker is asked for the reason. */
function takeNumber(ctx: CodeContext, qty: number, { goods, got }: Pending): Reply {
  const stop = goods ? stopFor(ctx, goods) : [];
  // The pieces were taken by someone else or the order was stopped: the prompt is closed.
  if ('feedback' in stop || !goods) return { ...('feedback' in stop ? stop : { feedback: 'itemFirst' as const }), at: { pending: null } };
  const asked = openOf(stop);
  const [line] = stop;
  if (qty > asked) {
    const pending: Pending = { ask: 'taken', goods, options: [], got: { ...got, asked, typed: '' } };
    return { feedback: 'tooMany', params: { sku: skuOf(ctx.work, goods.itemId), left: asked, no: line?.taskNo ?? '' }, at: { pending } };
  }
  const reason = askReason(line);
  if (qty === 0) return reason;
  const booked = take(ctx, stop, goods, qty);
  if (qty === asked) return booked;
  // The remaining pieces are moved to the end, so that the worker can go on to the next place while the reason is asked.
  const skipped = [...ctx.at.skipped, ...stop.map(({ id }) => id)];
  return { ...booked, at: { ...booked.at, skipped, pending: reason.at?.pending ?? null } };
}

const askReason = (line: WorkPickLine | undefined): Reply =>
  question('reason', { options: numberedOptions(REASONS.rest, 'reasons'), got: { line: line?.id ?? '' } });

/** The stop that a reason was asked for, or the current stop. */
const shortStop = (ctx: CodeContext, id: string | number | undefined): WorkPickLine[] =>
  stopOf(ctx, id ? listOf(ctx)?.lines.find((line) => line.id === id) : current(ctx));

function putOff(ctx: CodeContext, stop: readonly WorkPickLine[]): Reply {
  const [line] = stop;
  if (!line) return { feedback: 'openFirst' };
  return {
    feedback: 'skipped',
    params: { sku: skuOf(ctx.work, line.itemId), place: line.placeCode },
    at: { skipped: [...ctx.at.skipped, ...stop.map(({ id }) => id)], ...leaving(ctx, line), pending: null },
    step: true,
  };
}
/** Leaves the place of the line, unless the worker has already gone on to the next place. */
const leaving = ({ at }: StationContext, line: WorkPickLine) => (at.placeId === line.placeId ? { placeId: null, itemId: null } : {});

function noteShort(ctx: CodeContext, reason: string, seen: number | null, id: string | number | undefined): Reply {
  const stop = shortStop(ctx, id);
  const [line] = stop;
  if (!line) return { feedback: 'openFirst', at: { pending: null } };
  return {
    feedback: 'shortNoted',
    params: { qty: openOf(stop), sku: skuOf(ctx.work, line.itemId), reason },
    commands: stop.map((own) => ({ do: 'short', picklistLineId: own.id, qty: open(own), reason, seen })),
    at: { ...leaving(ctx, line), pending: null },
  };
}

function done(ctx: CodeContext): Reply {
  const list = listOf(ctx);
  if (!list) return { feedback: 'nothingToClose' };
  const left = openOf(route(ctx));
  const missing = missingOf(ctx, list);
  const at = { picklistId: null, placeId: null, itemId: null, skipped: [] };
  if (left > 0) return { feedback: 'listOpen', params: { no: list.no, left } };
  return missing > 0
    ? { feedback: 'listRest', params: { no: list.no, left: missing }, at }
    : { feedback: 'listDone', params: { no: list.no }, at };
}

/** Another device may have picked some or all of the pieces. */
function renew(here: StationContext, pending: Pending): Pending | null {
  if (pending.ask !== 'taken' || !pending.goods) return pending;
  const { itemId, lot } = pending.goods;
  const line = route(here).find((own) => own.itemId === itemId && own.placeId === here.at.placeId && (lot === '' || own.lot === lot));
  const asked = openOf(stopOf(here, line));
  return asked > 0 ? { ...pending, got: { ...pending.got, asked } } : null;
}

export const pick: ProfileRules = {
  nearby: (here) => ({ merchantId: null, wanted: new Set(route(here).map(({ itemId }) => itemId)) }),
  on: {
    picklist: (ctx, { picklist }) => start(ctx, picklist),
    task: (ctx, { task }) => startFor(ctx, task),
    place: (ctx, { place }) => goTo(ctx, place),
  },
  goods: { needs: needsInside, serials: ({ at }) => at.placeId, check, book },
  answers: {
    taken: (ctx, answer, pending) => takeNumber(ctx, Number(answer), pending),
    // Only for missing pieces the worker is asked what is left; broken pieces are still there.
    reason: (ctx, answer, { got }) => {
      if (answer === 'later') return putOff(ctx, shortStop(ctx, got.line));
      return answer === 'missing'
        ? question('seen', { got: { reason: answer, line: got.line ?? '' } })
        : noteShort(ctx, String(answer), null, got.line);
    },
    seen: (ctx, answer, { got }) => noteShort(ctx, String(got.reason), answer === '' ? null : Number(answer), got.line),
    left: (_ctx, answer, { got }) => ({
      feedback: 'leftNoted',
      params: { left: answer, place: got.place ?? '' },
      commands: [{ do: 'log', note: `left ${answer} ${got.sku} ${got.place}` }],
      at: { pending: null },
    }),
  },
  renew,
  commands: {
    short: (ctx) => (current(ctx) ? askReason(current(ctx)) : { feedback: 'openFirst' }),
    next: (ctx) => putOff(ctx, stopOf(ctx, current(ctx))),
    done,
  },
  prompt: (here): PromptSpec => {
    const list = listOf(here);
    if (!list) return { prompt: 'scanPicklist' };
    if (cartOf(here) === null) return { prompt: 'scanCart' };
    const line = current(here);
    const left = missingOf(here, list);
    if (!line) return left > 0 ? { prompt: 'finishRest', params: { no: list.no, left } } : { prompt: 'finish', params: { no: list.no } };
    const qty = openOf(stopOf(here, line));
    const params = { place: placeCode(here.work, line.placeId) || line.placeCode, qty, sku: skuOf(here.work, line.itemId) };
    return { prompt: here.at.placeId === line.placeId ? 'takeItem' : 'goPlace', params };
  },
  show: (here) => {
    const list = listOf(here);
    if (!list) return null;
    const due = new Set(stopOf(here, current(here)).map(({ id }) => id));
    const stateOf = (line: WorkPickLine): WorkSummaryLine['state'] => {
      if (due.has(line.id)) return 'now';
      if (stopped(here.work, line)) return 'blocked';
      return line.short > 0 ? 'short' : 'open';
    };
    const lines = list.lines
      .toSorted((a, b) => a.seq - b.seq)
      .map((line) => ({
        id: line.id,
        itemId: line.itemId,
        text: itemOf(here.work, line.itemId)?.sku ?? '',
        place: line.placeCode,
        done: line.picked,
        expected: line.qty,
        state: stateOf(line),
      }));
    return { key: 'scan.headline.picklist', params: { no: list.no }, lines };
  },
};
