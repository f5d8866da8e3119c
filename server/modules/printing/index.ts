// Public API of this module for other modules.
export { askActions, printAction, printActions } from './actions.ts';
export { LANGUAGES, storeDocument } from './draw-document.ts';
export { loadPage } from './fonts.ts';
export { queueMail, refuseSecond } from './mail-queue.ts';
export { faultsOfLayout, PRINT_MASKS } from './masks.ts';
export { type House, readHouse } from './records/builder.ts';
