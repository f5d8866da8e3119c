import type { ActionSpec } from '#contract/core/mask';

/** Bills and credits differ by their kind: which of both a button is for, and the button that enters a credit. */

export const isBill = { field: 'kind', op: 'eq', value: 'bill' } as const;
export const isCredit = { field: 'kind', op: 'eq', value: 'credit' } as const;
export const openCredit = { and: [isCredit, { field: 'open', op: 'gt', value: 0 } as const] };

/** Enters a credit next to a bill. */
export const CREDIT = {
  key: 'credit',
  label: 'bills.actions.credit',
  on: 'row',
  dialog: 'bills.credit',
  privilege: 'bills.create',
  when: { and: [isBill, { field: 'gross', op: 'gt', value: 0 }] },
} satisfies ActionSpec;

/** What an approval confirms. */
const SHOWN: string[] = ['net', 'tax', 'gross', 'dueDate'];

/** Buttons of one call: what it asks and warns of depends on the bill. */
export const APPROVE = {
  label: 'bills.actions.approve',
  done: 'bills.done.approve',
  on: 'row',
  call: { method: 'POST', path: '/v0/bills/:id/approve' },
  privilege: 'bills.update',
  confirm: 'submit',
  shows: SHOWN,
} as const;
