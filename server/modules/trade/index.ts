// Public API of this module for other modules.
export { updatePurchaseStatus } from './update-purchase-status.ts';
