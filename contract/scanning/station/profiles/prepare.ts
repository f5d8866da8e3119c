import type { WorkTask } from '../../work.ts';
import { type Asked, blockedBy, type Ctx, type Family, needsInside, type Reply, taskOf, turnTo } from '../family.ts';

function open(ctx: Ctx, task: WorkTask): Reply {
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (task.status === 'readyToInbound') return { tell: 'alreadyClosed', params: { no: task.no } };
  if (task.status !== 'received') return { tell: 'wrongState', params: { no: task.no } };
  return turnTo(ctx, task);
}

/** Labels, serials and quality of what was received, before it goes to the shelf. */
export const prepare: Family = {
  around: (here) => ({ merchantId: taskOf(here)?.merchantId ?? null, wanted: new Set(taskOf(here)?.lines.map(({ itemId }) => itemId)) }),
  on: { task: (ctx, { task }) => open(ctx, task) },
  goods: {
    needs: needsInside,
    serials: 'any',
    check: (ctx, goods, item) => {
      const task = taskOf(ctx);
      if (!task) return { tell: 'openFirst' };
      return task.lines.some(({ itemId }) => itemId === goods.itemId)
        ? null
        : { tell: 'wrongItem', params: { sku: item.sku, no: task.no } };
    },
    book: (ctx, goods, item): Reply => {
      const lineId = taskOf(ctx)?.lines.find(({ itemId }) => itemId === goods.itemId)?.id ?? null;
      const at = { itemId: goods.itemId, pending: null };
      if (goods.serial === '')
        return { tell: 'checked', params: { sku: item.sku }, at, acts: [{ do: 'log', note: `checked ${item.sku}` }] };
      return {
        tell: 'bound',
        params: { sku: item.sku, serial: goods.serial },
        at,
        acts: [{ do: 'bindSerial', itemId: goods.itemId, serial: goods.serial, lineId, compartmentId: ctx.work.station.placeId }],
      };
    },
  },
  answers: {},
  commands: {
    done: (ctx): Reply => {
      const task = taskOf(ctx);
      if (!task) return { tell: 'nothingToClose' };
      return { tell: 'prepared', params: { no: task.no }, acts: [{ do: 'prepared', taskId: task.id }], at: { taskId: null, itemId: null } };
    },
  },
  prompt: (here): Asked => {
    const task = taskOf(here);
    return task ? { ask: 'checkItem', params: { no: task.no } } : { ask: 'scanDelivery' };
  },
  show: (here) => {
    const task = taskOf(here);
    if (!task) return null;
    const lines = task.lines.map((line) => ({
      id: line.id,
      itemId: line.itemId,
      text: line.sku,
      place: '',
      done: line.received,
      expected: null,
      state: line.itemId === here.at.itemId ? ('now' as const) : ('open' as const),
    }));
    return { key: 'scan.headline.task', params: { no: task.no }, lines };
  },
};
