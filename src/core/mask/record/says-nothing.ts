import type { FieldSpec } from '#contract/core/mask';
import { isNothing } from '../kinds/kind.ts';

/** Whether a record leaves the field out: it has no value, or an amount of zero that is shown empty. */
export const saysNothing = (spec: FieldSpec | undefined, value: unknown): boolean =>
  isNothing(value) || (spec?.kind === 'money' && spec.blankZero === true && value === 0);
