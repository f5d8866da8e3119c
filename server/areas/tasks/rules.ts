import type { FieldError } from '#contract/envelope';
import { type Actor, isStaff } from '../../http/actor.ts';
import type { Values } from '../../http/area.ts';

/** What a task is and whose; stands from the first minute, because numbers, stock and labels hang on it. */
const FOR_EVER = ['no', 'kind', 'merchantId', 'source', 'parentId'] as const;
/** What passes a gate of the house. */
const OURS = ['forceShipLabel'] as const;

/** Which fields of a task this person may change. A value that stays the same is no change. */
export function editFaults({ actor, values, current }: { actor: Actor; values: Values; current: Values | null }): FieldError[] {
  if (!current) return [];
  const closed = isStaff(actor) ? FOR_EVER : [...FOR_EVER, ...OURS];
  return closed.filter((name) => name in values && values[name] !== current[name]).map((path) => ({ path, rule: 'fixed' }));
}
