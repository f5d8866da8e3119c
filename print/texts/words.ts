import type { Words } from '../layout/scope.ts';
import { COMMON } from './common.ts';
import { COUNTRIES } from './countries.ts';
import { DOCUMENT_WORDS } from './documents.ts';
import { LABEL_WORDS } from './labels.ts';

/** All printed words by key. */
export const WORDS: Words = { ...COUNTRIES, ...COMMON, ...LABEL_WORDS, ...DOCUMENT_WORDS };
