import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { AGREED, SERVICE_AREAS } from '#contract/freight/agreed';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { equal } from '../../../core/mask/equal.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

const REASON: FieldSpec = { kind: 'text', label: 'changeRequests.fields.reason', multiline: true, maxLength: 500 };

/** Asks the other side for changes: shows the agreed data for editing and sends what differs. */
export function AskDialog({ mask, rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const [row = {}] = rows;
  const area = SERVICE_AREAS.find((name) => name === mask.area);
  const names = area ? AGREED[area].filter((name) => mask.fields[name] !== undefined) : [];
  const fields: Record<string, FieldSpec> = {
    ...Object.fromEntries(names.flatMap((name) => (mask.fields[name] ? [[name, mask.fields[name]]] : []))),
    reason: REASON,
  };
  const [values, setValues] = useState<Row>(() => ({
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    ...Object.fromEntries(names.map((name) => [`${name}Label`, row[`${name}Label`]])),
    reason: '',
  }));
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const changed = Object.fromEntries(names.filter((name) => !equal(values[name], row[name])).map((name) => [name, values[name]]));

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { area, values: changed, reason: asText(values['reason']) };
      await call('POST', `/v0/changeRequests/of/${encodeURIComponent(asText(row['id']))}`, { body });
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
      title={t('changeRequests.actions.ask')}
      okText={t('changeRequests.actions.ask')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: Object.keys(changed).length === 0 }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <p className="m-subject">{asText(row['no'])}</p>
      <p className="m-quiet">{t('changeRequests.page.hint')}</p>
      <AskForm fields={fields} values={values} errors={errors} onChange={setValues} />
    </Modal>
  );
}
