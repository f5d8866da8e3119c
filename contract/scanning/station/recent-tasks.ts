import type { StationState } from './state.ts';

const MOST = 5;

/** Orders that work at this station can belong to: the one in hand, then those that were scanned here last. */
export function recentTasks({ at, entries, work }: Pick<StationState, 'at' | 'entries' | 'work'>): { id: string; no: string }[] {
  const numbers = new Map(work.tasks.map(({ id, no }) => [id, no]));
  const scanned = entries.toReversed().flatMap(({ undone, sent, params }) =>
    sent.flatMap(({ act }) => {
      if (undone || !('taskId' in act) || act.taskId === null) return [];
      const no = numbers.get(act.taskId) ?? (act.do === 'closeReceipt' || act.do === 'prepared' ? String(params['no']) : undefined);
      return no === undefined ? [] : [{ id: act.taskId, no }];
    }),
  );
  const inHand = at.taskId === null ? undefined : numbers.get(at.taskId);
  const all = at.taskId !== null && inHand !== undefined ? [{ id: at.taskId, no: inHand }, ...scanned] : scanned;
  return [...new Map(all.map((one) => [one.id, one])).values()].slice(0, MOST);
}
