import { PRIORITIES } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import type { FieldInput } from '../../core/http/mask.ts';

/** How urgent something is, with the same words for orders, tickets, tasks of the office and requirements. */
export const PRIORITY_FIELD: FieldInput = {
  kind: 'choice',
  sort: true,
  filter: true,
  width: 100,
  options: PRIORITIES.map((value) => ({ value, label: TASK_TEXTS.priority(value) })),
};
