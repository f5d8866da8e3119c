// What other modules may use of this one.
export { applyBatch } from './apply.ts';
