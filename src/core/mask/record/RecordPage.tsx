import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Mask } from '#contract/core/mask';
import { useTab } from '../../../layout/tab.ts';
import { rowId } from '../list/selection.ts';
import { RecordView } from './RecordView.tsx';
import type { Saved } from './use-record.ts';

export function RecordPage({ mask, path, id }: { mask: Mask; path: string; id: string }) {
  const navigate = useNavigate();
  const { setTitle, setDirty } = useTab();
  const onSaved = useCallback(
    ({ row, created }: Saved) => {
      if (created) void navigate(`${path}/${encodeURIComponent(rowId(row))}`, { replace: true });
    },
    [navigate, path],
  );
  return (
    <RecordView
      mask={mask}
      id={id}
      path={path}
      onSaved={onSaved}
      onGone={() => void navigate(path)}
      onTitle={setTitle}
      onDirty={setDirty}
    />
  );
}
