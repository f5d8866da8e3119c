import { PrintMask, printFaults } from '#contract/printing/mask';
import { WORDS } from '#print/texts/words';
import type { Fault } from '../../core/mask/editor/masks.ts';

const WORD_KEYS = Object.keys(WORDS);

/**
 * Validates a layout's definition and returns the faults with their places. `mask` has the right shape, but may refer to names that do not
 * exist.
 */
export function examinedLayout(definition: unknown): { mask: PrintMask | null; faults: Fault[] } {
  const parsed = PrintMask.safeParse(definition);
  if (parsed.success) return { mask: parsed.data, faults: printFaults(parsed.data, WORD_KEYS) };
  const faults = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), rule: 'shape', value: issue.message }));
  return { mask: null, faults };
}
