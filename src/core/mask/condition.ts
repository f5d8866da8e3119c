import { holds } from '#contract/core/condition';
import type { Condition } from '#contract/core/mask-condition';
import { currentUser } from '../../providers/user.ts';
import type { Row } from './kinds/kind.ts';

/** Whether a mask's condition is true for a row, for the signed-in user. */
export const holdsForMe = (condition: Condition | undefined, row: Row): boolean => holds(condition, row, currentUser()?.id ?? null);
