// Public API of this module for other modules.
export { readOrder } from './bill-order.ts';
export { knownRate, today } from './entry.ts';
export { currencyOptions, vatOptions } from './fields.ts';
export { paperOf } from './paper.ts';
export { billedParty, billedTo } from './party.ts';
