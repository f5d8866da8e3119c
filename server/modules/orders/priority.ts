import { PRIORITIES } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import type { FieldInput } from '../../core/http/mask.ts';

/** Urgency, with the same values for orders, tickets, office tasks and requirements. */
export const PRIORITY_FIELD: FieldInput = {
  kind: 'choice',
  sort: true,
  filter: true,
  width: 100,
  options: PRIORITIES.map((value) => ({ value, label: TASK_TEXTS.priority(value) })),
};
