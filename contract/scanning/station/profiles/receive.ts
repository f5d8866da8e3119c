import type { ScanCommandOf, StockCondition } from '../../commands.ts';
import type { WorkLine, WorkTask } from '../../work.ts';
import { CONDITIONS_TO_SET, REASONS } from '../feedback.ts';
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
  sum,
  taskOf,
  turnTo,
} from '../profile-rules.ts';
import { promptQuantity } from '../quantity.ts';
import type { Goods, Pending } from '../state.ts';

const awaited = (line: WorkLine): number => Math.max(0, line.ordered - line.cancelled - line.received);
const dockOf = ({ work, at }: StationContext): string | null => at.placeId ?? work.station.placeId;
const OPEN: readonly WorkTask['status'][] = ['receiptPending', 'inTransit', 'receiving'];
const isOpen = (task: WorkTask): boolean => task.kind === 'inbound' && OPEN.includes(task.status);

function open(ctx: CodeContext, task: WorkTask): Reply {
  if (task.kind !== 'inbound') return { feedback: 'wrongState', params: { no: task.no } };
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (!OPEN.includes(task.status)) return { feedback: 'alreadyReceived', params: { no: task.no } };
  const reply = turnTo(ctx, task);
  return task.status === 'receiving' ? reply : { ...reply, commands: [{ do: 'arrive', taskId: task.id }] };
}

/** The delivery these pieces belong to: the open one, or, if the profile allows it, the only delivery that expects them. */
function deliveryOf(ctx: CodeContext, itemId: string): WorkTask | Reply {
  const task = taskOf(ctx);
  if (task) return task;
  const waiting = ctx.options.opensByItem
    ? ctx.work.tasks.filter((one) => isOpen(one) && one.lines.some((line) => line.itemId === itemId && awaited(line) > 0))
    : [];
  return waiting[0] ?? { feedback: 'openFirst' };
}

const linesOf = (task: WorkTask, itemId: string): WorkLine[] => task.lines.filter((line) => line.itemId === itemId);
const awaitedOf = (task: WorkTask, itemId: string): number => sum(linesOf(task, itemId).map(awaited));

/**
 * Distributes the pieces over the lines, each up to its open quantity. If there are more pieces than announced, all go to the line with
 * the largest open quantity.
 */
function shares(task: WorkTask, { itemId, qty }: Goods): { line: WorkLine | null; qty: number }[] {
  const lines = linesOf(task, itemId);
  if (awaitedOf(task, itemId) < qty) return [{ line: lines.toSorted((a, b) => awaited(b) - awaited(a))[0] ?? null, qty }];
  let rest = qty;
  return lines.flatMap((line) => {
    const share = Math.min(rest, awaited(line));
    rest -= share;
    return share > 0 ? [{ line, qty: share }] : [];
  });
}

function take(ctx: CodeContext, task: WorkTask, goods: Goods, reason: string): Reply {
  const compartmentId = dockOf(ctx);
  if (compartmentId === null) return { feedback: 'placeFirst' };
  const lines = linesOf(task, goods.itemId);
  const done = sum(lines.map(({ received }) => received)) + goods.qty;
  return {
    feedback: 'received',
    params: {
      qty: goods.qty,
      sku: itemOf(ctx.work, goods.itemId)?.sku ?? '',
      done,
      of: lines.length > 0 ? sum(lines.map((line) => line.ordered - line.cancelled)) : done,
    },
    commands: shares(task, goods).map(
      ({ line, qty }): ScanCommandOf<'receive'> => ({
        do: 'receive',
        taskId: task.id,
        lineId: line?.id ?? null,
        ...goods,
        qty,
        condition: ctx.at.condition,
        compartmentId,
        reason,
      }),
    ),
    at: { taskId: task.id, itemId: goods.itemId, condition: 'good', pending: null },
  };
}

function check(ctx: CodeContext, goods: Goods): Reply | null {
  const task = deliveryOf(ctx, goods.itemId);
  if ('feedback' in task) return task;
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  return dockOf(ctx) === null ? { feedback: 'placeFirst' } : null;
}

/** Pieces beyond the announced quantity are received only with a reason. `counted`: the number of pieces is known. */
function askOver(ctx: CodeContext, task: WorkTask, goods: Goods, counted: boolean): Reply {
  const asked = question(
    'reason',
    { goods, options: numberedOptions(REASONS.over, 'reasons'), got: { taskId: task.id, for: 'over', counted: counted ? 1 : 0 } },
    linesOf(task, goods.itemId).length > 0 ? 'overReceipt' : 'notAnnounced',
  );
  return { ...asked, params: { sku: itemOf(ctx.work, goods.itemId)?.sku ?? '', no: task.no, left: awaitedOf(task, goods.itemId) } };
}

