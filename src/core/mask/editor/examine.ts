import { Mask } from '#contract/core/mask';
import { maskFaults } from '#contract/core/mask-faults';
import type { Fault } from './masks.ts';

/** Validates a definition. Returns the mask, or the faults with their places. */
export function examined(definition: unknown): { mask: Mask | null; faults: Fault[] } {
  const parsed = Mask.safeParse(definition);
  if (!parsed.success)
    return {
      mask: null,
      faults: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), rule: 'shape', value: issue.message })),
    };
  const faults = maskFaults(parsed.data);
  return { mask: parsed.data, faults };
}
