/** What happens next with an invoice: for the house that bills, and for the merchant who pays. */
import type { ActionSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';

/** A payment that is recorded from its invoice has the party, the amount and the reference filled in. */
const recordPayment = {
  path: '/accounting/payment/new?set.direction=in&set.merchantId=:merchantId&set.customerId=:customerId&set.currency=:currency&set.amount=:open&set.reference=:no',
  label: 'invoices.next.recordPayment',
  privilege: 'payments.create',
};
const unpaid = (overdue: boolean): Condition => ({
  and: [
    { field: 'kind', op: 'eq', value: 'invoice' },
    { field: 'open', op: 'gt', value: 0 },
    { field: 'overdue', op: 'eq', value: overdue },
  ],
});
/** What an overdue invoice waits for depends on its reminders, so its page reads them (src/resources/money/ReminderStep.tsx). */
export const collect: NonNullable<Mask['next']> = [
  { when: unpaid(false), text: 'invoices.next.open', meaning: 'wait', open: recordPayment },
];
/** The steps of an overdue invoice. The reminder asks for this invoice alone; the server refuses one that is not due. */
export const collectOverdue: ActionSpec[] = [
  {
    key: 'remind',
    label: 'invoices.actions.remind',
    on: 'row',
    dialog: 'invoices.remind',
    privilege: 'dunningRuns.send',
    when: unpaid(true),
    inMenu: true,
  },
  {
    key: 'recordPayment',
    label: recordPayment.label,
    on: 'row',
    open: recordPayment.path,
    privilege: recordPayment.privilege,
    when: unpaid(true),
    inMenu: true,
  },
];
export const next: Mask['next'] = [
  { action: 'post', text: 'invoices.next.post' },
  { action: 'postCreditNote', text: 'invoices.next.post' },
  ...collect,
];
const paidByOther: Condition = {
  and: [
    { field: 'kind', op: 'eq', value: 'invoice' },
    { field: 'customerId', op: 'filled' },
  ],
};
/** Of the merchant who is billed. What a customer pays for it has nothing open for the merchant, and asks it for nothing. */
export const pay: Mask['next'] = [
  { when: paidByOther, text: 'invoices.next.paidByOther', meaning: 'done' },
  { when: unpaid(true), text: 'invoices.next.payOverdue', meaning: 'stop' },
  { when: unpaid(false), text: 'invoices.next.pay', meaning: 'wait' },
];
