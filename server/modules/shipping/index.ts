// What other modules may use of this one.
export { heaviest } from './heaviest.ts';
export { readdressLabels, retryLabels } from './queue.ts';
