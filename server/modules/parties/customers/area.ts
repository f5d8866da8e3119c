import { customers as area } from '#contract/parties/customers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { setOffAction } from '../../bank/index.ts';
import { balanceFacts } from '../facts.ts';
import {
  billingInputs,
  holdActions,
  nextDocument,
  owedLists,
  partyCheck,
  partyFieldInputs,
  partyScreen,
  statementActions,
} from '../screen.ts';
import { billedRoute } from './billed.ts';
import { ordersOf } from './orders.ts';
import { customers as table } from './table.ts';

const fields = defineFields(area, { ...partyFieldInputs, ...billingInputs });

const { main, contact, terms } = partyScreen.form.sections;
const contactOnly = contact.filter((name) => name !== 'invoiceEmail');
const form = {
  layout: 'page',
  sections: { main, contact: contactOnly, invoices: ['invoiceEmail', 'invoiceFormat', 'buyerReference'], terms },
} as const;
const importing = { ...partyScreen.import, fields: [...partyScreen.import.fields, 'invoiceFormat', 'buyerReference'] } as const;

export const customers = defineServerArea({
  area,
  table,
  facts: ({ tx, actor, row }) => balanceFacts(tx, actor, 'customerId', row.id),
  routes: billedRoute,
  related: [
    {
      area: 'tasks',
      by: 'id',
      ids: ({ tx, row }) => ordersOf(tx, row),
      columns: ['no', 'refOrderId', 'status', 'pieces', 'requestedShipAt', 'actualShipAt'],
      title: 'customers.related.orders',
    },
    {
      area: 'tickets',
      by: 'taskId',
      ids: ({ tx, row }) => ordersOf(tx, row),
      columns: ['no', 'state', 'subject', 'taskId', 'lastMessageAt'],
      title: 'customers.related.tickets',
    },
    { area: 'invoices', by: 'customerId', columns: ['no', 'status', 'issueDate', 'dueDate', 'gross', 'open'] },
    ...owedLists('customerId'),
    { area: 'quotations', by: 'customerId', columns: ['no', 'subject', 'status', 'validUntil', 'gross'] },
    { area: 'payments', by: 'customerId', columns: ['no', 'paidOn', 'amount', 'open', 'status'] },
    { area: 'outgoingMails', by: 'customerId', columns: ['no', 'kind', 'documentNo', 'status', 'mailTo', 'sentAt'] },
  ],
  check: partyCheck,
  unique: [['merchantId', 'no']],
  number: { field: 'no', prefix: 'C-' },
  masks: ['customer.list', 'crm.customer.list'].map((key) =>
    defineMask(area, {
      ...partyScreen,
      form,
      import: importing,
      actions: [...statementActions('customers'), ...holdActions('customers'), setOffAction],
      key,
      icon: 'solution',
      fields,
      next: [nextDocument('quotation', 'customerId')],
    }),
  ),
});
