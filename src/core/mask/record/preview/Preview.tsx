import { createElement, type KeyboardEvent, type ReactNode } from 'react';
import type { Mask } from '#contract/core/mask';
import { Icon } from '../../../../layout/icons.tsx';
import { LoadingBoundary } from '../../../../providers/chunks.ts';
import { titleOf, useRow } from '../../data.ts';
import { useMaskT } from '../../field-context.ts';
import { isNothing, type Row } from '../../kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../list/states.tsx';
import { useActions } from '../../list/use-actions.tsx';
import { recordParts } from '../../parts.ts';
import { NextStrip } from '../read/NextStrip.tsx';
import { nextOf } from '../read/next-step.ts';
import { StatusOf } from '../StatusOf.tsx';
import { PreviewDetails } from './PreviewDetails.tsx';
import '../read/read.css';
import './preview.css';

type Props = {
  mask: Mask;
  id: string;
  /** The row as the list has it. Undefined if the record is on another page of the list. */
  known: Row | undefined;
  path: string;
  /** Null at the first and last row of the page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onOpen: () => void;
  onClose: () => void;
};

type ToolProps = { icon: string; label: string; onClick: (() => void) | null; children?: ReactNode };

const Tool = ({ icon, label, onClick }: ToolProps) => (
  <button type="button" className="m-icon-button" aria-label={label} title={label} disabled={!onClick} onClick={() => onClick?.()}>
    <Icon name={icon} />
  </button>
);

/** What the record says: its status, what happens next, and the part of its area or else its facts. */
function Body({ mask, row, path, onGone }: { mask: Mask; row: Row; path: string; onGone: () => void }) {
  const actions = useActions({
    mask,
    path,
    trash: !isNothing(row['deletedAt']),
    onExport: () => undefined,
    onDone: (gone) => gone && onGone(),
  });
  const parts = recordParts(mask.area);
  const next = nextOf(mask, row, actions.row);
  return (
    <>
      <div className="p-status">
        <StatusOf mask={mask} row={row} />
      </div>
      {next ? <NextStrip mask={mask} row={row} next={next} disabled={false} run={actions.run} /> : null}
      {parts?.Next ? createElement(parts.Next, { mask, row, path }) : null}
      {parts?.Preview ? (
        <LoadingBoundary fallback={<ListSkeleton rows={4} />}>{createElement(parts.Preview, { mask, row, path })}</LoadingBoundary>
      ) : (
        <PreviewDetails mask={mask} row={row} />
      )}
      {actions.host}
    </>
  );
}

/** The current row of a list, beside it. Never takes the focus: the list keeps it, so that the arrow keys go on. */
export default function Preview({ mask, id, known, path, onPrevious, onNext, onOpen, onClose }: Props) {
  const t = useMaskT();
  const query = useRow(mask.area, id, known === undefined);
  const row = known ?? query.data;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside className="l-preview" aria-label={t('preview.label', { row: row ? titleOf(row) : '' })} onKeyDown={onKeyDown}>
      <header>
        <h2 title={row ? titleOf(row) : undefined}>{row ? titleOf(row) : ''}</h2>
        <Tool icon="up" label={t('preview.previous')} onClick={onPrevious} />
        <Tool icon="down" label={t('preview.next')} onClick={onNext} />
        <Tool icon="expand" label={t('preview.open')} onClick={onOpen} />
        <Tool icon="close" label={t('preview.close')} onClick={onClose} />
      </header>
      {/* Scrolls by the keys, also where a record has nothing to focus. */}
      <section className="p-body" tabIndex={0} aria-label={t('record.details')}>
        {row ? (
          <Body key={id} mask={mask} row={row} path={path} onGone={onClose} />
        ) : query.isError ? (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListSkeleton rows={6} />
        )}
      </section>
    </aside>
  );
}
