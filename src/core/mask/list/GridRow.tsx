import { type MouseEvent, memo, type ReactNode, type RefCallback } from 'react';
import type { Mask } from '#contract/core/mask';
import type { MakeField } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { Cell, kindOf } from '../kinds/registry.tsx';
import { CardCell } from './CardCell.tsx';
import { type Column, keyField } from './columns.ts';
import type { Layout } from './layout.ts';
import { rowId } from './selection.ts';

export type RowProps = {
  mask: Mask;
  layout: Layout;
  row: Row;
  index: number;
  gridId: string;
  selected: boolean;
  /** The column with the keyboard cursor, or null. */
  active: number | null;
  /** The preview shows it. */
  current: boolean;
  expanded: boolean;
  selectable: boolean;
  field: MakeField;
  texts: { select: string; more: string; actions: string };
  onSelect: (index: number, range: boolean) => void;
  /** A click on the row. */
  onRow: (index: number) => void;
  onOpen: (row: Row) => void;
  onExpand: (id: string) => void;
  menu: ((row: Row) => ReactNode) | null;
  measure?: RefCallback<HTMLElement> | undefined;
  top?: number | undefined;
};

function Value({ mask, column, row, field }: { mask: Mask; column: Column; row: Row; field: MakeField }) {
  const spec = mask.fields[column.field];
  const value = spec ? <Cell value={row[column.field]} field={field(column.field, spec, row)} compact /> : null;
  return column.wraps ? <span className="m-wraps">{value}</span> : value;
}

/** The full text of a cell that may be truncated, as a tooltip. */
function titleOfCell({ mask, row, field }: RowProps, { field: name }: Column): string | undefined {
  const spec = mask.fields[name];
  if (!spec || ['image', 'boolean', 'instant', 'address', 'json'].includes(spec.kind)) return undefined;
  return kindOf(spec).format(row[name], field(name, spec, row));
}

const Folded = (props: RowProps) => (
  <dl className="m-detail">
    {props.layout.folded.map((column) => {
      const spec = props.mask.fields[column.field];
      return spec ? (
        <div key={column.field}>
          <dt>{props.field(column.field, spec, props.row).text(spec.label)}</dt>
          <dd>
            <Value mask={props.mask} column={column} row={props.row} field={props.field} />
          </dd>
        </div>
      ) : null;
    })}
  </dl>
);

const Select = ({ selected, index, texts, onSelect }: RowProps) => (
  <input
    type="checkbox"
    className="m-check"
    aria-label={texts.select}
    checked={selected}
    tabIndex={-1}
    onClick={(event) => {
      event.stopPropagation();
      onSelect(index, event.shiftKey);
    }}
    onChange={() => undefined}
  />
);

const Expand = ({ row, expanded, texts, onExpand }: RowProps) => (
  <button
    type="button"
    className="m-icon-button"
    aria-label={texts.more}
    aria-expanded={expanded}
    tabIndex={-1}
    onClick={(event) => {
      event.stopPropagation();
      onExpand(rowId(row));
    }}
  >
    <span className={expanded ? 'm-chevron m-chevron-open' : 'm-chevron'} aria-hidden />
  </button>
);

function TableCells(props: RowProps) {
  const { layout, selectable, gridId, index, active, menu, row, mask, field } = props;
  const lead = (selectable ? 1 : 0) + (layout.folded.length > 0 ? 1 : 0);
  const key = keyField(mask);
  return (
    <div className="m-cells" style={{ gridTemplateColumns: layout.template }}>
      {selectable ? (
        <div role="gridcell" aria-colindex={1} className="m-cell m-cell-tool">
          <Select {...props} />
        </div>
      ) : null}
      {layout.folded.length > 0 ? (
        <div role="gridcell" aria-colindex={lead} className="m-cell m-cell-tool">
          <Expand {...props} />
        </div>
      ) : null}
      {layout.shown.map((column, i) => {
        const spec = mask.fields[column.field];
        const kind = spec ? kindOf(spec) : null;
        return (
          <div
            key={column.field}
            id={`${gridId}-${index}-${i}`}
            role="gridcell"
            aria-colindex={lead + i + 1}
            className={`m-cell m-${kind?.align ?? 'start'}${kind?.mono ? ' m-mono' : ''}${column.field === key ? ' m-key' : ''}${active === i ? ' m-active' : ''}`}
            title={titleOfCell(props, column)}
          >
            <Value mask={mask} column={column} row={row} field={field} />
          </div>
        );
      })}
      {menu ? (
        <div role="gridcell" aria-colindex={lead + layout.shown.length + 1} className="m-cell m-cell-tool m-cell-last">
          {menu(row)}
        </div>
      ) : null}
    </div>
  );
}

const isOnControl = ({ target }: MouseEvent): boolean => target instanceof Element && target.closest('a,button,input,[role=menu]') !== null;

export const GridRow = memo(function GridRow(props: RowProps) {
  const { layout, row, index, selected, active, current, expanded, onRow, onOpen, measure, top } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={current || undefined}
      data-index={index}
      ref={measure}
      className={`m-row${selected ? ' m-selected' : ''}${current || active !== null ? ' m-current' : ''}${top === undefined ? '' : ' m-virtual'}`}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      onClick={(event) => {
        // Selecting text or clicking a link inside the row is no click on the row.
        if (!isOnControl(event) && !window.getSelection()?.toString()) onRow(index);
      }}
      onDoubleClick={(event) => {
        if (!isOnControl(event)) onOpen(row);
      }}
    >
      {layout.cards ? <CardCell {...props} /> : <TableCells {...props} />}
      {expanded && layout.folded.length > 0 ? (
        <div role="gridcell" aria-colindex={1} className="m-detail-cell">
          <Folded {...props} />
        </div>
      ) : null}
    </div>
  );
});
