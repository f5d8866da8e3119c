// Public API of this module for other modules.
export { quotationPaper } from './quotation-paper.ts';
export { updatePurchaseStatus } from './update-purchase-status.ts';
