import type { Work, WorkPickLine } from '../../work.ts';
import { piecesAt } from '../goods-in-hand.ts';
import { blockedBy, type Reply, type StationContext, sum } from '../profile-rules.ts';

export type Picklist = Work['picklists'][number];
export const listOf = ({ work, at }: StationContext): Picklist | undefined => work.picklists.find(({ id }) => id === at.picklistId);
export const open = (line: WorkPickLine): number => line.qty - line.picked - line.short;
export const openOf = (lines: readonly WorkPickLine[]): number => sum(lines.map(open));
export const stopped = (work: Work, line: WorkPickLine): Reply | null => blockedBy(work.tasks.find(({ id }) => id === line.taskId));

/** The way through the list: by its sequence, put-off lines last, blocked orders left out. */
export function route(here: StationContext): WorkPickLine[] {
  const lines = (listOf(here)?.lines ?? []).filter((line) => open(line) > 0 && !stopped(here.work, line));
  const later = (line: WorkPickLine): number => here.at.skipped.lastIndexOf(line.id);
  return lines.toSorted((a, b) => later(a) - later(b) || a.seq - b.seq);
}
export const current = (here: StationContext): WorkPickLine | undefined => route(here)[0];

/** The same goods in the same place are taken at once, for however many orders of the list. */
export const sameStop = (a: WorkPickLine, b: WorkPickLine): boolean => a.placeId === b.placeId && a.itemId === b.itemId && a.lot === b.lot;
export const stopOf = (here: StationContext, line: WorkPickLine | undefined): WorkPickLine[] =>
  line ? route(here).filter((other) => sameStop(line, other)) : [];

/** What nobody can pick now: pieces of stopped orders, and what was short. */
export const missingOf = ({ work }: StationContext, { lines }: Picklist): number =>
  sum(lines.map((line) => line.short + (stopped(work, line) ? open(line) : 0)));

/** Batches of an item that lie in a place, where the device knows what lies there. */
export const lotsIn = (work: Work, itemId: string, placeId: string): Set<string> =>
  new Set(work.stock.filter((row) => row.itemId === itemId && row.placeId === placeId && row.qty > 0).map(({ lot }) => lot));

/** What should lie there after the pick, where the device knows it: nothing means that somebody should look. */
export const isEmptied = ({ work }: StationContext, { itemId, placeId }: WorkPickLine, qty: number): boolean =>
  work.stock.some((row) => row.itemId === itemId && row.placeId === placeId) && piecesAt(work, itemId, placeId) === qty;
