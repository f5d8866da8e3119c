import type { PictogramName } from '#contract/printing/pictograms';
import type { PathOp } from '../display.ts';
import { DANGER } from './danger.ts';
import { HANDLING } from './handling.ts';

/** The pictograms that users can choose, and the arrows of compartment labels. */
const ALL: Record<PictogramName | 'up' | 'down', readonly PathOp[]> = { ...HANDLING, ...DANGER };
const DRAWN = new Map<string, readonly PathOp[]>(Object.entries(ALL));

/** A pictogram on a square of 100 units as filled paths (non-zero rule); empty for an unknown name. */
export function pictogram(name: string): readonly PathOp[] {
  return DRAWN.get(name) ?? [];
}
