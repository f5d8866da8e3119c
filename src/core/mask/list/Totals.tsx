import type { Mask } from '#contract/core/mask';
import { useFields, useText } from '../field-context.ts';
import { kindOf } from '../kinds/registry.tsx';
import type { Column } from './columns.ts';

/** More do not fit in the foot beside the pager. */
const MOST = 3;

type Props = { mask: Mask; columns: readonly Column[]; sums: Record<string, number>; intro: string };

/** Sums of the columns that are shown, in the foot of a list: "All 273: Pieces 2,418 · Value €41,306.20". */
export function Totals({ mask, columns, sums, intro }: Props) {
  const text = useText();
  const field = useFields();
  const shown = columns
    .filter((column) => !column.hidden && sums[column.field] !== undefined)
    .slice(0, MOST)
    .flatMap(({ field: name }) => {
      const spec = mask.fields[name];
      return spec ? [{ name, label: text(spec.label), sum: kindOf(spec).format(sums[name], field(name, spec, {})) }] : [];
    });
  if (shown.length === 0) return null;
  return (
    <span className="l-totals">
      <span className="l-totals-intro">{intro}</span>
      {shown.map(({ name, label, sum }, i) => (
        <span key={name}>
          {i > 0 || intro !== '' ? ' ' : ''}
          {i > 0 ? '· ' : ''}
          {label} <b className="m-figures">{sum}</b>
        </span>
      ))}
    </span>
  );
}
