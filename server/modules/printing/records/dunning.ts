import { lettersToPrint } from '../../money/index.ts';
import type { Builder } from './builder.ts';

/** Letters as proposed, or as they were sent. */
export const dunningLetter: Builder = async ({ tx, ids }) => lettersToPrint(tx, ids);
