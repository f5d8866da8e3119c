import type { PromptName } from '#contract/scanning/station/feedback';

/** Questions that are answered in figures, with the signs that their answers need beside the ten digits. */
const FIGURES: Partial<Record<PromptName, readonly string[]>> = {
  seen: [],
  left: [],
  weight: [',', ' kg', ' g'],
  weightOdd: [',', ' kg', ' g'],
  size: ['×', ',', ' cm', ' mm'],
  expiry: ['.', '-'],
};
/** Questions that are answered in letters, typed where nothing can be scanned. */
const TEXTS: readonly PromptName[] = ['lot', 'serial', 'newLabel'];

export const signsFor = (ask: PromptName): readonly string[] | null => FIGURES[ask] ?? null;
export const isTyped = (ask: PromptName): boolean => TEXTS.includes(ask) || FIGURES[ask] !== undefined;
