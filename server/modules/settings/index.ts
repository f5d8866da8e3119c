// What other modules may use of this one.
export { filePath, storeFile } from './files/store.ts';
export { isLayout, layoutFor, liveMasks } from './masken/masks.ts';
export { prepareHouse } from './setup-defaults.ts';
