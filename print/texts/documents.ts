import type { Words } from '../layout/scope.ts';

/** Words of documents on sheets. */
export const DOCUMENT_WORDS = {} satisfies Words;
