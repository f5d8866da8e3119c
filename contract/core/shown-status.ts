import type { FieldOf, Text } from './mask.ts';
import type { Meaning } from './status.ts';

type StatusSpec = Pick<FieldOf<'status'>, 'options' | 'instead'>;

/** The other fields whose labels may stand instead of a status. */
export const insteadOf = (instead: StatusSpec['instead']): Extract<StatusSpec['instead'], readonly unknown[]> => [instead ?? []].flat();

/**
 * The status shown for a row. Tags, records, exports and timelines all use this function. If a field named by `instead` has a value,
 * such as a cancellation reason, its label stands instead of that of the status.
 * @returns null if the row has no status
 */
export function shownStatus(
  { options, instead }: StatusSpec,
  status: unknown,
  row: Readonly<Record<string, unknown>>,
): { label: Text; meaning: Meaning } | null {
  const other = insteadOf(instead).find(({ field, of }) => row[field] && (of === undefined || of === status));
  if (other) return { label: other.label, meaning: other.meaning };
  if (typeof status !== 'string' || status === '') return null;
  const option = options.find(({ value }) => value === status);
  return { label: option?.label ?? { en: status, cn: status, de: status }, meaning: option?.meaning ?? 'closed' };
}
