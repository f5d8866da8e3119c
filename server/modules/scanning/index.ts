// Public API of this module for other modules.
export { applyBatch } from './apply.ts';
