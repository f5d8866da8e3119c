import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { isCallError, isOutage } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { useMaskT } from '../field-context.ts';
import { arrange, NO_CHOICE } from './columns.ts';

/** A skeleton of the list: head, rows and foot keep their places when the data arrives. */
export function ListSkeleton({ mask, rows = 12 }: { mask?: Mask | undefined; rows?: number }) {
  const t = useMaskT();
  const columns = mask
    ? arrange(mask, NO_CHOICE)
        .filter((column) => !column.hidden)
        .slice(0, 8)
    : Array.from({ length: 6 }, (_, i) => ({ field: String(i), width: 140 }));
  const template = columns.map((column) => `minmax(0,${column.width}fr)`).join(' ');
  return (
    <div className="m-skeleton" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="m-cells m-skeleton-row" style={{ gridTemplateColumns: template }}>
          {columns.map((column) => (
            <span key={column.field} className="m-bone" style={{ width: `${40 + ((i * 7 + column.width) % 45)}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}

type EmptyProps = {
  area: string;
  filtered: boolean;
  /** Shows open work without filters other than the screen's own. */
  waiting: boolean;
  trash: boolean;
  onClear: () => void;
  onNew: (() => void) | null;
  onImport: (() => void) | null;
  title: string;
};

/** The empty state. Without a filter it explains the area and offers the first step, with a filter it offers to clear it. */
export function ListEmpty({ area, filtered, waiting, trash, onClear, onNew, onImport, title }: EmptyProps) {
  const t = useMaskT();
  const text = useT();
  if (filtered) {
    return (
      <div className="m-empty" role="status">
        <p>{t(waiting ? 'empty.waiting' : 'empty.filtered')}</p>
        <Button onClick={onClear}>{t(waiting ? 'empty.showAll' : 'empty.clear')}</Button>
      </div>
    );
  }
  if (waiting && !onNew && !onImport)
    return (
      <div className="m-empty" role="status">
        <p>{t('empty.waiting')}</p>
      </div>
    );
  return (
    <div className="m-empty" role="status">
      <p>{trash ? t('empty.trash') : t('empty.none', { title })}</p>
      {trash ? null : <p>{text(`${area}.empty`)}</p>}
      {trash ? null : (
        <div className="m-actions">
          {onNew ? (
            <Button type="primary" onClick={onNew}>
              {t('empty.first')}
            </Button>
          ) : null}
          {onImport ? <Button onClick={onImport}>{t('import.open')}</Button> : null}
        </div>
      )}
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
      <p>
        <strong>{t(what)}</strong>
      </p>
      {refused ? null : <p>{t('error.safe')}</p>}
      <Button onClick={onRetry}>{t('error.retry')}</Button>
    </div>
  );
}
