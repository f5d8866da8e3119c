// Public API of this module for other modules.
export { filePath, storeFile, storeMade } from './files/store.ts';
export { hostOf } from './mail-of-ticket.ts';
export { MailQueued, mailQueued, noteBounce, queueMail, refuseSecond } from './mail-queue.ts';
export { isLayout, layoutFor, liveMasks } from './masken/masks.ts';
export { prepareHouse } from './setup-defaults.ts';
