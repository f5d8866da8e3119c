import { setTimeout as pause } from 'node:timers/promises';

/**
 * The points that a shop gives for calls: a call is let through if the points it may cost at most are there; what its answer did not need is
 * given back. To wait for them is quicker than to be refused, and a dear call is not overtaken for ever by cheap ones.
 */

const MOST_WAIT = 10_000;
/** What is left, as the shop said itself, less what calls under way may cost. */
type Budget = { left: number; rate: number; most: number; at: number };
const budgets = new Map<string, Budget>();
const turns = new Map<string, Promise<void>>();

const leftOf = ({ left, rate, most, at }: Budget): number => Math.min(most, left + ((Date.now() - at) / 1000) * rate);

async function take(url: string, points: number): Promise<void> {
  const budget = budgets.get(url);
  if (!budget) return;
  const missing = Math.min(points, budget.most) - leftOf(budget);
  if (missing > 0) await pause(Math.min((missing / budget.rate) * 1000, MOST_WAIT));
  const known = budgets.get(url) ?? budget;
  budgets.set(url, { ...known, left: leftOf(known) - points, at: Date.now() });
}

/** Waits until a call may be sent that costs so many points at most; 10 seconds at most. Calls to one shop are let through in their order. */
export function takePoints(url: string, points: number): Promise<void> {
  const turn = (turns.get(url) ?? Promise.resolve()).then(() => take(url, points));
  turns.set(url, turn);
  return turn;
}

/** Keeps what an answer of the shop says of its budget. */
export function hearPoints(url: string, left: number, rate: number, most: number): void {
  if (rate > 0) budgets.set(url, { left, rate, most, at: Date.now() });
}
