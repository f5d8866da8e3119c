import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import type { Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';

const FIELDS: Record<string, FieldSpec> = {
  pallets: { kind: 'number', label: 'tasks.fields.receivedPallets', required: true, min: 0, max: 10_000 },
  boxes: { kind: 'number', label: 'tasks.fields.receivedBoxes', min: 0, max: 10_000 },
  mixed: { kind: 'boolean', label: 'tasks.fields.receivedMixed' },
};

/** Enters what was counted of a delivery, beside the fact that waits for it. */
export function CountsDialog({ id, no, onClose }: { id: string; no: string; onClose: (changed: boolean) => void }) {
  const t = useT();
  const call = useCall();
  const [values, setValues] = useState<Row>({});
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  const hasCount = typeof values['pallets'] === 'number';

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await call('POST', `/v0/tasks/${encodeURIComponent(id)}/receivedUnits`, { body: values, intent, handles: ['InvalidInput'] });
      onClose(true);
    } catch (error) {
      setErrors(fieldErrors(error));
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={t('tasks.receivedUnits.action')}
      okText={t('buttons.save')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: !hasCount }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      <p className="m-subject">{no}</p>
      <AskForm
        fields={FIELDS}
        values={values}
        errors={errors}
        onChange={(next) => {
          setErrors([]);
          setValues(next);
        }}
      />
    </Modal>
  );
}
