import type { Mask, NextStep } from '#contract/core/mask';
import { mayOpen } from '../../../../providers/access.ts';
import { allowed } from '../../../../providers/user.ts';
import { holdsForMe } from '../../condition.ts';
import type { Row } from '../../kinds/kind.ts';
import { type Action, applies } from '../../list/actions.ts';

export type Next = { step: NextStep; action: Action | null };

/** The condition of a step: its own, otherwise that of its action. */
const conditionOf = (mask: Mask, step: NextStep): NextStep['when'] =>
  step.when ?? mask.actions?.find(({ key }) => key === step.action)?.when;

/** Whether the step leads to a screen that this user may open. */
export const opensScreen = ({ open }: NextStep): boolean =>
  open !== undefined && (!open.privilege || allowed(open.privilege)) && mayOpen(open.path.split('?')[0] ?? open.path);

/**
 * The first step whose condition is true, with its action. Null if nothing is left to do, or if the step is an action that this user may
 * not run.
 */
export function nextOf(mask: Mask, row: Row, actions: readonly Action[]): Next | null {
  const step = mask.next?.find((one) => holdsForMe(conditionOf(mask, one), row));
  if (!step) return null;
  // A screen that the user may not open is no step; what must be done by a day is told to everybody.
  if (step.action === undefined) return step.when || opensScreen(step) ? { step, action: null } : null;
  const action = actions.find(({ key }) => key === step.action);
  return action && applies(action, [row]) ? { step, action } : null;
}
