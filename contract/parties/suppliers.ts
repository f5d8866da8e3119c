import { defineArea } from '../core/area.ts';
import { partyFields } from './party.ts';

/** Suppliers of the house and its merchants. */
export const suppliers = defineArea({
  name: 'suppliers',
  fields: { ...partyFields },
  search: ['no', 'name', 'contact', 'email', 'vatId'],
  title: ['name'],
  merchant: 'merchantId',
});
