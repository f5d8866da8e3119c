import { defineArea } from '../core/area.ts';
import { ruleFields } from './rule.ts';

/** Prices of services: the base quotation, and merchants' own prices and markups (contract/trade). */
export const priceRules = defineArea({
  name: 'priceRules',
  fields: ruleFields,
  serverSet: ['merchantId', 'currency'],
  search: ['name'],
  title: ['name'],
});
