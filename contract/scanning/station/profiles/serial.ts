import {
  blockedBy,
  type CodeContext,
  itemOf,
  type ProfileRules,
  type Reply,
  showTask,
  skuOf,
  sum,
  taskOf,
  turnTo,
} from '../profile-rules.ts';

/** The open order's line of this item, if it has packed pieces without a serial number. */
function lineFor(ctx: CodeContext, itemId: string): string | null {
  const lines = taskOf(ctx)?.lines.filter((line) => line.itemId === itemId) ?? [];
  const bound = ctx.work.serials.filter((own) => own.itemId === itemId).length;
  return sum(lines.map(({ packed }) => packed)) > bound ? (lines[0]?.id ?? null) : null;
}

function check(ctx: CodeContext, itemId: string): Reply | null {
  const task = taskOf(ctx);
  const sku = skuOf(ctx.work, itemId);
  if (!task) return ctx.at.placeId === null && ctx.work.station.placeId === null ? { feedback: 'placeFirst' } : null;
  if (!task.lines.some((line) => line.itemId === itemId)) return { feedback: 'wrongItem', params: { sku, no: task.no } };
  return lineFor(ctx, itemId) === null ? { feedback: 'tooMany', params: { sku, left: 0, no: task.no } } : null;
}

/** The item is scanned first, then its serial numbers. With an open order they are bound to its packed pieces. */
export const serial: ProfileRules = {
  nearby: (here) => ({
    merchantId: taskOf(here)?.merchantId ?? null,
    wanted: new Set(taskOf(here)?.lines.map(({ itemId }) => itemId)),
  }),
  on: {
    task: (ctx, { task }) => blockedBy(task) ?? turnTo(ctx, task),
    place: (_ctx, { place }) => ({ feedback: 'placeSet', params: { place: place.code }, at: { placeId: place.id } }),
  },
  goods: {
    needs: () => ['serial'],
    serials: 'any',
    check: (ctx, goods) => check(ctx, goods.itemId),
    book: (ctx, goods, item) => ({
      feedback: 'bound',
      params: { sku: item.sku, serial: goods.serial },
      at: { itemId: item.id, pending: null },
      commands: [
        {
          do: 'bindSerial',
          itemId: item.id,
          serial: goods.serial,
          lineId: lineFor(ctx, item.id),
          compartmentId: taskOf(ctx) ? null : (ctx.at.placeId ?? ctx.work.station.placeId),
        },
      ],
    }),
  },
  answers: {},
  commands: {
    done: (ctx) =>
      ctx.at.itemId === null
        ? { feedback: 'nothingToClose' }
        : { feedback: 'itemDone', params: { sku: skuOf(ctx.work, ctx.at.itemId) }, at: { itemId: null, pending: null } },
  },
  prompt: ({ work, at }) =>
    at.itemId === null ? { prompt: 'scanItem' } : { prompt: 'scanSerials', params: { sku: itemOf(work, at.itemId)?.sku ?? '' } },
  show: (here) =>
    showTask(here, (line) => ({ done: here.work.serials.filter(({ itemId }) => itemId === line.itemId).length, expected: line.packed })),
};
