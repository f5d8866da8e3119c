import { useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Mask } from '#contract/core/mask';
import { useFields, useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { useLatest } from '../use-latest.ts';
import type { Column } from './columns.ts';
import { GridHead, type HeadProps } from './GridHead.tsx';
import { GridRow, type RowProps } from './GridRow.tsx';
import { GroupRow } from './GroupRow.tsx';
import { type GridCell, gridCommand } from './grid-keys.ts';
import { type Layout, layoutOf, VIRTUAL_ABOVE } from './layout.ts';
import { rowId, type Selection, toggled, toggledPage, withRange } from './selection.ts';
import { useWidth } from './use-width.ts';
import './list.css';

export type GridProps = Pick<HeadProps, 'sort' | 'onSort' | 'onResize' | 'onMove'> & {
  mask: Mask;
  columns: readonly Column[];
  rows: readonly Row[];
  total: number;
  label: string;
  selection: Selection | null;
  onSelection: (selection: Selection) => void;
  onOpen: (row: Row) => void;
  /** What a click on a row does: shows its preview, or opens it. */
  onPick: (row: Row) => void;
  /** The row that the preview shows, by id. The keyboard moves it. */
  previewed?: string | null;
  menu: ((row: Row) => ReactNode) | null;
  stale: boolean;
  /** Rendered instead of the rows while there are none. */
  instead: ReactNode;
  estimate: number;
};

/** Height in pixels of the line below a row. */
const LINE = 1;
/** The keyboard cursor, with the id of its row: rows that come or go above it do not move it to another row. */
type Cursor = GridCell & { id: string };
const NO_ROW: Cursor = { row: -1, column: 0, id: '' };

/** How long a row is current before the preview follows, so that a held arrow key does not load every row. */
const FOLLOW_AFTER = 120;

/**
 * The preview follows the keyboard after a moment, and the keyboard goes on from the row that the preview shows. `drawn`: rows are there, so that
 * one can be scrolled to.
 */
function usePreviewed(
  { rows, previewed = null, onPick }: GridProps,
  setCursor: (change: (cursor: Cursor) => Cursor) => void,
  reveal: (row: number) => void,
  drawn: boolean,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The row that the keyboard or a click chose last. */
  const chosen = useRef<string | null>(null);
  const live = useLatest({ rows, reveal });
  useEffect(
    function followPreview() {
      if (!drawn || previewed === null || previewed === chosen.current) return;
      const at = live.current.rows.findIndex((row) => rowId(row) === previewed);
      if (at < 0) return;
      setCursor(({ column }) => ({ row: at, column, id: previewed }));
      live.current.reveal(at);
    },
    [drawn, previewed, live, setCursor],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    choose: (row: Row): void => {
      chosen.current = rowId(row);
    },
    follow: (row: Row | undefined): void => {
      clearTimeout(timer.current);
      if (!row || previewed === null) return;
      chosen.current = rowId(row);
      timer.current = setTimeout(() => onPick(row), FOLLOW_AFTER);
    },
  };
}

/** Keyboard, pointer and selection of the rows. */
function useGridControl(props: GridProps, layout: Layout, reveal: (row: number) => void, drawn: boolean) {
  const { rows, selection, onSelection, onOpen, onPick, previewed = null } = props;
  const [cursor, setCursor] = useState(NO_ROW);
  const found = rows.findIndex((row) => rowId(row) === cursor.id);
  const cell: GridCell = found < 0 ? cursor : { ...cursor, row: found };
  const anchor = useRef(0);
  const { choose, follow } = usePreviewed(props, setCursor, reveal, drawn);
  const live = useLatest({ rows, selection, onSelection, onPick, choose });

  const onRow = useCallback(
    (index: number) => {
      const { rows, onPick, choose } = live.current;
      const row = rows[index];
      if (!row) return;
      choose(row);
      setCursor(({ column }) => ({ row: index, column, id: rowId(row) }));
      onPick(row);
    },
    [live],
  );

  const onSelect = useCallback(
    (index: number, range: boolean) => {
      const { rows, selection, onSelection } = live.current;
      const row = rows[index];
      if (!row || !selection) return;
      onSelection(range ? withRange(selection, rows, anchor.current, index) : toggled(selection, row));
      anchor.current = index;
    },
    [live],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Keys for a control inside the grid are left to it.
    if (event.target !== event.currentTarget) return;
    const command = gridCommand(event, cell, { rows: rows.length, columns: layout.cards ? 1 : layout.shown.length, page: 10 });
    if (!command || rows.length === 0) return;
    // Escape closes the preview first, which the page does.
    if (command.kind === 'clear' && (previewed !== null || !selection?.size)) return;
    event.preventDefault();
    const row = rows[cell.row];
    if (command.kind === 'move') {
      if (command.extend && selection) onSelection(withRange(selection, rows, Math.max(cell.row, 0), command.to.row));
      const to = rows[command.to.row];
      setCursor({ ...command.to, id: to ? rowId(to) : '' });
      reveal(command.to.row);
      follow(to);
    } else if (command.kind === 'open' && row) onOpen(row);
    else if (command.kind === 'preview' && row) onRow(cell.row);
    else if (command.kind === 'select' && row) onSelect(cell.row, event.shiftKey);
    else if (command.kind === 'selectPage' && selection) onSelection(toggledPage(selection, rows));
    else if (command.kind === 'clear' && selection) onSelection(new Map());
  };
  return { cell, onSelect, onRow, onKeyDown };
}

function useExpanded() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const onExpand = useCallback((id: string) => {
    setExpanded((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return { expanded, onExpand };
}

const pickedOf = (rows: readonly Row[], selection: Selection | null): HeadProps['picked'] => {
  const n = selection ? rows.filter((row) => selection.has(rowId(row))).length : 0;
  return n === 0 ? 'none' : n === rows.length ? 'all' : 'some';
};

export function Grid(props: GridProps) {
  const { mask, columns, rows, total, label, selection, menu, stale, instead, estimate, sort, onOpen, previewed = null } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller, mask.key);
  const selectable = selection !== null;
  const preview = previewed !== null;
  const layout = useMemo(
    () => layoutOf(columns, width ?? 0, { select: selectable, menu: menu !== null, preview }),
    [columns, width, selectable, menu, preview],
  );
  const field = useFields();
  const text = useText();
  const t = useMaskT();
  const { expanded, onExpand } = useExpanded();
  // Rows without a width would be rendered twice before they are painted.
  const drawn = width === null ? [] : rows;
  const virtual = drawn.length > VIRTUAL_ABOVE;
  // Its functions are only called here during the same render, never passed to a memoised child.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: virtual ? drawn.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => (layout.cards ? estimate * 4 : estimate + LINE),
    overscan: 8,
    scrollPaddingStart: estimate,
  });
  // Plain rows have a fixed height. Measuring them would force a layout with every scroll.
  const measured = layout.cards || expanded.size > 0;
  useLayoutEffect(
    function followRowHeight() {
      virtualizer.measure();
    },
    [virtualizer, estimate, measured],
  );
  const reveal = (row: number): void => {
    if (virtual) virtualizer.scrollToIndex(row);
    else scroller.current?.querySelector(`[data-index="${row}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const { cell, onSelect, onRow, onKeyDown } = useGridControl(props, layout, reveal, width !== null);
  const texts = useMemo(() => ({ select: t('selectRow'), more: t('more'), actions: t('actions') }), [t]);

  const rowProps = (row: Row, index: number): RowProps => ({
    mask,
    layout,
    row,
    index,
    gridId,
    selected: selection?.has(rowId(row)) ?? false,
    active: cell.row === index ? cell.column : null,
    expanded: expanded.has(rowId(row)),
    selectable,
    field,
    texts,
    current: rowId(row) === previewed,
    onSelect,
    onRow,
    onOpen,
    onExpand,
    menu,
  });

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-multiselectable={selectable}
      aria-busy={stale}
      aria-activedescendant={
        cell.row >= 0 && cell.row < rows.length ? `${gridId}-${cell.row}-${layout.cards ? 0 : cell.column}` : undefined
      }
      // The grid is one tab stop. Arrow keys move inside.
      tabIndex={0}
      className={`m-grid${stale ? ' m-stale' : ''}`}
      onKeyDown={onKeyDown}
    >
      <GridHead
        {...props}
        layout={layout}
        selectable={selectable}
        hasMenu={menu !== null}
        sort={sort}
        picked={pickedOf(rows, selection)}
        text={text}
        t={t}
        onSelectPage={() => selection && props.onSelection(toggledPage(selection, rows))}
      />
      {rows.length === 0 ? (
        <div role="row">
          <div role="gridcell">{instead}</div>
        </div>
      ) : null}
      <div role="rowgroup" className="m-body" style={virtual ? { height: virtualizer.getTotalSize() } : undefined}>
        {virtual
          ? virtualizer.getVirtualItems().map((item) => {
              const row = drawn[item.index];
              return row ? (
                <GridRow
                  key={rowId(row)}
                  {...rowProps(row, item.index)}
                  measure={measured ? virtualizer.measureElement : undefined}
                  top={item.start}
                />
              ) : null;
            })
          : drawn.map((row, index) => (
              <Fragment key={rowId(row)}>
                {mask.groups ? <GroupRow mask={mask} rows={rows} sort={sort} index={index} /> : null}
                <GridRow {...rowProps(row, index)} />
              </Fragment>
            ))}
      </div>
    </div>
  );
}
