// What other modules may use of this one.
export { readOrder } from './bill-order.ts';
export { today } from './entry.ts';
export { currencyOptions, vatOptions } from './fields.ts';
export { paperOf } from './paper.ts';
export { billedParty, billedTo } from './party.ts';
