// Public API of this module for other modules.
export { followOrders } from './follow-orders.ts';
