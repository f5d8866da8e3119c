import type { WorkTask } from '../../work.ts';
import {
  blockedBy,
  type CodeContext,
  needsInside,
  type ProfileRules,
  type PromptSpec,
  type Reply,
  showTask,
  taskOf,
  turnTo,
} from '../profile-rules.ts';

function open(ctx: CodeContext, task: WorkTask): Reply {
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (task.status === 'readyToInbound') return { feedback: 'alreadyClosed', params: { no: task.no } };
  if (task.status !== 'received') return { feedback: 'wrongState', params: { no: task.no } };
  return turnTo(ctx, task);
}

/** Checks labels, serial numbers and quality of received goods before they are put away. */
export const prepare: ProfileRules = {
  nearby: (here) => ({
    merchantId: taskOf(here)?.merchantId ?? null,
    wanted: new Set(taskOf(here)?.lines.map(({ itemId }) => itemId)),
  }),
  on: { task: (ctx, { task }) => open(ctx, task) },
  goods: {
    needs: needsInside,
    serials: 'any',
    check: (ctx, goods, item) => {
      const task = taskOf(ctx);
      if (!task) return { feedback: 'openFirst' };
      return task.lines.some(({ itemId }) => itemId === goods.itemId)
        ? null
        : { feedback: 'wrongItem', params: { sku: item.sku, no: task.no } };
    },
    book: (ctx, goods, item): Reply => {
      const lineId = taskOf(ctx)?.lines.find(({ itemId }) => itemId === goods.itemId)?.id ?? null;
      const at = { itemId: goods.itemId, pending: null };
      if (goods.serial === '')
        return { feedback: 'checked', params: { sku: item.sku }, at, commands: [{ do: 'log', note: `checked ${item.sku}` }] };
      return {
        feedback: 'bound',
        params: { sku: item.sku, serial: goods.serial },
        at,
        commands: [{ do: 'bindSerial', itemId: goods.itemId, serial: goods.serial, lineId, compartmentId: ctx.work.station.placeId }],
      };
    },
  },
  answers: {},
  commands: {
    done: (ctx): Reply => {
      const task = taskOf(ctx);
      if (!task) return { feedback: 'nothingToClose' };
      return {
        feedback: 'prepared',
        params: { no: task.no },
        commands: [{ do: 'prepared', taskId: task.id }],
        at: { taskId: null, itemId: null },
      };
    },
  },
  prompt: (here): PromptSpec => {
    const task = taskOf(here);
    return task ? { prompt: 'checkItem', params: { no: task.no } } : { prompt: 'scanDelivery' };
  },
  show: (here) => showTask(here, ({ received }) => ({ done: received, expected: null })),
};
