// What other modules may use of this one.
export { updatePurchaseStatus } from './update-purchase-status.ts';
