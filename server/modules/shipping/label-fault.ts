import type { Locale } from '#contract/core/limits';
import { readReason } from '#contract/orders/reasons';
import { textIn } from '../../core/http/texts.ts';

/** The carrier's words, or our own in the reader's language. */
export function labelFault(stored: string, locale: Locale): string {
  const read = readReason(stored);
  if (read.is === 'code') return textIn(locale, `tasks.reasons.${read.code}`);
  if (read.is !== 'label') return stored;
  return textIn(locale, `tasks.labelRefusals.${read.refusal}`).replace('{{value}}', () => read.value);
}
