// Public API of this module for other modules.
export { forgetChoice } from './forget-choice.ts';
export { heaviest } from './heaviest.ts';
export { forgetCosts, learnCosts } from './label-purchases.ts';
export { readdressLabels, retryLabels } from './queue.ts';
