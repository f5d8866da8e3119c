import type { Mask } from '#contract/core/mask';
import { useText } from '../field-context.ts';
import { asText, type Row } from '../kinds/kind.ts';

const beginning = (value: unknown): string => asText(value).split('.')[0] ?? '';

/** Whether a group begins with the row at `index`: `by` begins otherwise than in the row above. */
function groupAt({ groups }: Mask, rows: readonly Row[], sort: string | null, index: number): string | null {
  if (!groups || sort?.replace('-', '') !== groups.by) return null;
  const own = beginning(rows[index]?.[groups.by]);
  return index > 0 && own === beginning(rows[index - 1]?.[groups.by]) ? null : own;
}

type Props = { mask: Mask; rows: readonly Row[]; sort: string | null; index: number };

/** The heading of the rows that follow, before the first of them. */
export function GroupRow({ mask, rows, sort, index }: Props) {
  const text = useText();
  const group = groupAt(mask, rows, sort, index);
  if (group === null || !mask.groups) return null;
  const { of, other } = mask.groups;
  return (
    <div role="row" className="m-group">
      <span role="rowheader">{text(of.find(({ value }) => value === group)?.label ?? other)}</span>
    </div>
  );
}
