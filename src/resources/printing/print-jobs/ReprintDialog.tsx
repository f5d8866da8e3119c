import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { DocumentName } from '#contract/printing/documents';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { printNow } from '../../../print/hub/hub.ts';
import { useT } from '../../../providers/i18n.ts';

/** Prints a job again, with a reason that is shown in the list. */
export function ReprintDialog({ rows, onClose }: DialogProps) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [job] = rows;
  const print = (): void => {
    const document = asText(job?.['document']) as DocumentName;
    printNow({
      document,
      reprintOf: asText(job?.['id']),
      title: asText(job?.['title']),
      copies: Number(job?.['copies'] ?? 1),
      reason: reason.trim(),
    }).catch(() => undefined);
    onClose(true);
  };
  return (
    <Modal
      open
      title={t('printJobs.actions.reprint')}
      okText={t('printJobs.actions.reprint')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: reason.trim() === '' }}
      onOk={print}
      onCancel={() => onClose(false)}
    >
      <p className="m-subject">{[job?.['no'], job?.['title']].map(asText).filter(Boolean).join(' · ')}</p>
      <label>
        {t('printJobs.fields.reason')}
        <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
      </label>
    </Modal>
  );
}
