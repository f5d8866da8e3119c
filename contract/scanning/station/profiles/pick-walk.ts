import type { Work, WorkPickLine } from '../../work.ts';
import { piecesAt } from '../goods-in-hand.ts';
import { blockedBy, type Reply, type StationContext, sum } from '../profile-rules.ts';

export type Picklist = Work['picklists'][number];
export const listOf = ({ work, at }: StationContext): Picklist | undefined => work.picklists.find(({ id }) => id === at.picklistId);
export const open = (line: WorkPickLine): number => line.qty - line.picked - line.short;
export const openOf = (lines: readonly WorkPickLine[]): number => sum(lines.map(open));
export const stopped = (work: Work, line: WorkPickLine): Reply | null => blockedBy(work.tasks.find(({ id }) => id === line.taskId));

/** The order of stops: by pick sequence, with postponed lines last and blocked orders omitted. */
export function route(here: StationContext): WorkPickLine[] {
  const lines = (listOf(here)?.lines ?? []).filter((line) => open(line) > 0 && !stopped(here.work, line));
  const later = (line: WorkPickLine): number => here.at.skipped.lastIndexOf(line.id);
  return lines.toSorted((a, b) => later(a) - later(b) || a.seq - b.seq);
}
export const current = (here: StationContext): WorkPickLine | undefined => route(here)[0];

/** The same goods at the same place are taken in one stop, for all orders of the list. */
export const sameStop = (a: WorkPickLine, b: WorkPickLine): boolean => a.placeId === b.placeId && a.itemId === b.itemId && a.lot === b.lot;
export const stopOf = (here: StationContext, line: WorkPickLine | undefined): WorkPickLine[] =>
  line ? route(here).filter((other) => sameStop(line, other)) : [];

/** Pieces that cannot be picked now: those of stopped orders, and those reported short. */
export const missingOf = ({ work }: StationContext, { lines }: Picklist): number =>
  sum(lines.map((line) => line.short + (stopped(work, line) ? open(line) : 0)));

/** Lots of an item at a place, as far as the device knows the stock. */
export const lotsIn = (work: Work, itemId: string, placeId: string): Set<string> =>
  new Set(work.stock.filter((row) => row.itemId === itemId && row.placeId === placeId && row.qty > 0).map(({ lot }) => lot));

/** Whether the place should be empty after the pick, as far as the device knows the stock. The picker is then asked to check. */
export const isEmptied = ({ work }: StationContext, { itemId, placeId }: WorkPickLine, qty: number): boolean =>
  work.stock.some((row) => row.itemId === itemId && row.placeId === placeId) && piecesAt(work, itemId, placeId) === qty;
