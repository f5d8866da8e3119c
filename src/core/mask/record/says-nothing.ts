import type { FieldSpec } from '#contract/core/mask';
import { titleOf } from '../data.ts';
import { isNothing, type Row } from '../kinds/kind.ts';

/** Whether a record leaves the field out: it has no value, or one that is shown empty, such as an amount of zero or “not overdue”. */
export const saysNothing = (spec: FieldSpec | undefined, value: unknown): boolean =>
  isNothing(value) ||
  (spec !== undefined && 'blankZero' in spec && spec.blankZero === true && value === 0) ||
  (spec?.kind === 'boolean' && spec.pastDue !== undefined && value === false);

/** A longer title may be cut, so its fields are shown as well. */
const SHORT = 60;

const WRITTEN = new Set<string | undefined>(['text', 'barcode'] satisfies FieldSpec['kind'][]);

/** Whether the heading already says this text. The server joins the fields of a title by a dot. */
export function repeatsTitle(spec: FieldSpec | undefined, value: unknown, row: Row): boolean {
  const title = titleOf(row);
  return WRITTEN.has(spec?.kind) && title.length <= SHORT && title.split(' · ').some((part) => part === value);
}
