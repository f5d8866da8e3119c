import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

const FIELDS: Record<string, FieldSpec> = { address: { kind: 'address', label: 'tasks.fields.consignee', required: true } };

/** Corrects an address. The server checks it again, and the order continues if it is found. */
export function AddressDialog({ rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const [task] = rows;
  const [values, setValues] = useState<Row>({ address: task?.['consignee'] });
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', `/v0/tasks/${encodeURIComponent(asText(task?.['id']))}/command/correctAddress`, { body: values });
      onClose(true);
    } catch (error) {
      setErrors(fieldErrors(error).map((fault) => ({ ...fault, path: 'address' })));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('tasks.commands.correctAddress')}
      okText={t('tasks.commands.correctAddress')}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <p className="m-subject">{[task?.['no'], task?.['refOrderId']].map(asText).filter(Boolean).join(' · ')}</p>
      <AskForm fields={FIELDS} values={values} errors={errors} onChange={setValues} />
    </Modal>
  );
}
