import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldError } from '#contract/envelope';
import type { FieldSpec } from '#contract/mask';
import { PRIORITIES, type TaskKind } from '#contract/task/statuses';
import { TASK_TEXTS } from '#contract/task/texts';
import type { DialogProps } from '../../mask/dialogs.ts';
import { asText, isNothing, type Row } from '../../mask/kinds/kind.ts';
import { AskForm } from '../../mask/record/AskForm.tsx';
import { fieldErrors } from '../../providers/call-error.ts';
import { showNotice } from '../../providers/feedback.ts';
import { call, newIntent } from '../../providers/http.ts';
import { useT } from '../../providers/i18n.ts';
import { recordPath } from '../../providers/routes.ts';
import { useUser } from '../../providers/user.ts';
import { OrderLines } from './OrderLines.tsx';
import { blankLine, type OrderLine, toBook } from './order-lines.ts';
import './task.css';

type Kind = Extract<TaskKind, 'outbound' | 'inbound'>;
const priority: FieldSpec = {
  kind: 'choice',
  label: 'tasks.fields.priority',
  options: PRIORITIES.map((value) => ({ value, label: TASK_TEXTS.priority(value) })),
};
const reference: FieldSpec = { kind: 'text', label: 'tasks.fields.refOrderId', mono: true, maxLength: 60 };
const remark: FieldSpec = { kind: 'text', label: 'tasks.fields.remark', multiline: true, maxLength: 2000 };
const FORMS: Record<Kind, Record<string, FieldSpec>> = {
  outbound: {
    refOrderId: reference,
    carrierId: { kind: 'reference', area: 'carriers', label: 'tasks.fields.carrierId' },
    priority,
    consignee: { kind: 'address', label: 'tasks.fields.consignee', required: true },
    remark,
  },
  inbound: {
    refOrderId: reference,
    pickupDate: { kind: 'date', label: 'tasks.fields.pickupDate' },
    trackingNo: { kind: 'text', label: 'tasks.fields.trackingNo', help: 'tasks.help.trackingNo', mono: true, maxLength: 60 },
    remark,
  },
};
const merchant: FieldSpec = { kind: 'reference', area: 'merchants', label: 'tasks.fields.merchantId', required: true };

/** An order typed in: whose it is, where it goes, its lines. What the list is of, the order is. */
export function NewOrder({ mask, onClose }: DialogProps) {
  const t = useT();
  const navigate = useNavigate();
  const user = useUser();
  const kind: Kind = mask.key.startsWith('r7g.') ? 'inbound' : 'outbound';
  const [values, setValues] = useState<Row>({});
  const [lines, setLines] = useState<OrderLine[]>(() => [blankLine()]);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  const merchantId = user?.merchantId ?? asText(values['merchantId']);
  const fields = { ...(user?.merchantId ? {} : { merchantId: merchant }), ...FORMS[kind] };
  const booked = toBook(lines);

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const head = Object.fromEntries(Object.entries(values).filter(([, value]) => !isNothing(value)));
      const body = { ...head, kind, merchantId, lines: booked };
      const made = await call<{ id: string; no: string }>('POST', '/v0/tasks', { body, intent, handles: ['InvalidInput', 'Duplicate'] });
      const path = recordPath('tasks', made.id);
      onClose(true);
      showNotice({
        kind: 'success',
        title: t('taskPage.new.made', { no: made.no }),
        ...(path ? { action: { label: t('taskPage.new.open'), run: () => void navigate(path) } } : {}),
      });
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={t(kind === 'outbound' ? 'taskPage.new.outbound' : 'taskPage.new.inbound')}
      okText={t('buttons.create')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: merchantId === '' || booked.length === 0 }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      <div className="t-order">
        <AskForm fields={fields} values={values} errors={errors} onChange={setValues} />
        <OrderLines lines={lines} merchantId={merchantId} errors={errors} onChange={setLines} />
      </div>
    </Modal>
  );
}
