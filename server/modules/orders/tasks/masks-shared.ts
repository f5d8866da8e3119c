import type { ActionSpec, Mask } from '#contract/core/mask';
import type { CommandName } from '#contract/orders/actions';
import type { TaskStatus } from '#contract/orders/statuses';

type Fixed = NonNullable<Mask['fixed']>[number];
export const is = (field: string, ...value: string[]): Fixed => ({ field, op: 'in', value });
export const inStatus = (...value: TaskStatus[]): Fixed => is('status', ...value);
/** What stops a task and lets it go again, whatever its kind. */
export const STOPS: CommandName[] = ['holdOn', 'raise', 'resolve', 'requestCancel', 'acceptCancel', 'denyCancel'];
/** An order typed in; its dialog makes what the list is of. */
export const NEW_ORDER: ActionSpec = {
  key: 'new',
  label: 'taskPage.new.action',
  icon: 'plus',
  on: 'list',
  dialog: 'tasks.new',
  privilege: 'tasks.create',
};
