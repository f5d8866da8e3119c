import Button from 'antd/es/button';
import { type KeyboardEvent, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { useMaskT, useText } from '../field-context.ts';
import { type Column, type ColumnChoice, moved, NO_CHOICE, type Pin } from './columns.ts';

export type ColumnListProps = { mask: Mask; columns: readonly Column[]; choice: ColumnChoice; onChange: (choice: ColumnChoice) => void };

const NEXT_PIN: Record<'left' | 'right' | 'free', Pin> = { free: 'left', left: 'right', right: null };

/** Shows, hides, reorders and pins columns. Alt and the arrow keys move the focused line. */
export default function ColumnList({ mask, columns, choice, onChange }: ColumnListProps) {
  const text = useText();
  const t = useMaskT();
  const [dragged, setDragged] = useState<string | null>(null);
  const shift = (field: string, by: number): void => {
    const at = columns.findIndex((column) => column.field === field);
    onChange({ ...choice, order: moved(columns, field, at + by) });
  };
  const onKeyDown = (event: KeyboardEvent, field: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    shift(field, event.key === 'ArrowUp' ? -1 : 1);
  };
  const shown = columns.filter((column) => !column.hidden).length;
  return (
    <div className="m-column-menu">
      <ul>
        {columns.map((column, index) => {
          const spec = mask.fields[column.field];
          const label = spec ? text(spec.label) : column.field;
          return (
            <li
              key={column.field}
              draggable
              className={dragged === column.field ? 'm-dragged' : undefined}
              onDragStart={() => setDragged(column.field)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged && onChange({ ...choice, order: moved(columns, dragged, index) })}
            >
              <label>
                <input
                  type="checkbox"
                  className="m-check"
                  checked={!column.hidden}
                  disabled={!column.hidden && shown === 1}
                  onKeyDown={(event) => onKeyDown(event, column.field)}
                  onChange={() => onChange({ ...choice, hidden: { ...choice.hidden, [column.field]: !column.hidden } })}
                />
                {label}
              </label>
              <button
                type="button"
                className="m-icon-button"
                disabled={index === 0}
                aria-label={t('columns.up', { label })}
                onClick={() => shift(column.field, -1)}
              >
                ↑
              </button>
              <button
                type="button"
                className="m-icon-button"
                disabled={index === columns.length - 1}
                aria-label={t('columns.down', { label })}
                onClick={() => shift(column.field, 1)}
              >
                ↓
              </button>
              <button
                type="button"
                className={`m-icon-button m-pin-${column.pin ?? 'free'}`}
                aria-label={`${t(`columns.pin.${column.pin ?? 'free'}`)}: ${label}`}
                title={t(`columns.pin.${column.pin ?? 'free'}`)}
                onClick={() => onChange({ ...choice, pins: { ...choice.pins, [column.field]: NEXT_PIN[column.pin ?? 'free'] } })}
              >
                {column.pin === 'left' ? '⇤' : column.pin === 'right' ? '⇥' : '∙'}
              </button>
            </li>
          );
        })}
      </ul>
      <p className="m-quiet">{t('columns.hint')}</p>
      <Button size="small" onClick={() => onChange(NO_CHOICE)}>
        {t('columns.reset')}
      </Button>
    </div>
  );
}
