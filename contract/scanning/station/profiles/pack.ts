import type { ScanCommand } from '../../commands.ts';
import type { Work, WorkItem, WorkParcel, WorkTask } from '../../work.ts';
import { REASONS } from '../feedback.ts';
import {
  blockedBy,
  type CodeContext,
  itemOf,
  needsOut,
  numberedOptions,
  type ProfileRules,
  type PromptSpec,
  placeCode,
  question,
  type Reply,
  type StationContext,
  taskOf,
  turnTo,
} from '../profile-rules.ts';
import type { Goods } from '../state.ts';
import { listOf, packable, packedBefore, type Target, targetOf, tasksOfList, toPack, wanted } from './pack-choice.ts';
import { closing, hasContent, isUnmeasured, openParcel, packagingOf } from './pack-parcel.ts';
import { placeSeen, showPlace } from './pack-place.ts';
import { carrierAnswered, confirmed, measured, requiredAnswer, weighed } from './pack-weight.ts';

const OUT: readonly WorkTask['kind'][] = ['outbound'];

function open(ctx: CodeContext, task: WorkTask): Reply {
  if (!OUT.includes(task.kind)) return { feedback: 'wrongState', params: { no: task.no } };
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  const parcel = task.parcels.find(({ state }) => state === 'open');
  const unmeasured = toPack(task) === 0 && !parcel ? task.parcels.find((one) => isUnmeasured(task, one)) : undefined;
  if (unmeasured) return closing(ctx, task, unmeasured.id, {});
  if (toPack(task) === 0 && !parcel && task.status !== 'readyToSwap') return packedBefore(task);
  const reply = turnTo(ctx, task, { parcelId: parcel?.id ?? null });
  const former = taskOf(ctx);
  const full = former && former.id !== task.id && toPack(former) === 0 ? openParcel(ctx, former) : undefined;
  // Scanning the next order closes a complete parcel. Values that its carrier requires are asked for first.
  if (full && former && (former.weightNeeded || former.dimensionsNeeded))
    return { ...closing(ctx, former, full, {}), feedback: former.weightNeeded ? 'weightFirst' : 'sizeFirst', params: { no: former.no } };
  return full && former
    ? {
        ...reply,
        feedback: 'switchedClosed',
        commands: [
          {
            do: 'closeParcel',
            taskId: former.id,
            parcelId: full,
            weight: null,
            length: null,
            width: null,
            height: null,
            ...packagingOf(ctx),
          },
        ],
        at: { ...reply.at, packagingId: null },
      }
    : reply;
}

function openList(ctx: CodeContext, { id, no }: Work['picklists'][number]): Reply {
  const tasks = tasksOfList({ ...ctx, at: { ...ctx.at, picklistId: id } });
  if (tasks.length > 0 && tasks.every((task) => toPack(task) === 0)) return { feedback: 'alreadyPacked', params: { no } };
  return { feedback: 'opened', params: { no }, at: { picklistId: id, taskId: null, parcelId: null, itemId: null, pending: null } };
}

function openById(ctx: CodeContext, id: string): Reply {
  const task = ctx.work.tasks.find((one) => one.id === id);
  const picklist = ctx.work.picklists.find((one) => one.id === id);
  if (task) return open(ctx, task);
  return picklist ? openList(ctx, picklist) : { feedback: 'unknownTask' };
}

const isPrePacked = (item: WorkItem): boolean => item.kind === 'packedProduct' || item.kind === 'mergedPackages';

function check(ctx: CodeContext, goods: Goods, item: WorkItem): Reply | null {
  if (item.kind === 'packaging') return { feedback: 'packagingSet', params: { sku: item.sku }, at: { packagingId: item.id } };
  if (ctx.options.chooses === 'prePacked' && !isPrePacked(item)) return { feedback: 'notPrePacked', params: { sku: item.sku } };
  const target = targetOf(ctx, goods);
  if ('feedback' in target) return target;
  return target.fromId === null && lyingAt(ctx) === null ? { feedback: 'placeFirst' } : null;
}
const lyingAt = ({ work, at }: StationContext): string | null => at.fromId ?? work.station.placeId;

