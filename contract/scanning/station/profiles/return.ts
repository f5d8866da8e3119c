import type { ReturnOutcome } from '../../commands.ts';
import type { WorkLine, WorkTask } from '../../work.ts';
import { OUTCOMES, REASONS } from '../feedback.ts';
import { handle } from '../goods.ts';
import {
  blockedBy,
  type CodeContext,
  itemOf,
  needsIn,
  numberedOptions,
  type ProfileRules,
  type PromptSpec,
  question,
  type Reply,
  type StationContext,
  showTask,
  skuOf,
  sum,
  taskOf,
  turnTo,
} from '../profile-rules.ts';
import { itemsNamed, tasksNamed } from '../resolve.ts';
import type { Goods } from '../state.ts';
import { ARRIVING, askWhich, awaited, expecting, isOpenReturn, returnsMeant } from './return-choice.ts';

const tableOf = ({ work, at }: StationContext): string | null => at.placeId ?? work.station.placeId;

/**
 * An unannounced return has the blocker `problematic` from the start. Its content is inspected anyway, but not put away until the
 * blocker is resolved.
 */
const INSPECTED: readonly WorkTask['blockers'][number][] = ['problematic', 'customerHandlingAwaits'];

function open(ctx: CodeContext, task: WorkTask): Reply {
  if (task.kind === 'outbound') return openOfOrder(ctx, task);
  if (task.kind !== 'retour') return { feedback: 'wrongState', params: { no: task.no } };
  const blocked = blockedBy(task, INSPECTED);
  if (blocked) return blocked;
  if (!isOpenReturn(task)) return { feedback: 'alreadyReceived', params: { no: task.no } };
  const reply = turnTo(ctx, task);
  return ARRIVING.includes(task.status) ? { ...reply, commands: [{ do: 'arrive', taskId: task.id }] } : reply;
}

/** The return is not announced, but its order is known by the order number or the tracking number of the parcel. */
function openOfOrder(ctx: CodeContext, order: WorkTask): Reply {
  if (order.lines.every((line) => line.shipped <= line.returned)) return { feedback: 'nothingToReturn', params: { no: order.no } };
  const taskId = ctx.ids();
  return {
    feedback: 'returnOpened',
    params: { no: order.no },
    commands: [{ do: 'openReturn', taskId, parentId: order.id, merchantId: order.merchantId, code: codeOf(ctx.code.raw) }],
    at: { taskId, itemId: null, pending: null },
  };
}

/** Opens the only return that the code can mean, or asks which one is meant. */
function openOneOf(ctx: CodeContext, found: readonly WorkTask[]): Reply {
  const [first] = found;
  if (!first) return { feedback: 'unknownCode' };
  const meant = returnsMeant(ctx.work, found);
  return meant.length > 1 ? askWhich(ctx.work, meant) : open(ctx, meant[0] ?? first);
}

/** Opens a return for a piece that was scanned first, and continues with the piece. */
function openFor(ctx: CodeContext, task: WorkTask, goods: Goods | null): Reply {
  const opened = open(ctx, task);
  if (!goods || !opened.at?.taskId) return opened;
  const made = handle({ ...ctx, at: { ...ctx.at, ...opened.at } }, pieces, goods);
  const commands = [...(opened.commands ?? []), ...(made.commands ?? [])];
  return { ...made, at: { ...opened.at, ...made.at }, ...(commands.length > 0 ? { commands } : { step: true }) };
}

/** A piece without an open return: it belongs to the return that expects it. Null if none does. */
function byPiece(ctx: CodeContext, items: readonly string[], goods: Omit<Goods, 'itemId'>): Reply | null {
  const meant = expecting(ctx.work, items);
  const [first] = meant;
  if (!first) return null;
  const given = { itemId: first.itemId, ...goods };
  return meant.length === 1
    ? openFor(ctx, first.task, given)
    : askWhich(
        ctx.work,
        meant.map(({ task }) => task),
        { goods: given, items: meant },
      );
}

const CODE = 60;
const codeOf = (raw: string): string => raw.trim().slice(0, CODE);

/** An unknown parcel: the worker is asked for its merchant. Within an open return an unknown code belongs to a piece. */
function unknown(ctx: CodeContext): Reply {
  const { merchants } = ctx.work;
  if (taskOf(ctx) || merchants.length === 0) return { feedback: 'unknownCode' };
  const options = merchants.map(({ id, no, name }) => ({ code: no, value: id, label: null, text: name }));
  return { ...question('merchant', { options, got: { code: codeOf(ctx.code.raw) } }, 'whoseReturn'), params: { code: ctx.code.raw } };
}

function openUnknown(ctx: CodeContext, merchantId: string, code: string): Reply {
  const taskId = ctx.ids();
  const merchant = ctx.work.merchants.find(({ id }) => id === merchantId)?.no ?? '';
  return {
    feedback: 'returnAside',
    params: { no: code, merchant },
    commands: [{ do: 'openReturn', taskId, parentId: null, merchantId, code }],
    at: { taskId, itemId: null, pending: null },
  };
}

const lineFor = (task: WorkTask, goods: Goods): WorkLine | undefined => {
  const lines = task.lines.filter(({ itemId }) => itemId === goods.itemId);
  return lines.find((line) => awaited(line) >= goods.qty) ?? lines[0];
};

