// What other modules may use of this one.
export { followReceipts } from './update-purchase-status.ts';
