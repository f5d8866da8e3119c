import type { Ask } from '#contract/scanning/station/says';

/** Questions that are answered in figures, with the signs that their answers need beside the ten digits. */
const FIGURES: Partial<Record<Ask, readonly string[]>> = {
  seen: [],
  left: [],
  weight: [',', ' kg', ' g'],
  weightOdd: [',', ' kg', ' g'],
  size: ['×', ',', ' cm', ' mm'],
  expiry: ['.', '-'],
};
/** Questions that are answered in letters, typed where nothing can be scanned. */
const TEXTS: readonly Ask[] = ['lot', 'serial', 'newLabel'];

export const signsFor = (ask: Ask): readonly string[] | null => FIGURES[ask] ?? null;
export const isTyped = (ask: Ask): boolean => TEXTS.includes(ask) || FIGURES[ask] !== undefined;