function packAct({ task, line, fromId }: Target, ctx: CodeContext, goods: Goods, parcelId: string): ScanCommand {
  const own = { taskId: task.id, lineId: line.id, parcelId, qty: goods.qty, serial: goods.serial };
  const here = lyingAt(ctx);
  return fromId === null
    ? { do: 'pack', ...own, compartmentId: here ?? '' }
    : { do: 'packSingle', ...own, fromId, compartmentId: ctx.work.station.placeId ?? fromId };
}

function book(ctx: CodeContext, goods: Goods, item: WorkItem): Reply {
  const target = targetOf(ctx, goods);
  if ('feedback' in target) return target;
  const { task, line } = target;
  const left = toPack(task) - goods.qty;
  const parcelId = (ctx.options.chooses === 'prePacked' ? null : openParcel(ctx, task)) ?? ctx.ids();
  const act = packAct(target, ctx, goods, parcelId);
  const params = { qty: goods.qty, sku: item.sku, no: task.no, done: line.packed + goods.qty, of: wanted(line) };
  const at = { taskId: task.id, parcelId, itemId: item.id, pending: null };
  const base: Reply = { feedback: left === 0 ? 'packedAll' : 'packed', params, commands: [act], at };
  const ends = ctx.options.closes === true && (left === 0 || ctx.options.chooses === 'prePacked');
  if (!ends && !(left === 0 && (task.weightNeeded || task.dimensionsNeeded))) return base;
  // The weight of a packed product is taken from its master data.
  const known: Record<string, number> =
    ctx.options.chooses === 'prePacked' && goods.qty === 1 && item.weight ? { weight: item.weight } : {};
  const close = closing(ctx, task, parcelId, known);
  return {
    ...base,
    commands: [act, ...(close.commands ?? [])],
    at: { ...at, ...close.at, taskId: left === 0 && close.commands ? null : task.id },
  };
}

function closeOpen(ctx: CodeContext): Reply {
  const task = taskOf(ctx);
  const parcelId = task && openParcel(ctx, task);
  if (!task) return { feedback: 'nothingToClose' };
  if (!parcelId || !hasContent(ctx, task, parcelId)) return { feedback: 'nothingPacked', params: { no: task.no } };
  return closing(ctx, task, parcelId, {});
}

/** A label swap needs both codes: the label that is covered and the label that covers it. */
function parcelSeen(ctx: CodeContext, task: WorkTask, parcel: WorkParcel): Reply {
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (parcel.state === 'swapped') return { feedback: 'alreadyClosed', params: { no: task.no } };
  if (task.status !== 'readyToSwap') return parcel.state === 'open' || isUnmeasured(task, parcel) ? open(ctx, task) : packedBefore(task);
  const asked = question('newLabel', { got: { parcelId: parcel.id, old: ctx.code.raw } });
  return { ...asked, at: { ...asked.at, taskId: task.id } };
}

function askShort(ctx: CodeContext, lineId: string): Reply {
  return question('reason', { options: numberedOptions(REASONS.short, 'reasons'), got: { lineId }, goods: ctx.at.pending?.goods ?? null });
}
function short(ctx: CodeContext): Reply {
  const lines = taskOf(ctx)?.lines.filter((line) => packable(line) > 0) ?? [];
  if (lines.length === 1 && lines[0]) return askShort(ctx, lines[0].id);
  const options = lines.map((line, i) => ({ code: String(i + 1), value: line.id, label: null, text: line.sku }));
  return lines.length === 0 ? { feedback: 'openFirst' } : question('line', { options });
}

