import type { Mask } from '#contract/core/mask';
import type { MakeField } from '../field-context.ts';
import { Cell, kindOf } from '../kinds/registry.tsx';
import type { Layout } from './layout.ts';

type Props = {
  mask: Mask;
  layout: Layout;
  totals: Record<string, number>;
  selectable: boolean;
  hasMenu: boolean;
  field: MakeField;
  label: string;
};

/** Sums over all rows that match the filter, not only of the page. */
export function TotalsRow({ mask, layout, totals, selectable, hasMenu, field, label }: Props) {
  return (
    <div role="row" className="m-totals">
      <div className="m-cells" style={{ gridTemplateColumns: layout.template }}>
        {selectable ? <div role="gridcell" className="m-cell" aria-label={label} /> : null}
        {layout.folded.length > 0 ? <div role="gridcell" className="m-cell" aria-label={label} /> : null}
        {layout.shown.map((column, i) => {
          const spec = mask.fields[column.field];
          const sum = totals[column.field];
          if (!spec || sum === undefined) {
            return (
              <div key={column.field} role="gridcell" className="m-cell">
                {i === 0 ? label : ''}
              </div>
            );
          }
          return (
            <div key={column.field} role="gridcell" className={`m-cell m-${kindOf(spec).align}`}>
              <Cell value={sum} field={field(column.field, spec, {})} />
            </div>
          );
        })}
        {hasMenu ? <div role="gridcell" className="m-cell" aria-label={label} /> : null}
      </div>
    </div>
  );
}
