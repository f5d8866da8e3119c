// Public API of this module for other modules.
export { clockByReader, holderOfTag } from './attendances/tag-clock.ts';
