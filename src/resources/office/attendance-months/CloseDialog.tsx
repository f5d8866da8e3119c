import Modal from 'antd/es/modal';
import { useState } from 'react';
import { monthAt } from '#contract/office/month-totals';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { Progress } from '../../../core/mask/transfer/Progress.tsx';
import { monthName } from '../../../core/month.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { dayKey } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import { MonthChoice } from '../MonthChoice.tsx';
import { type PersonMonth, PreviewTable } from './PreviewTable.tsx';

const lastMonth = (): string => monthAt(dayKey(Date.now()).slice(0, 7), -1);

/** Closes a month for everybody, or for chosen people, after a look at their totals and at what is in the way. */
export function CloseDialog({ onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const tag = localeTag(useLocale());
  const [month, setMonth] = useState(lastMonth);
  /** People that are not to be closed now. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<number | null>(null);
  const [changed, setChanged] = useState(false);
  const query = useRead<PersonMonth[]>('/v0/attendanceMonths/preview', {
    queryKey: ['data', 'default', 'attendanceMonths', 'preview', month],
    params: new URLSearchParams({ month }),
    gcTime: 0,
  });
  const ready = (query.data ?? []).filter(({ obstacles }) => obstacles.length === 0);
  const chosen = ready.filter(({ userId }) => !left.has(userId));
  const closeAll = async (): Promise<void> => {
    setDone(0);
    let closed = 0;
    for (const [i, { userId }] of chosen.entries()) {
      try {
        await call('POST', '/v0/attendanceMonths/close', { body: { month, userId }, intent: newIntent() });
        closed += 1;
      } catch {
        // The call already showed the error. The others are closed all the same.
      }
      setDone(i + 1);
    }
    setChanged(true);
    setDone(null);
    if (closed > 0) showNotice({ kind: 'success', title: t('attendanceMonths.close.done', { n: closed, month: monthName(month, tag) }) });
    await query.refetch();
  };
  const busy = done !== null;
  return (
    <Modal
      open
      width={960}
      title={t('attendanceMonths.actions.close')}
      okText={t('attendanceMonths.close.run', { n: chosen.length })}
      cancelText={t(changed ? 'buttons.close' : 'buttons.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: busy || chosen.length === 0 }}
      cancelButtonProps={{ disabled: busy }}
      maskClosable={!busy}
      onOk={() => void closeAll()}
      onCancel={() => onClose(changed)}
    >
      <p>{t('attendanceMonths.close.explain')}</p>
      <MonthChoice
        month={month}
        disabled={busy}
        onChange={(next) => {
          setMonth(next);
          setLeft(new Set());
        }}
      />
      {query.isError ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <PreviewTable people={query.data} left={left} disabled={busy} onLeft={setLeft} />
      ) : (
        <ListSkeleton rows={4} />
      )}
      {busy ? <Progress label={t('attendanceMonths.close.progress')} done={done} total={chosen.length} /> : null}
    </Modal>
  );
}
