import type { PromptName } from '#contract/scanning/station/feedback';

/** Questions that are answered with a number, with the characters allowed besides digits. */
const FIGURES: Partial<Record<PromptName, readonly string[]>> = {
  seen: [],
  left: [],
  weight: [',', ' kg', ' g'],
  weightOdd: [',', ' kg', ' g'],
  size: ['×', ',', ' cm', ' mm'],
  expiry: ['.', '-'],
};
/** Questions that are answered with text, which is typed if it cannot be scanned. */
const TEXTS: readonly PromptName[] = ['lot', 'serial', 'newLabel'];

export const signsFor = (ask: PromptName): readonly string[] | null => FIGURES[ask] ?? null;
export const isTyped = (ask: PromptName): boolean => TEXTS.includes(ask) || FIGURES[ask] !== undefined;
