import type { PathOp } from '../display.ts';

/** A pictogram on a square of 100 units as filled paths; empty for a name that nobody drew. */
export function pictogram(_name: string): readonly PathOp[] {
  return [];
}
