import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldSpec } from '#contract/core/mask';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import '../../../core/mask/record/record.css';
import { useT } from '../../../providers/i18n.ts';

const FIELDS: Record<string, FieldSpec> = { reason: { kind: 'text', label: 'bankEntries.desk.reason', required: true, maxLength: 200 } };

/** Asks why an entry is left in the clearing account. */
export function ReasonDialog({ onReason, onClose }: { onReason: (reason: string) => void; onClose: () => void }) {
  const t = useT();
  const [values, setValues] = useState<Row>({});
  const reason = asText(values['reason']).trim();
  return (
    <Modal
      open
      title={t('bankEntries.desk.leave')}
      okText={t('bankEntries.desk.leave')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: reason === '' }}
      onOk={() => onReason(reason)}
      onCancel={onClose}
    >
      <p>{t('bankEntries.desk.leaveText')}</p>
      <AskForm fields={FIELDS} values={values} errors={[]} onChange={setValues} />
    </Modal>
  );
}
