import { defineArea } from '../core/area.ts';
import { billingFields, partyFields } from './party.ts';

/** Customers of the house and its merchants. */
export const customers = defineArea({
  name: 'customers',
  fields: { ...partyFields, ...billingFields },
  search: ['no', 'name', 'contact', 'email', 'vatId'],
  title: ['name'],
  merchant: 'merchantId',
});
