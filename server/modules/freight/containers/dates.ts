import { eq } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import type { containers as area } from '#contract/freight/containers';
import type { Db } from '../../../core/db/client.ts';
import type { AreaRow } from '../../../core/http/area.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { recompute } from '../../orders/index.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { containers } from './table.ts';

/** In the order in which they happen. */
export const DATES = ['underWayAt', 'arrivedAt', 'pickedUpAt', 'devannedAt', 'returnedAt'] as const;
export type Dates = Partial<Record<(typeof DATES)[number], string | null | undefined>>;

/** Dates that stand with the container. The others stand with its task. */
const OWN = ['pickedUpAt', 'devannedAt', 'returnedAt'] as const;

/** None may lie in the future or before the one that must come first. A field without a value keeps what stands. */
function faultsOf(row: AreaRow<typeof area>, given: Dates): FieldError[] {
  const faults: FieldError[] = [];
  let before = 0;
  for (const path of DATES) {
    const value = given[path] ?? row[path];
    if (!value) continue;
    const at = Date.parse(value);
    if (given[path] && at > Date.now()) faults.push({ path, rule: 'inFuture' });
    else if (at < before) faults.push({ path: given[path] ? path : (DATES.find((name) => given[name]) ?? path), rule: 'beforeStart' });
    before = Math.max(before, at);
  }
  return faults;
}

/**
 * Dates the departure, arrival, pick-up, devanning or return of a container, for what happened before somebody entered it: free days count
 * from these days. All but one may be entered for the first time; devanning makes an inbound order and so must have been done. The timeline
 * keeps the reason and both dates. Repeating it changes nothing.
 * @throws DomainError InvalidInput for a date in the future or out of order; StateRefused for a container that was not devanned
 */
export async function correctDates(tx: Db, row: AreaRow<typeof area>, entered: Dates, reason: string, by: string): Promise<void> {
  // A pick-up that devanning entered is at the moment of devanning, and moves with it.
  const moves = Boolean(entered.devannedAt && !entered.pickedUpAt && row.pickedUpAt === row.devannedAt);
  const given = moves ? { ...entered, pickedUpAt: entered.devannedAt } : entered;
  if (!DATES.some((name) => given[name])) throw invalid([{ path: DATES[0], rule: 'required' }]);
  const changed = DATES.filter((name) => given[name] && Date.parse(given[name]) !== Date.parse(row[name] ?? ''));
  if (changed.length === 0) return;
  const faults = faultsOf(row, given);
  if (faults.length > 0) throw invalid(faults);
  if (given.devannedAt && row.devannedAt === null) throw new DomainError('StateRefused', 'containers.refusals.notDevanned');
  const { underWayAt, arrivedAt } = given;
  if (underWayAt || arrivedAt)
    await tx
      .update(tasks)
      .set({ ...(underWayAt ? { underWayAt } : {}), ...(arrivedAt ? { arrivedAt } : {}) })
      .where(eq(tasks.id, row.id));
  const own = Object.fromEntries(OWN.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
  if (Object.keys(own).length > 0) await tx.update(containers).set(own).where(eq(containers.id, row.id));
  const payload = Object.fromEntries(changed.map((name) => [name, { from: row[name], to: given[name] }]));
  await recompute(tx, [row.id], { command: 'datesCorrected', reason, by, payload }, { always: true });
}
