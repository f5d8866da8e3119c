import type { FieldOf, Text } from './mask.ts';
import type { Meaning } from './status.ts';

type StatusSpec = Pick<FieldOf<'status'>, 'options' | 'instead'>;

/**
 * The status shown for a row. Tags, records, exports and timelines all use this function. If the field named by `instead` has a value,
 * such as a cancellation reason, it replaces the status.
 * @returns null if the row has no status
 */
export function shownStatus(
  { options, instead }: StatusSpec,
  status: unknown,
  row: Readonly<Record<string, unknown>>,
): { label: Text; meaning: Meaning } | null {
  if (instead && row[instead.field]) return { label: instead.label, meaning: instead.meaning };
  if (typeof status !== 'string' || status === '') return null;
  const option = options.find(({ value }) => value === status);
  return { label: option?.label ?? { en: status, cn: status, de: status }, meaning: option?.meaning ?? 'closed' };
}
