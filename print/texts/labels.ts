import type { Words } from '../layout/scope.ts';

/** Words of labels. */
export const LABEL_WORDS = {} satisfies Words;