const askOutcome = (goods: Goods, note: string): Reply =>
  question('outcome', { goods, options: numberedOptions(OUTCOMES, 'outcomes'), got: { note } });

function book(ctx: CodeContext, goods: Goods): Reply {
  const task = taskOf(ctx);
  if (!task) return { feedback: 'openFirst' };
  const line = lineFor(task, goods);
  if (line && awaited(line) >= goods.qty) return askOutcome(goods, '');
  const asked = question('reason', { goods, options: numberedOptions(REASONS.over, 'reasons') }, line ? 'overReceipt' : 'notAnnounced');
  return { ...asked, params: { sku: skuOf(ctx.work, goods.itemId), no: task.no, left: line ? awaited(line) : 0 } };
}

function takeBack(ctx: CodeContext, goods: Goods, outcome: ReturnOutcome, note: string): Reply {
  const task = taskOf(ctx);
  const compartmentId = tableOf(ctx);
  if (!task) return { feedback: 'openFirst' };
  if (compartmentId === null) return { feedback: 'placeFirst' };
  // The lines of a return opened here have no ids yet. The server finds the line by its item.
  const lineId = task.provisional ? null : (lineFor(task, goods)?.id ?? null);
  return {
    feedback: 'returned',
    params: { qty: goods.qty, sku: skuOf(ctx.work, goods.itemId), outcome },
    commands: [{ do: 'takeBack', taskId: task.id, lineId, ...goods, outcome, compartmentId, note }],
    at: { itemId: goods.itemId, pending: null },
  };
}

const pieces: NonNullable<ProfileRules['goods']> = {
  needs: needsIn,
  serials: 'new',
  check: (ctx, goods) => {
    const task = taskOf(ctx);
    if (!task) return byPiece(ctx, [goods.itemId], goods) ?? { feedback: 'openFirst' };
    return blockedBy(task, INSPECTED) ?? (tableOf(ctx) === null ? { feedback: 'placeFirst' } : null);
  },
  book,
};

export const returns: ProfileRules = {
  nearby: (here) => {
    const task = taskOf(here);
    const wanted = task ? task.lines : here.work.tasks.filter(isOpenReturn).flatMap(({ lines }) => lines.filter((l) => awaited(l) > 0));
    return { merchantId: task?.merchantId ?? null, wanted: new Set(wanted.map(({ itemId }) => itemId)) };
  },
  on: {
    task: (ctx) => openOneOf(ctx, tasksNamed(ctx.work, ctx.code.raw)),
    // The shipped parcel comes back with its own tracking number.
    parcel: (ctx, { task }) => openOneOf(ctx, [task]),
    place: (_ctx, { place }) => ({ feedback: 'placeSet', params: { place: place.code }, at: { placeId: place.id } }),
  },
  goods: pieces,
  answers: {
    merchant: (ctx, answer, { got }) => openUnknown(ctx, String(answer), String(got.code)),
    return: (ctx, answer, { goods, got }) => {
      const task = ctx.work.tasks.find(({ id }) => id === answer);
      if (!task) return { feedback: 'unknownTask' };
      return openFor(ctx, task, goods && { ...goods, itemId: String(got[task.id] ?? goods.itemId) });
    },
    reason: (_ctx, answer, { goods }) => (goods ? askOutcome(goods, String(answer)) : { feedback: 'itemFirst' }),
    outcome: (ctx, answer, { goods, got }) =>
      goods ? takeBack(ctx, goods, answer as ReturnOutcome, String(got.note ?? '')) : { feedback: 'itemFirst' },
  },
  unknown,
  // Merchants may share an order number or the code of an item.
  ambiguous: (ctx) => {
    const tasks = tasksNamed(ctx.work, ctx.code.raw);
    if (tasks.length > 0) return openOneOf(ctx, tasks);
    if (taskOf(ctx)) return null;
    const { lot = '', expiry = null, serial = '', qty = 1 } = ctx.code;
    const items = itemsNamed(ctx.work, ctx.code).map(({ item }) => item.id);
    return byPiece(ctx, items, { qty, lot, expiry, serial });
  },
  commands: {
    done: (ctx): Reply => {
      const task = taskOf(ctx);
      if (!task) return { feedback: 'nothingToClose' };
      // No piece was taken out: the parcel waits for a decision by the office.
      if (task.lines.every(({ received }) => received === 0) && task.blockers.includes('problematic'))
        return { feedback: 'leftAside', params: { no: task.no }, at: { taskId: null, itemId: null } };
      const missing = sum(task.lines.map(awaited));
      const reason = missing > 0 ? 'lessDelivered' : '';
      return {
        feedback: 'receiptClosed',
        params: { no: task.no },
        commands: [{ do: 'closeReceipt', taskId: task.id, reason }],
        at: { taskId: null, itemId: null },
      };
    },
  },
  prompt: (here): PromptSpec => {
    const task = taskOf(here);
    if (!task) return { prompt: 'scanReturn' };
    if (tableOf(here) === null) return { prompt: 'scanPlace' };
    const left = sum(task.lines.map(awaited));
    return left === 0 ? { prompt: 'finish', params: { no: task.no } } : { prompt: 'returnItem', params: { no: task.no, left } };
  },
  show: (here) =>
    showTask(here, ({ itemId, sku, received, ordered, cancelled }) => ({
      text: itemOf(here.work, itemId)?.sku ?? sku,
      done: received,
      expected: ordered - cancelled,
    })),
};
