// Public API of this module for other modules.
export { noteWork, withdrawWork } from './note-work.ts';
