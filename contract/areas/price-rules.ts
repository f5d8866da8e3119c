import { defineArea } from '../area.ts';
import { ruleFields } from '../pricing/rule.ts';

/** What services cost: the base quotation, and merchants' own prices and markups over it (contract/pricing). */
export const priceRules = defineArea({
  name: 'priceRules',
  fields: ruleFields,
  search: ['name'],
  title: ['name'],
});
