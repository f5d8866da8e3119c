import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useMaskT } from '../field-context.ts';

type Props<T> = {
  items: readonly T[];
  keyOf: (item: T) => string;
  labelOf: (item: T) => string;
  onChange: (items: T[]) => void;
  children?: (item: T, index: number) => ReactNode;
  /** Entries that can be added. */
  offered: readonly { value: string; label: string }[];
  make: (value: string) => T;
};

export function swapped<T>(items: readonly T[], at: number, by: number): T[] {
  const next = [...items];
  const [item] = next.splice(at, 1);
  if (item !== undefined) next.splice(Math.max(0, at + by), 0, item);
  return next;
}

/** A list whose entries can be reordered, added and removed by keyboard and pointer. */
export function OrderedList<T>({ items, keyOf, labelOf, onChange, children, offered, make }: Props<T>) {
  const t = useMaskT();
  return (
    <div className="m-stack">
      <ol className="m-ordered">
        {items.map((item, index) => {
          const label = labelOf(item);
          return (
            <li key={keyOf(item)}>
              <span className="m-ordered-name">{label}</span>
              {children?.(item, index)}
              <Button
                size="small"
                type="text"
                disabled={index === 0}
                aria-label={t('editor.up', { label })}
                onClick={() => onChange(swapped(items, index, -1))}
              >
                ↑
              </Button>
              <Button
                size="small"
                type="text"
                disabled={index === items.length - 1}
                aria-label={t('editor.down', { label })}
                onClick={() => onChange(swapped(items, index, 1))}
              >
                ↓
              </Button>
              <Button
                size="small"
                type="text"
                danger
                aria-label={t('editor.remove', { label })}
                onClick={() => onChange(items.filter((_, i) => i !== index))}
              >
                ×
              </Button>
            </li>
          );
        })}
      </ol>
      {offered.length > 0 ? (
        <select
          className="m-select"
          aria-label={t('editor.add')}
          value=""
          onChange={(event) => event.target.value && onChange([...items, make(event.target.value)])}
        >
          <option value="">{t('editor.add')} …</option>
          {offered.map((offer) => (
            <option key={offer.value} value={offer.value}>
              {offer.label}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  );
}
