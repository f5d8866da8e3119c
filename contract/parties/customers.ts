import { defineArea } from '../core/area.ts';
import { partyFields } from './party.ts';

/** Customers of the house and its merchants. */
export const customers = defineArea({
  name: 'customers',
  fields: { ...partyFields },
  search: ['no', 'name', 'contact', 'email', 'vatId'],
  title: ['name'],
  merchant: 'merchantId',
});
