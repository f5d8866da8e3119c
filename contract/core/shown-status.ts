import type { FieldOf, Text } from './mask.ts';
import type { Meaning } from './status.ts';

type StatusSpec = Pick<FieldOf<'status'>, 'options' | 'instead'>;

/**
 * What is shown as the status of a row: the one decision that tags, records, exports and timelines share. A field named by `instead`, such as
 * the reason of a cancellation, goes before the status where it is filled.
 * @returns null where the row has no status
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
