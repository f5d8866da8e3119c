import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { isCallError, isOutage } from '../../../providers/call-error.ts';
import { useMaskT, useText } from '../field-context.ts';
import { kindOf } from '../kinds/registry.tsx';
import { arrange, NO_CHOICE } from './columns.ts';

/** Widths of the bars in per cent of their column, so that they do not look like a table of equal values. */
const BARS = [72, 46, 60, 84, 52];

/** A skeleton of the list: head, rows and foot keep their places when the data arrives. Appears after a moment, so that nothing flickers. */
export function ListSkeleton({ mask, rows = 12 }: { mask?: Mask | undefined; rows?: number }) {
  const t = useMaskT();
  const text = useText();
  const columns = mask
    ? arrange(mask, NO_CHOICE)
        .filter((column) => !column.hidden)
        .slice(0, 8)
    : Array.from({ length: 6 }, (_, i) => ({ field: String(i), width: 140 }));
  const template = columns.map((column) => `minmax(0,${column.width}fr)`).join(' ');
  const specOf = (name: string) => mask?.fields[name];
  const isEnd = (name: string): boolean => {
    const spec = specOf(name);
    return spec !== undefined && kindOf(spec).align === 'end';
  };
  return (
    <div className="m-skeleton" role="status" aria-label={t('loading')}>
      {mask ? (
        <div className="m-cells m-head" style={{ gridTemplateColumns: template }} aria-hidden>
          {columns.map(({ field }) => {
            const spec = specOf(field);
            return (
              <span key={field} className={`m-head-cell${isEnd(field) ? ' m-end' : ''}`}>
                <span className="m-head-label">{spec ? text(spec.label) : ''}</span>
              </span>
            );
          })}
        </div>
      ) : null}
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="m-cells m-skeleton-row" style={{ gridTemplateColumns: template }}>
          {columns.map(({ field }, at) => (
            <span
              key={field}
              className={`m-bone${isEnd(field) ? ' m-bone-end' : ''}`}
              style={{ width: `${BARS[(i * 2 + at) % BARS.length]}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The error with its consequence and a retry button. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useMaskT();
  const missing = isCallError(error, 'NotFound');
  const refused = isCallError(error, 'NotAllowed');
  const offline = isOutage(error);
  const what = missing ? 'error.missing' : refused ? 'error.refused' : offline ? 'error.offline' : 'error.failed';
  return (
    <div className="m-empty m-failed" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{t(what)}</strong>
        {refused ? null : <span>{t('error.safe')}</span>}
      </p>
      <Button onClick={onRetry}>{t('error.retry')}</Button>
    </div>
  );
}
