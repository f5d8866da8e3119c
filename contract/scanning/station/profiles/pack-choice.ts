import type { Work, WorkLine, WorkTask } from '../../work.ts';
import { blockedBy, type CodeContext, type Reply, type StationContext, skuOf, sum, taskOf } from '../profile-rules.ts';
import type { Goods, LocalWork } from '../state.ts';

export const wanted = (line: WorkLine): number => line.ordered - line.cancelled;
/** Pieces that can be packed. Only picked pieces can. */
export const packable = (line: WorkLine): number => Math.min(line.picked, wanted(line)) - line.packed;
export const toPack = (task: WorkTask): number => sum(task.lines.map((line) => Math.max(0, wanted(line) - line.packed)));

/** The order line a piece is packed for. `fromId` is the place it is taken from if it is picked in the same step. */
export type Target = { task: WorkTask; line: WorkLine; fromId: string | null };

/** "Already packed by X at 10:32", if it is known who and when. */
export const packedBefore = (task: WorkTask): Reply =>
  task.last
    ? { feedback: 'alreadyPackedBy', params: { no: task.no, who: task.last.userId, at: task.last.at } }
    : { feedback: 'alreadyPacked', params: { no: task.no } };

export const listOf = ({ work, at }: StationContext): Work['picklists'][number] | undefined =>
  work.picklists.find(({ id }) => id === at.picklistId);
export function tasksOfList(here: StationContext): WorkTask[] {
  const ids = new Set(listOf(here)?.lines.map(({ taskId }) => taskId));
  return here.work.tasks.filter(({ id }) => ids.has(id));
}

/** Why a piece of these lines cannot be packed. */
function refusal(lines: { task: WorkTask; line: WorkLine }[], goods: Goods, sku: string, no: string): Reply {
  const [first] = lines;
  if (!first) return { feedback: 'wrongItem', params: { sku, no } };
  if (lines.every(({ line }) => line.packed >= wanted(line))) {
    const left = sum([...new Set(lines.map(({ task }) => task))].map(toPack));
    // The line is complete but the order is not, so the feedback names only the line.
    return left > 0
      ? { feedback: 'linePacked', params: { sku, no, done: sum(lines.map(({ line }) => line.packed)), left } }
      : packedBefore(first.task);
  }
  const left = Math.max(...lines.map(({ line }) => packable(line)));
  return left > 0 && goods.qty > left
    ? { feedback: 'tooMany', params: { sku, left, no: first.task.no } }
    : { feedback: 'notPicked', params: { sku, no: first.task.no } };
}

const linesFor = (tasks: WorkTask[], itemId: string): { task: WorkTask; line: WorkLine }[] =>
  tasks.flatMap((task) => task.lines.filter((line) => line.itemId === itemId).map((line) => ({ task, line })));

function fromOpen(ctx: CodeContext, task: WorkTask, goods: Goods): Target | Reply {
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  const lines = linesFor([task], goods.itemId);
  const fit = lines.find(({ line }) => packable(line) >= goods.qty);
  return fit ? { ...fit, fromId: null } : refusal(lines, goods, skuOf(ctx.work, goods.itemId), task.no);
}

const isUrgent = ({ task }: { task: WorkTask }): number => (task.priority === 'urgent' ? 0 : 1);
/** Urgent orders first, then the order closest to completion, so that parcels leave the table early. */
const best = <T extends { task: WorkTask }>(candidates: T[]): T | undefined =>
  candidates.toSorted((a, b) => isUrgent(a) - isUrgent(b) || toPack(a.task) - toPack(b.task))[0];

function fromMany(ctx: CodeContext, tasks: WorkTask[], goods: Goods, no: string): Target | Reply {
  const all = linesFor(tasks, goods.itemId);
  const free = all.filter(({ task }) => !blockedBy(task));
  const found = best(free.filter(({ line }) => packable(line) >= goods.qty));
  if (found) return { ...found, fromId: null };
  const held = all.find(({ task, line }) => blockedBy(task) && packable(line) > 0);
  const nothingElse = free.every(({ line }) => packable(line) <= 0);
  return (nothingElse && held && blockedBy(held.task)) || refusal(free.length > 0 ? free : all, goods, skuOf(ctx.work, goods.itemId), no);
}

/** The place this piece is taken from: the scanned place, the station's own place, otherwise any place that has it. */
function sourceOf(work: LocalWork, scanned: string | null, goods: Goods): string | null {
  const lies = work.stock.filter(
    (row) =>
      row.itemId === goods.itemId &&
      row.qty > 0 &&
      row.condition === 'good' &&
      (row.serial === '' || goods.serial === '' || row.serial === goods.serial),
  );
  const open = lies.filter(({ placeId }) => !work.places.some((place) => place.id === placeId && place.blocked));
  const own = [scanned, work.station.placeId].find((id) => open.some(({ placeId }) => placeId === id));
  return own ?? open[0]?.placeId ?? null;
}

/** Finds a one-piece order for the piece: already picked, or in stock to be picked and packed in one step. */
function fromSingles(ctx: CodeContext, goods: Goods): Target | Reply {
  const sku = skuOf(ctx.work, goods.itemId);
  const ones = linesFor(
    ctx.work.tasks.filter((task) => toPack(task) === 1 && sum(task.lines.map(wanted)) === 1),
    goods.itemId,
  ).filter(({ task, line }) => wanted(line) === 1 && (packable(line) === 1 || task.status === 'readyToPick'));
  const free = ones.filter(({ task }) => !blockedBy(task));
  const found = best(free);
  if (!found) return (ones[0] && blockedBy(ones[0].task)) ?? { feedback: 'noOrder', params: { sku } };
  if (goods.qty > 1) return { feedback: 'tooMany', params: { sku, left: 1, no: found.task.no } };
  if (packable(found.line) === 1) return { ...found, fromId: null };
  const fromId = sourceOf(ctx.work, ctx.at.fromId, goods);
  return fromId === null ? { feedback: 'notEnough', params: { sku } } : { ...found, fromId };
}

/** The order of a scanned piece, chosen as the station profile defines. */
export function targetOf(ctx: CodeContext, goods: Goods): Target | Reply {
  const task = taskOf(ctx);
  const list = listOf(ctx);
  if (ctx.options.chooses === 'single') return fromSingles(ctx, goods);
  if (ctx.options.chooses === 'batch') return list ? fromMany(ctx, tasksOfList(ctx), goods, list.no) : { feedback: 'openFirst' };
  if (ctx.options.chooses === 'prePacked' && (!task || toPack(task) === 0)) {
    const picked = fromMany(ctx, ctx.work.tasks, goods, '');
    return 'feedback' in picked && picked.feedback !== 'tooMany' && picked.feedback !== 'blocked' ? fromSingles(ctx, goods) : picked;
  }
  return task ? fromOpen(ctx, task, goods) : { feedback: 'openFirst' };
}
