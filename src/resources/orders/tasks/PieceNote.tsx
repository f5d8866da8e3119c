import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { isNothing, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import type { StoryPiece } from './order-history.ts';

const FIELDS: Record<string, FieldSpec> = {
  remark: { kind: 'text', label: 'taskPage.return.pieceRemark', multiline: true, maxLength: 500 },
  photo: { kind: 'image', label: 'taskPage.return.photo', visibility: 'intern' },
};

type Props = { taskId: string; piece: StoryPiece; onClose: (changed: boolean) => void };

/** Remark and photo of a returned piece, which the merchant reads. */
export function PieceNote({ taskId, piece, onClose }: Props) {
  const call = useCall();
  const t = useT();
  const [values, setValues] = useState<Row>({ remark: piece.remark, photo: piece.photo });
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isNothing(value)));
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const path = `/v0/tasks/${encodeURIComponent(taskId)}/pieces/${encodeURIComponent(piece.id)}/note`;
      await call('POST', path, { body: given, intent, handles: ['InvalidInput'] });
      onClose(true);
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('taskPage.return.noteOf', { sku: piece.sku })}
      okText={t('buttons.save')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: Object.keys(given).length === 0 }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <AskForm fields={FIELDS} values={values} errors={errors} onChange={setValues} />
    </Modal>
  );
}
