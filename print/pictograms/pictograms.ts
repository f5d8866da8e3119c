import type { PathOp } from '../display.ts';
import { DANGER } from './danger.ts';
import { HANDLING } from './handling.ts';

const DRAWN = new Map(Object.entries({ ...HANDLING, ...DANGER }));

/** A pictogram on a square of 100 units as filled paths (non-zero rule); empty for a name that nobody drew. */
export function pictogram(name: string): readonly PathOp[] {
  return DRAWN.get(name) ?? [];
}
