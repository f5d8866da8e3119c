import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { CellSpec, FieldOf } from '#contract/core/mask';
import type { FieldContext, Row } from '../kinds/kind.ts';
import { netOf } from '../kinds/LineSums.tsx';
import { BandEnd, detailsText } from '../kinds/LinesTable.tsx';
import { columnsOf, isStandard } from '../kinds/lines.tsx';

/** Width from which a cell takes the room that is left, in pixels. */
export const GROWS = 140;
/** Read by the style of a line that has two rows, and of its details (lines.css). */
const cellWidth = ({ width = 110 }: CellSpec) => ({ '--m-cell': `${width}px`, '--m-grow': width >= GROWS ? 8 : 1 }) as CSSProperties;
/** Width of a text that stands beside another cell on a phone, such as a unit. */
const SHORT = 90;
const isShort = ({ kind, width = GROWS }: CellSpec): true | undefined => (kind === 'text' && width <= SHORT) || undefined;

type Props = {
  field: FieldContext<FieldOf<'lines'>>;
  line: Row;
  at: number;
  /** The line below; undefined for the last one. */
  next: Row | undefined;
  /** The input of a cell. */
  cell: (name: string, spec: CellSpec) => ReactNode;
  isWrong: (name: string) => boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onPut: (values: Row) => void;
};

/** The label of a cell, heard with the number of its line. */
function CellLabel({ field, spec, at, children }: Pick<Props, 'field' | 'at'> & { spec: CellSpec; children: ReactNode }) {
  return (
    <label>
      <span className="m-hidden">
        {field.text(spec.label)} <span className="m-line-no">{at + 1}</span>
      </span>
      {children}
    </label>
  );
}

/** Puts the standard text into an empty cell, for those who change a few words of it. */
function TakeStandard({ field, spec, name, line, at, onPut }: Props & { spec: CellSpec; name: string }) {
  const standard = spec.kind === 'text' ? spec.standard?.[at] : undefined;
  if (!standard || !isStandard(spec, line[name])) return null;
  return (
    <button type="button" className="m-line-said" onClick={() => onPut({ [name]: standard })}>
      {field.t('lines.takeStandard')}
    </button>
  );
}

/** What stands below the row: the details as a text, or opened for typing. */
function Details({ id, isOpen, onOpen, ...props }: Props & { id: string; isOpen: boolean; onOpen: () => void }) {
  const { field, line, at, cell, onKeyDown } = props;
  const details = detailsText(field, line);
  if (!isOpen && details === null) return null;
  return (
    <tr className="m-line-more" id={id} onKeyDown={onKeyDown}>
      <td colSpan={99}>
        {isOpen ? (
          <div className="m-line-details">
            {columnsOf(field.spec).below.map(([name, spec]) => (
              <div key={name} data-kind={spec.kind} style={cellWidth(spec)}>
                <CellLabel field={field} spec={spec} at={at}>
                  {cell(name, spec)}
                </CellLabel>
                <TakeStandard {...props} spec={spec} name={name} />
              </div>
            ))}
          </div>
        ) : (
          <button type="button" className="m-line-said" onClick={onOpen}>
            {details}
          </button>
        )}
      </td>
    </tr>
  );
}

/** One line of a document as a row of inputs, with its details below it. */
export function LineRow(props: Props) {
  const { field, line, at, next, cell, isWrong, onKeyDown, onMove, onRemove } = props;
  const { spec, t } = field;
  const { inRow, below } = columnsOf(spec);
  const id = useId();
  const [opened, setOpened] = useState(false);
  const isOpen = opened || below.some(([name]) => isWrong(name));
  const tool = (sign: string, label: string, onClick: () => void, disabled = false): ReactNode => (
    <button type="button" className="m-icon-button" aria-label={t(label, { n: at + 1 })} disabled={disabled} onClick={onClick}>
      {sign}
    </button>
  );
  return (
    <>
      <tr onKeyDown={onKeyDown}>
        <td>{at + 1}</td>
        {inRow.map(([name, cellSpec]) => (
          <Fragment key={name}>
            <td data-kind={cellSpec.kind} data-short={isShort(cellSpec)} style={cellWidth(cellSpec)}>
              <CellLabel field={field} spec={cellSpec} at={at}>
                {cell(name, cellSpec)}
              </CellLabel>
            </td>
            {spec.until === name ? <BandEnd field={field} spec={cellSpec} name={name} next={next} /> : null}
          </Fragment>
        ))}
        {spec.priced ? <td className="m-end">{netOf(field, line)}</td> : null}
        <td className="m-lines-tools">
          {below.length > 0 ? (
            <button
              type="button"
              className="m-icon-button"
              aria-label={t('lines.more', { n: at + 1 })}
              title={t('lines.more', { n: at + 1 })}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpened(!opened)}
            >
              ⋯
            </button>
          ) : null}
          {tool('↑', 'lines.up', () => onMove(-1), at === 0)}
          {tool('↓', 'lines.down', () => onMove(1), next === undefined)}
          {tool('×', 'lines.remove', onRemove)}
        </td>
      </tr>
      {below.length > 0 ? <Details {...props} id={id} isOpen={isOpen} onOpen={() => setOpened(true)} /> : null}
    </>
  );
}
