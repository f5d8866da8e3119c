// Public API of this module for other modules.
export { BILL_IT } from './bill.ts';
export { copyOrderStatus } from './copy-order-status.ts';
