import { type PointerEvent, useRef } from 'react';
import type { Mask, Text } from '#contract/core/mask';
import { kindOf } from '../kinds/registry.tsx';
import type { Column } from './columns.ts';
import type { Layout } from './layout.ts';

export type HeadProps = {
  mask: Mask;
  layout: Layout;
  sort: string | null;
  selectable: boolean;
  hasMenu: boolean;
  picked: 'all' | 'some' | 'none';
  text: (text: Text) => string;
  t: (key: string) => string;
  onSort: (sort: string | null) => void;
  onSelectPage: () => void;
  onResize: (field: string, width: number) => void;
  onMove: (field: string, before: string) => void;
};

/** Cycles ascending, descending, and the list's default order. */
export const nextSort = (sort: string | null, field: string): string | null =>
  sort === field ? `-${field}` : sort === `-${field}` ? null : field;

/** Resizes while dragging. The width is stored on release. */
function Resizer({ column, onResize }: { column: Column; onResize: HeadProps['onResize'] }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent): number => (start.current ? start.current.width + event.clientX - start.current.x : column.width);
  return (
    <span
      className="m-resizer"
      aria-hidden
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: column.width };
      }}
      onPointerUp={(event) => {
        if (start.current) onResize(column.field, widthAt(event));
        start.current = null;
      }}
      onPointerMove={(event) => {
        if (start.current) event.currentTarget.style.transform = `translateX(${event.clientX - start.current.x}px)`;
        else event.currentTarget.style.transform = '';
      }}
    />
  );
}

function HeadCell({ column, index, props }: { column: Column; index: number; props: HeadProps }) {
  const { mask, sort, text, t, onSort, onMove, onResize } = props;
  const spec = mask.fields[column.field];
  if (!spec) return null;
  const direction = sort === column.field ? 'ascending' : sort === `-${column.field}` ? 'descending' : 'none';
  const label = text(spec.label);
  return (
    <div
      role="columnheader"
      aria-colindex={index}
      aria-sort={spec.sort ? direction : undefined}
      className={`m-head-cell m-${kindOf(spec).align}`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/kontor-column', column.field);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const field = event.dataTransfer.getData('text/kontor-column');
        if (field && field !== column.field) onMove(field, column.field);
      }}
    >
      {spec.sort ? (
        <button type="button" className="m-sort" title={`${label}: ${t('sort')}`} onClick={() => onSort(nextSort(sort, column.field))}>
          <span>{label}</span>
          <span className={`m-sort-mark m-sort-${direction}`} aria-hidden />
        </button>
      ) : (
        <span className="m-head-label" title={label}>
          {label}
        </span>
      )}
      <Resizer column={column} onResize={onResize} />
    </div>
  );
}

export function GridHead(props: HeadProps) {
  const { layout, selectable, hasMenu, picked, t, onSelectPage } = props;
  const lead = (selectable ? 1 : 0) + (layout.folded.length > 0 ? 1 : 0);
  const checkbox = (
    <input
      type="checkbox"
      className="m-check"
      aria-label={t('selectPage')}
      checked={picked === 'all'}
      ref={(element) => {
        if (element) element.indeterminate = picked === 'some';
      }}
      onChange={onSelectPage}
    />
  );
  // On a phone there are no columns, and rows are opened, not selected.
  if (layout.cards) return null;
  return (
    <div role="row" aria-rowindex={1} className="m-head">
      <div className="m-cells" style={{ gridTemplateColumns: layout.template }}>
        {selectable ? (
          <div role="columnheader" aria-colindex={1} className="m-cell-tool">
            {checkbox}
          </div>
        ) : null}
        {layout.folded.length > 0 ? <div role="columnheader" aria-colindex={lead} aria-label={t('more')} /> : null}
        {layout.shown.map((column, i) => (
          <HeadCell key={column.field} column={column} index={lead + i + 1} props={props} />
        ))}
        {hasMenu ? (
          <div role="columnheader" aria-colindex={lead + layout.shown.length + 1} className="m-cell-last" aria-label={t('actions')} />
        ) : null}
      </div>
    </div>
  );
}
