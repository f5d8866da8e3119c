import type { WorkLine, WorkTask } from '../../work.ts';
import { question, type Reply, skuOf, sum } from '../profile-rules.ts';
import type { Goods, LocalWork, Option } from '../state.ts';

/** Which return a code means, and the question if there are several. */

export const awaited = (line: WorkLine): number => Math.max(0, line.ordered - line.cancelled - line.received);
export const ARRIVING: readonly WorkTask['status'][] = ['receiptPending', 'inTransit'];
const OPEN: readonly WorkTask['status'][] = [...ARRIVING, 'receiving', 'retourReceivedPartially'];
export const isOpenReturn = (task: WorkTask): boolean => task.kind === 'retour' && OPEN.includes(task.status);
const isOut = (order: WorkTask): boolean => order.lines.some((line) => line.shipped > line.returned);

/**
 * The returns that the named tasks stand for: open returns themselves, and the open returns of an order. An order without one is in the
 * list itself if pieces of it can still come back, because a return can be opened for it. Empty if nothing can come back.
 */
export function returnsMeant({ tasks }: LocalWork, named: readonly WorkTask[]): WorkTask[] {
  const meant = named.flatMap((task) => {
    if (task.kind !== 'outbound') return isOpenReturn(task) ? [task] : [];
    const known = tasks.filter((one) => isOpenReturn(one) && one.parentId === task.id);
    return known.length > 0 || !isOut(task) ? known : [task];
  });
  return [...new Map(meant.map((task) => [task.id, task])).values()];
}

/** A return that expects one of the items. */
export type Expecting = { task: WorkTask; itemId: string };
export const expecting = ({ tasks }: LocalWork, items: readonly string[]): Expecting[] =>
  tasks.filter(isOpenReturn).flatMap((task) => {
    const line = task.lines.find(({ itemId, ...rest }) => items.includes(itemId) && awaited({ itemId, ...rest }) > 0);
    return line ? [{ task, itemId: line.itemId }] : [];
  });

/** As many as the keys of the screen can name. Others are still opened by scanning their number. */
const SHOWN = 9;

function optionOf(work: LocalWork, task: WorkTask, index: number, itemId: string | undefined): Option {
  const open = task.lines
    .map((line) => ({ line, left: task.kind === 'outbound' ? line.shipped - line.returned : awaited(line) }))
    .filter(({ left }) => left > 0);
  const shown = open.find(({ line }) => line.itemId === itemId) ?? open[0];
  const same = open.filter(({ line }) => line.itemId === shown?.line.itemId);
  return {
    code: String(index + 1),
    value: task.id,
    label: null,
    text: task.no,
    also: [task.no, ...task.codes],
    about: {
      orderNo: task.kind === 'outbound' ? task.no : task.parentNo,
      merchant: work.merchants.find(({ id }) => id === task.merchantId)?.name ?? '',
      sku: shown ? skuOf(work, shown.line.itemId) || shown.line.sku : '',
      left: sum(same.map(({ left }) => left)),
      more: open.length - same.length,
      on: task.announcedOn,
    },
  };
}

/** Asks which return is meant, oldest first. With `piece`, the scanned pieces wait for the answer. */
export function askWhich(work: LocalWork, meant: readonly WorkTask[], piece?: { goods: Goods; items: readonly Expecting[] }): Reply {
  const got = Object.fromEntries(piece?.items.map(({ task, itemId }) => [task.id, itemId]) ?? []);
  const options = meant
    .toSorted((a, b) => a.announcedOn.localeCompare(b.announcedOn))
    .slice(0, SHOWN)
    .map((task, index) => optionOf(work, task, index, got[task.id]));
  const asked = question('return', { options, goods: piece?.goods ?? null, got }, 'whichReturn');
  return { ...asked, params: { n: meant.length } };
}
