import { defineArea } from '../core/area.ts';
import { partyFields } from './party.ts';

/** Whom the house and its merchants buy from. */
export const suppliers = defineArea({
  name: 'suppliers',
  fields: { ...partyFields },
  search: ['no', 'name', 'contact', 'email', 'vatId'],
  title: ['name'],
  merchant: 'merchantId',
});
