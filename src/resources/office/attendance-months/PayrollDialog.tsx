import Modal from 'antd/es/modal';
import { useState } from 'react';
import { monthAt } from '#contract/office/month-totals';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { dayKey } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';
import { MonthChoice } from '../MonthChoice.tsx';

/** Saves the closed months of all people as a file for payroll, in the language of the page. */
export function PayrollDialog({ onClose }: DialogProps) {
  const t = useT();
  const locale = useLocale();
  const [month, setMonth] = useState(() => monthAt(dayKey(Date.now()).slice(0, 7), -1));
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await download(`/v0/attendanceMonths/payroll?${new URLSearchParams({ month, locale }).toString()}`);
      onClose(false);
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={520}
      title={t('attendanceMonths.actions.payroll')}
      okText={t('attendanceMonths.payroll.save')}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <p>{t('attendanceMonths.payroll.explain')}</p>
      <MonthChoice month={month} disabled={busy} onChange={setMonth} />
    </Modal>
  );
}
