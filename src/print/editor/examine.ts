import { PrintMask, printFaults } from '#contract/printing/mask';
import { WORDS } from '#print/texts/words';
import type { Fault } from '../../core/mask/editor/masks.ts';

const WORD_KEYS = Object.keys(WORDS);

/** What is wrong with a layout's definition, each fault with its place. `mask` has the right shape, though it may name what does not exist. */
export function examinedLayout(definition: unknown): { mask: PrintMask | null; faults: Fault[] } {
  const parsed = PrintMask.safeParse(definition);
  if (parsed.success) return { mask: parsed.data, faults: printFaults(parsed.data, WORD_KEYS) };
  const faults = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), rule: 'shape', value: issue.message }));
  return { mask: null, faults };
}