const askAmount = (ctx: CodeContext, task: WorkTask, goods: Goods, reason: string): Reply =>
  promptQuantity(ctx, 'howMany', goods, {
    mode: 'count',
    counted: goods.qty,
    asked: 0,
    got: { taskId: task.id, reason },
    at: { taskId: task.id },
  });

/**
 * A piece with a serial number is received by its scan. For other goods the worker is asked for the number; the expected quantity is not
 * shown.
 */
function book(ctx: CodeContext, goods: Goods): Reply {
  const task = deliveryOf(ctx, goods.itemId);
  if ('feedback' in task) return task;
  if (awaitedOf(task, goods.itemId) === 0) return askOver(ctx, task, goods, goods.serial !== '');
  return goods.serial === '' ? askAmount(ctx, task, goods, '') : take(ctx, task, goods, '');
}

function takeNumber(ctx: CodeContext, qty: number, { goods, got }: Pending): Reply {
  const task = ctx.work.tasks.find(({ id }) => id === got.taskId);
  if (!task || !goods || qty === 0) return { feedback: 'dropped', at: { pending: null } };
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  const counted = { ...goods, qty };
  const reason = String(got.reason ?? '');
  return reason === '' && awaitedOf(task, goods.itemId) < qty ? askOver(ctx, task, counted, true) : take(ctx, task, counted, reason);
}

const close = (task: WorkTask, reason: string): Reply => ({
  feedback: 'receiptClosed',
  // A delivery is asked for its pallets and cartons, with these figures to begin with.
  params: { no: task.no, ...(task.units && { pallets: task.units.pallets ?? '', boxes: task.units.boxes ?? '' }) },
  commands: [{ do: 'closeReceipt', taskId: task.id, reason }],
  at: { taskId: null, itemId: null, pending: null },
});

function done(ctx: CodeContext): Reply {
  const task = taskOf(ctx);
  if (!task) return { feedback: 'nothingToClose' };
  if (task.lines.every((line) => line.received === line.ordered - line.cancelled && line.damaged === 0)) return close(task, '');
  const missing = sum(task.lines.map(awaited));
  const asked = question('reason', { options: numberedOptions(REASONS.differs, 'reasons'), got: { for: 'differs' } }, 'receiptDiffers');
  return { ...asked, params: { no: task.no, missing, damaged: sum(task.lines.map((line) => line.damaged)) } };
}

export const receive: ProfileRules = {
  nearby: (here) => ({
    merchantId: taskOf(here)?.merchantId ?? null,
    wanted: new Set(
      (taskOf(here) ? [taskOf(here)] : here.work.tasks.filter(isOpen)).flatMap((task) => task?.lines.map((l) => l.itemId) ?? []),
    ),
  }),
  on: {
    task: (ctx, { task }) => open(ctx, task),
    place: (_ctx, { place }) =>
      place.blocked
        ? { feedback: 'placeBlocked', params: { place: place.code } }
        : { feedback: 'placeSet', params: { place: place.code }, at: { placeId: place.id } },
  },
  goods: { needs: needsIn, serials: 'new', check, book },
  answers: {
    reason: (ctx, answer, { goods, got }) => {
      const task = got.for === 'over' ? ctx.work.tasks.find(({ id }) => id === got.taskId) : taskOf(ctx);
      if (!task) return { feedback: 'openFirst' };
      if (!goods) return close(task, String(answer));
      return got.counted === 1 ? take(ctx, task, goods, String(answer)) : askAmount(ctx, task, goods, String(answer));
    },
    howMany: (ctx, answer, pending) => takeNumber(ctx, Number(answer), pending),
    condition: (_ctx, answer) => ({
      feedback: 'conditionSet',
      params: { condition: answer },
      at: { condition: answer as StockCondition, pending: null },
    }),
  },
  commands: {
    done,
    short: (ctx) =>
      taskOf(ctx) ? question('condition', { options: numberedOptions(CONDITIONS_TO_SET, 'conditions') }) : { feedback: 'openFirst' },
  },
  prompt: (here): PromptSpec => {
    const task = taskOf(here);
    if (!task) return { prompt: here.options.opensByItem ? 'scanAnything' : 'scanDelivery' };
    if (dockOf(here) === null) return { prompt: 'scanPlace' };
    const left = sum(task.lines.map(awaited));
    return left === 0 ? { prompt: 'finish', params: { no: task.no } } : { prompt: 'receiveItem', params: { no: task.no, left } };
  },
  show: (here) => showTask(here, ({ received, ordered, cancelled }) => ({ done: received, expected: ordered - cancelled })),
};
