import Drawer from 'antd/es/drawer';
import { useCallback, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { useTab } from '../../../layout/tab.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useMaskT, useText } from '../field-context.ts';
import { rowId } from '../list/selection.ts';
import { RecordView } from './RecordView.tsx';
import type { Saved } from './use-record.ts';

type Props = { mask: Mask; id: string; path: string; onClose: () => void; onOpen: (id: string) => void };

/** A record beside its list. Closing keeps typed values until the record is opened again. */
export function RecordDrawer({ mask, id, path, onClose, onOpen }: Props) {
  const t = useMaskT();
  const text = useText();
  const { setDirty } = useTab();
  const [dirty, keepDirty] = useState(false);
  const onDirty = useCallback(
    (next: boolean) => {
      keepDirty(next);
      setDirty(next);
    },
    [setDirty],
  );
  const close = (): void => {
    if (dirty) showNotice({ kind: 'info', title: t('draft.kept'), action: { label: t('draft.back'), run: () => onOpen(id) } });
    setDirty(false);
    onClose();
  };
  const onSaved = ({ row, created }: Saved): void => {
    if (created) onOpen(rowId(row));
  };
  return (
    <Drawer
      open
      width="min(720px, 100vw)"
      placement="right"
      title={text(mask.title)}
      onClose={close}
      destroyOnHidden
      styles={{ body: { padding: '12px 16px' } }}
    >
      <RecordView mask={mask} id={id} path={path} onSaved={onSaved} onGone={onClose} onTitle={ignore} onDirty={onDirty} />
    </Drawer>
  );
}

/** The tab keeps the list's title while a record is open over it. */
const ignore = (): void => undefined;
