// Public API of this module for other modules.
export { askActions, printAction, printActions } from './actions.ts';
export { loadPage } from './fonts.ts';
export { faultsOfLayout, PRINT_MASKS } from './masks.ts';
export { type House, readHouse } from './records/builder.ts';
