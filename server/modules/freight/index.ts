// What other modules may use of this one.
export { BILL_IT } from './bill.ts';
export { copyOrderStatus } from './copy-order-status.ts';
