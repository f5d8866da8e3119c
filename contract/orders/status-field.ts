import type { FieldOf } from '../core/mask.ts';
import { CANCEL_CODES } from './reasons.ts';
import { TASK_STATUS_NAMES, TASK_STATUSES } from './statuses.ts';
import { TASK_TEXTS } from './texts.ts';

/** The status of an order or a service: one of the 38 of the specification, or "Cancelled" once it has a cancellation reason. */
export const TASK_STATUS = {
  kind: 'status',
  options: TASK_STATUS_NAMES.map((value) => ({ value, label: TASK_TEXTS.status(value), meaning: TASK_STATUSES[value] })),
  instead: [{ field: 'cancelReason', label: 'tasks.cancelled', meaning: 'closed' }],
} as const satisfies Omit<FieldOf<'status'>, 'label'>;

/** The cancellation reason: text of a person, shown unchanged, or a reason code, shown in the user's language. */
export const CANCEL_REASON = {
  kind: 'choice',
  options: CANCEL_CODES.map((value) => ({ value, label: `tasks.reasons.${value}` })),
} as const satisfies Omit<FieldOf<'choice'>, 'label'>;
