import { setTimeout as pause } from 'node:timers/promises';

/**
 * The points that a shop gives for calls: a call is let through if the points it may cost at most are there; what its answer did not need is
 * given back. To wait for them is quicker than to be refused, and a dear call is not overtaken for ever by cheap ones.
 */

/** Milliseconds. */
const MOST_WAIT = 10_000;
const LOOK = 50;
/** What is left, as the shop said at that time. */
type Budget = { left: number; rate: number; most: number; at: number };
/** `sent`: what calls may cost that are not answered yet. Whether the shop counted them in what it said is not known, so they are taken off. */
type Account = { budget: Budget | null; sent: number; turn: Promise<void> };
const accounts = new Map<string, Account>();

function accountOf(shop: string): Account {
  const account = accounts.get(shop) ?? { budget: null, sent: 0, turn: Promise.resolve() };
  accounts.set(shop, account);
  return account;
}

async function wait(account: Account, points: number): Promise<void> {
  const until = Date.now() + MOST_WAIT;
  for (;;) {
    const { budget, sent } = account;
    if (!budget) break;
    const left = Math.min(budget.most, budget.left + ((Date.now() - budget.at) / 1000) * budget.rate) - sent;
    const missing = Math.min(points, budget.most) - left;
    if (missing <= 0 || Date.now() >= until) break;
    // Not longer than until what was sent may have been answered, for less than it could cost.
    await pause(Math.min((missing / budget.rate) * 1000, sent > 0 ? LOOK : MOST_WAIT, until - Date.now()));
  }
  account.sent += points;
}

/**
 * Waits until a call may be sent that costs so many points at most; 10 seconds at most. Calls to one shop are let through in their order.
 * @returns to be called once the call is over
 */
export async function takePoints(shop: string, points: number): Promise<() => void> {
  const account = accountOf(shop);
  account.turn = account.turn.then(() => wait(account, points));
  await account.turn;
  return () => {
    account.sent -= points;
  };
}

/** Keeps what an answer of the shop says of its budget. */
export function notePoints(shop: string, left: number, rate: number, most: number): void {
  if (rate > 0) accountOf(shop).budget = { left, rate, most, at: Date.now() };
}
