import { defineArea } from '../core/area.ts';
import { ruleFields } from './rule.ts';

/** What services cost: the base quotation, and merchants' own prices and markups over it (contract/trade). */
export const priceRules = defineArea({
  name: 'priceRules',
  fields: ruleFields,
  search: ['name'],
  title: ['name'],
});
