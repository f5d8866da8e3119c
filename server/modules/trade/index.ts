// Public API of this module for other modules.

export { activeRules, rulesWith } from './price-rules/rules-on.ts';
export { quotationPaper } from './quotation-paper.ts';
export { updatePurchaseStatus } from './update-purchase-status.ts';
