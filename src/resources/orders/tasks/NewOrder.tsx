import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { PRIORITIES, type TaskKind } from '#contract/orders/statuses';
import { TRANSPORT_MODES } from '#contract/orders/tasks';
import { TASK_TEXTS } from '#contract/orders/texts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, isNothing, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { fieldErrors } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { recordPath } from '../../../providers/routes.ts';
import { useCall } from '../../../providers/use-call.ts';
import { useUser } from '../../../providers/user.ts';
import { OrderLines } from './OrderLines.tsx';
import { serviceFields } from './order-amounts.ts';
import { blankLine, type OrderLine, toBook } from './order-lines.ts';
import './task.css';

const KINDS = ['outbound', 'inbound'] as const satisfies readonly TaskKind[];
type Kind = (typeof KINDS)[number];
const priority: FieldSpec = {
  kind: 'choice',
  label: 'tasks.fields.priority',
  options: PRIORITIES.map((value) => ({ value, label: TASK_TEXTS.priority(value) })),
};
const reference: FieldSpec = { kind: 'text', label: 'tasks.fields.refOrderId', mono: true, maxLength: 60 };
const remark: FieldSpec = { kind: 'text', label: 'tasks.fields.remark', multiline: true, maxLength: 2000 };
/** What every task form requires (specification, point 5): task type, mode of transport, unit quantity, weight, pickup date. */
const REQUIRED: Record<string, FieldSpec> = {
  kind: {
    kind: 'choice',
    label: 'tasks.fields.kind',
    required: true,
    options: KINDS.map((value) => ({ value, label: TASK_TEXTS.kind(value) })),
  },
  transportMode: {
    kind: 'choice',
    label: 'tasks.fields.transportMode',
    required: true,
    options: TRANSPORT_MODES.map((value) => ({ value, label: `tasks.transportModes.${value}` })),
  },
  unitQty: { kind: 'number', label: 'tasks.fields.unitQty', min: 1, required: true },
  weight: { kind: 'weight', label: 'tasks.fields.weight', required: true },
  pickupDate: { kind: 'date', label: 'tasks.fields.pickupDate', required: true },
};
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
    trackingNo: { kind: 'text', label: 'tasks.fields.trackingNo', help: 'tasks.help.trackingNo', mono: true, maxLength: 60 },
    remark,
  },
};
const merchant: FieldSpec = { kind: 'reference', area: 'merchants', label: 'tasks.fields.merchantId', required: true };

const today = (): string => new Date().toLocaleDateString('sv');

/** Creates an order by hand: merchant, consignee, lines. The kind of the list is the default kind. */
export function NewOrder({ mask, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const navigate = useNavigate();
  const user = useUser();
  const [values, setValues] = useState<Row>(() => ({
    kind: mask.key.startsWith('r7g.') ? 'inbound' : 'outbound',
    transportMode: 'parcel',
    unitQty: 1,
    currency: 'EUR',
    pickupDate: today(),
  }));
  const kind = values['kind'] as Kind;
  const [lines, setLines] = useState<OrderLine[]>(() => [blankLine()]);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  const merchantId = user?.merchantId ?? asText(values['merchantId']);
  const wanted = kind === 'outbound' ? serviceFields(values['deliveryServices']) : {};
  const fields: Record<string, FieldSpec> = {
    ...(user?.merchantId ? {} : { merchantId: merchant }),
    ...REQUIRED,
    ...FORMS[kind],
    ...wanted,
  };
  const booked = toBook(lines);

  const send = async (): Promise<void> => {
    const missing = [...Object.keys(REQUIRED), ...Object.keys(wanted).filter((name) => wanted[name]?.required)].filter((name) =>
      isNothing(values[name]),
    );
    setErrors(missing.map((path) => ({ path, rule: 'required' })));
    if (missing.length > 0) return;
    setBusy(true);
    try {
      // Fields of another kind may have been filled before the kind was changed.
      const head = Object.fromEntries(Object.entries(values).filter(([name, value]) => Object.hasOwn(fields, name) && !isNothing(value)));
      const body = { ...head, kind, merchantId, lines: booked };
      const made = await call<{ id: string; no: string }>('POST', '/v0/tasks', { body, intent, handles: ['InvalidInput', 'Duplicate'] });
      const path = recordPath('tasks', made.id, mayOpen);
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
