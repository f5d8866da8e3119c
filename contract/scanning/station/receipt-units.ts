import type { StationState } from './state.ts';

/** The delivery that was closed here last, with its pallets and cartons. */
export type ReceiptUnits = {
  /** The key of the entry that closed it. */
  key: string;
  taskId: string;
  no: string;
  /** As counted, before that as announced. Null if neither is known. */
  pallets: number | null;
  boxes: number | null;
  counted: boolean;
  /** Nothing was scanned since. */
  isNewest: boolean;
};

const numberOf = (value: string | number | undefined): number | null => (typeof value === 'number' ? value : null);

/** The last receipt of a delivery that was closed here and not undone or refused. Returns have no pallets to count. */
export function lastReceipt({ entries }: Pick<StationState, 'entries'>): ReceiptUnits | null {
  const standing = entries
    .filter((entry) => !entry.undone)
    .flatMap(({ key, params, sent }) => sent.flatMap(({ act, state }) => (state === 'refused' ? [] : [{ key, params, act }])));
  const closing = standing.findLast(({ act, params }) => act.do === 'closeReceipt' && params['pallets'] !== undefined);
  if (closing?.act.do !== 'closeReceipt') return null;
  const { taskId } = closing.act;
  const count = standing.findLast(({ act }) => act.do === 'countUnits' && act.taskId === taskId);
  const known = { pallets: numberOf(closing.params['pallets']), boxes: numberOf(closing.params['boxes']) };
  return {
    key: closing.key,
    taskId,
    no: String(closing.params['no']),
    pallets: (count?.act.do === 'countUnits' ? count.act.pallets : null) ?? known.pallets,
    boxes: (count?.act.do === 'countUnits' ? count.act.boxes : null) ?? known.boxes,
    counted: count !== undefined,
    isNewest: entries.at(-1)?.key === closing.key,
  };
}
