import { holds } from '#contract/core/condition';
import type { Mask, NextStep } from '#contract/core/mask';
import type { Row } from '../../kinds/kind.ts';
import { type Action, applies } from '../../list/actions.ts';

export type Next = { step: NextStep; action: Action | null };

/** The condition of a step: its own, otherwise that of its action. */
const conditionOf = (mask: Mask, step: NextStep): NextStep['when'] =>
  step.when ?? mask.actions?.find(({ key }) => key === step.action)?.when;

/**
 * The first step whose condition is true, with its action. Null if nothing is left to do, or if the step is an action that this user may
 * not run.
 */
export function nextOf(mask: Mask, row: Row, actions: readonly Action[]): Next | null {
  const step = mask.next?.find((one) => holds(conditionOf(mask, one), row));
  if (!step) return null;
  if (step.action === undefined) return { step, action: null };
  const action = actions.find(({ key }) => key === step.action);
  return action && applies(action, [row]) ? { step, action } : null;
}
