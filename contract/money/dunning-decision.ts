import { nextLevel } from './arrears.ts';
import type { DunningLevel } from './dunning-schemes.ts';
import type { LeftOut } from './dunning-states.ts';

/** Decides about one overdue item: the level of the letter that it goes into, or why it is left out. */

export type OpenItem = {
  invoiceId: string;
  /** In the smallest unit; `disputed` is the part of open disputes. */
  open: number;
  disputed: number;
  dueOn: string;
  lastLevel: number;
  lastSentOn: string | null;
  /** Of the item or its party; `blockedUntil` null with `isBlocked`: until somebody removes it. */
  isBlocked: boolean;
  blockedUntil: string | null;
  promisedUntil: string | null;
  isInRun: boolean;
};
export type Scheme = { minimum: number; levels: readonly DunningLevel[] };
export type Decision = { level: number; reason: LeftOut | null; nextOn: string | null };

/** What a letter may ask for. */
export const dunnedAmount = ({ open, disputed }: Pick<OpenItem, 'open' | 'disputed'>): number => Math.max(0, open - disputed);

/** What keeps an item out on a day, whatever its level is. Looked at again when a letter is sent. */
export function heldReason(item: OpenItem, day: string): { reason: LeftOut; nextOn: string | null } | null {
  if (item.open <= 0) return { reason: 'paid', nextOn: null };
  if (dunnedAmount(item) === 0) return { reason: 'disputed', nextOn: null };
  if (item.isBlocked) return { reason: 'blocked', nextOn: item.blockedUntil };
  if (item.promisedUntil !== null && item.promisedUntil >= day) return { reason: 'promised', nextOn: item.promisedUntil };
  return null;
}

/** @param scheme null: no scheme holds for the party */
export function decideItem(item: OpenItem, scheme: Scheme | null, day: string): Decision {
  const last = item.lastSentOn === null ? null : { level: item.lastLevel, sentOn: item.lastSentOn };
  const next = scheme && nextLevel(scheme.levels, item.dueOn, last);
  const level = next?.level ?? item.lastLevel;
  const held = heldReason(item, day);
  if (held) return { level, ...held };
  if (item.isInRun) return { level, reason: 'inRun', nextOn: null };
  if (!scheme) return { level, reason: 'noScheme', nextOn: null };
  if (!next) return { level, reason: 'lastLevel', nextOn: null };
  if (next.on > day) return { level, reason: 'waiting', nextOn: next.on };
  if (dunnedAmount(item) < scheme.minimum) return { level, reason: 'belowMinimum', nextOn: null };
  return { level, reason: null, nextOn: null };
}

/** Items of one party and currency that are all left out, because its unallocated money covers what would be asked for. */
export const isCovered = (items: readonly OpenItem[], unallocated: number): boolean =>
  unallocated > 0 && items.reduce((sum, item) => sum + dunnedAmount(item), 0) <= unallocated;
