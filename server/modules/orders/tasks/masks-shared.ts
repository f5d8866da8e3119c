import type { ActionSpec, Mask } from '#contract/core/mask';
import type { CommandName } from '#contract/orders/actions';
import type { TaskStatus } from '#contract/orders/statuses';

type Fixed = NonNullable<Mask['fixed']>[number];
export const is = (field: string, ...value: string[]): Fixed => ({ field, op: 'in', value });
export const inStatus = (...value: TaskStatus[]): Fixed => is('status', ...value);
/** A view of a list of orders. */
export const view = (key: string, ...filters: Fixed[]): NonNullable<Mask['views']>[number] => ({
  key,
  label: `tasks.views.${key}`,
  filters,
});
export const BLOCKED: Fixed = { field: 'blocker', op: 'null', value: 'false' };
/** The merchant of a row: the same in each row of a merchant's own list. */
export const MERCHANT = { field: 'merchantId', outside: 'hidden' } as const;
/** Commands that block and release a task, for every kind. */
export const STOPS: CommandName[] = ['holdOn', 'raise', 'resolve', 'requestCancel', 'acceptCancel', 'denyCancel'];
/** Entering an order by hand. The dialog creates the kind of task that the list shows. */
export const NEW_ORDER: ActionSpec = {
  key: 'new',
  label: 'taskPage.new.action',
  icon: 'plus',
  on: 'list',
  dialog: 'tasks.new',
  privilege: 'tasks.create',
};
/** The call belongs to the module of invoices. */
export const INVOICE: ActionSpec = {
  key: 'invoice',
  label: 'tasks.invoice.action',
  done: 'tasks.invoice.done',
  on: 'row',
  call: { method: 'POST', path: '/v0/tasks/:id/invoice' },
  privilege: 'invoices.create',
  when: {
    and: [
      { field: 'kind', op: 'eq', value: 'outbound' },
      { field: 'shipped', op: 'gt', value: 0 },
    ],
  },
};
/** The call belongs to the module of carriers. */
export const COMPARE_RATES: ActionSpec = {
  key: 'rates',
  label: 'tasks.rates.action',
  done: 'tasks.rates.done',
  on: 'row',
  call: { method: 'POST', path: '/v0/tasks/:id/rates' },
  privilege: 'parcels.update',
  when: {
    and: [
      { field: 'kind', op: 'eq', value: 'outbound' },
      { field: 'labelSource', op: 'eq', value: 'own' },
      { field: 'parcelCount', op: 'eq', value: 0 },
      { not: { field: 'status', op: 'in', value: ['finish', 'partiallyFinish'] } },
    ],
  },
};