export const pack: ProfileRules = {
  nearby: (here) => {
    const tasks = here.options.chooses === 'batch' ? tasksOfList(here) : [taskOf(here) ?? []].flat();
    return {
      merchantId: here.options.chooses === 'open' ? (taskOf(here)?.merchantId ?? null) : null,
      wanted: new Set(
        (tasks.length > 0 ? tasks : here.work.tasks).filter((task) => toPack(task) > 0).flatMap(({ lines }) => lines.map((l) => l.itemId)),
      ),
    };
  },
  on: {
    task: (ctx, { task }) => open(ctx, task),
    reference: (ctx, { task }) => open(ctx, task),
    parcel: (ctx, { parcel, task }) => parcelSeen(ctx, task, parcel),
    place: (ctx, { place }) => placeSeen(ctx, place, (id) => openById(ctx, id)),
    picklist: (ctx, { picklist }) => openList(ctx, picklist),
  },
  goods: { needs: needsOut, serials: 'any', check, book },
  answers: {
    weight: (ctx, answer, { got }) => weighed(ctx, Number(answer), got),
    weightOdd: (ctx, answer, { got }) => confirmed(ctx, answer, got),
    size: (ctx, answer, { got }) => measured(ctx, String(answer), got),
    carrier: (ctx, answer, { got }) => carrierAnswered(ctx, String(answer), got),
    order: (ctx, answer) => openById(ctx, String(answer)),
    line: (ctx, answer) => askShort(ctx, String(answer)),
    reason: (ctx, answer, { got }) => {
      const task = taskOf(ctx);
      const line = task?.lines.find(({ id }) => id === got.lineId);
      if (!task || !line) return { feedback: 'openFirst' };
      return {
        feedback: 'shortNoted',
        params: { qty: 1, sku: line.sku, reason: answer },
        commands: [{ do: 'packShort', taskId: task.id, lineId: line.id, qty: 1, reason: String(answer) }],
        at: { pending: null },
      };
    },
    newLabel: (ctx, answer, { got }) => {
      const task = taskOf(ctx);
      if (!task) return { feedback: 'openFirst' };
      const act: ScanCommand = {
        do: 'swapLabel',
        taskId: task.id,
        parcelId: String(got.parcelId),
        oldCode: String(got.old),
        newCode: String(answer),
      };
      return { feedback: 'swapped', params: { no: task.no }, commands: [act], at: { pending: null, taskId: null } };
    },
  },
  requiredAnswer: requiredAnswer,
  commands: {
    done: closeOpen,
    short,
    newParcel: (ctx): Reply => {
      const reply = closeOpen(ctx);
      return reply.feedback === 'parcelClosed' ? { ...reply, feedback: 'parcelNext', at: { ...reply.at, taskId: ctx.at.taskId } } : reply;
    },
    weigh: (ctx): Reply => {
      const task = taskOf(ctx);
      const parcelId = task && openParcel(ctx, task);
      return parcelId ? question('weight', { got: { taskId: task.id, no: task.no, parcelId } }) : { feedback: 'openFirst' };
    },
  },
  prompt: (here): PromptSpec => {
    const task = taskOf(here);
    const list = listOf(here);
    if (here.options.chooses === 'batch' && !list) return { prompt: 'scanPicklist' };
    const isOpen = task !== undefined && toPack(task) > 0;
    if (isOpen && !here.options.closes) return { prompt: 'packItem', params: { no: task.no, left: toPack(task) } };
    if (task && openParcel(here, task) && !here.options.closes) return { prompt: 'closeParcel', params: { no: task.no } };
    if (here.options.chooses !== 'open') return { prompt: 'scanItem' };
    return { prompt: here.work.profile === 'packScanRef' ? 'scanReference' : 'scanTask' };
  },
  show: (here) => {
    const task = taskOf(here);
    if (!task) return showPlace(here);
    const lines = task.lines.map((line) => ({
      id: line.id,
      itemId: line.itemId,
      text: itemOf(here.work, line.itemId)?.sku ?? line.sku,
      place: placeCode(here.work, here.at.fromId),
      done: line.packed,
      expected: wanted(line),
      state:
        packable(line) <= 0 && line.packed < wanted(line)
          ? ('short' as const)
          : line.itemId === here.at.itemId
            ? ('now' as const)
            : ('open' as const),
    }));
    return { key: 'scan.headline.task', params: { no: task.no }, lines };
  },
};
