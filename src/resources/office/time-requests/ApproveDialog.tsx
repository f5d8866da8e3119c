import Checkbox from 'antd/es/checkbox';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useConfirmText } from '../../../core/mask/confirm-text.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { showNotice } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import { isBeyond, LeaveTable, type LeaveYear } from './LeaveTable.tsx';

/** Approves a request. Of leave it shows what is left, and asks again where more is requested. */
export function ApproveDialog({ mask, rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const filled = useConfirmText(mask);
  const [intent] = useState(newIntent);
  const [beyond, setBeyond] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = asText(rows[0]?.['id']);
  const query = useRead<LeaveYear[]>(`/v0/timeRequests/${encodeURIComponent(id)}/leave`, {
    queryKey: ['data', 'default', 'timeRequests', 'leaveOf', id],
    gcTime: 0,
  });
  const asks = query.data?.some(isBeyond) ?? false;
  const approve = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', `/v0/timeRequests/${encodeURIComponent(id)}/approve`, { body: { beyond }, intent });
      showNotice({ kind: 'success', title: filled('timeRequests.done.approve', rows) });
      onClose(true);
    } catch {
      // The call already showed the error. What is left may have changed.
      await query.refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={t('timeRequests.actions.approve')}
      okText={t('timeRequests.actions.approve')}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !query.data || (asks && !beyond) }}
      onOk={() => void approve()}
      onCancel={() => onClose(false)}
    >
      <p>{filled('timeRequests.confirm.approve', rows)}</p>
      {query.isError ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <LeaveTable years={query.data} />
      ) : (
        <ListSkeleton rows={2} />
      )}
      {asks ? (
        <Checkbox checked={beyond} onChange={(event) => setBeyond(event.target.checked)}>
          {t('timeRequests.leave.accept')}
        </Checkbox>
      ) : null}
    </Modal>
  );
}
