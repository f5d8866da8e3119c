// Public API of this module for other modules.
export { filePath, storeFile, storeMade } from './files/store.ts';
export {
  completeMails,
  hostOf,
  type MailParts,
  MailQueued,
  mailIdOf,
  mailQueued,
  noteBounce,
  type OfMail,
  queueMail,
  refuseSecond,
} from './mail-queue.ts';
export { isLayout, layoutFor, liveMasks } from './masken/masks.ts';
export { prepareHouse } from './setup-defaults.ts';
