import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

const side = (name: string): FieldSpec => ({ kind: 'size', label: `taskPage.sides.${name}` });
const trackingNo: FieldSpec = { kind: 'text', label: 'tasks.fields.trackingNo', required: true, mono: true, maxLength: 60 };
const file: FieldSpec = { kind: 'file', label: 'taskPage.labelFile', visibility: 'intern' };
const FORMS = {
  measure: {
    weight: { kind: 'weight', label: 'tasks.fields.weight' },
    length: side('length'),
    width: side('width'),
    height: side('height'),
  },
  label: { trackingNo, file },
  booked: { trackingNo, shipmentId: { kind: 'text', label: 'parcels.fields.shipmentId', mono: true, maxLength: 100 }, file },
} satisfies Record<string, Record<string, FieldSpec>>;
const CALLS = {
  measure: ['PUT', 'measure'],
  label: ['POST', 'foreignLabel'],
  booked: ['POST', 'labelBooked'],
} as const;

type Props = { what: keyof typeof FORMS; parcelId: string; parcel: number; onClose: (changed: boolean) => void };

/** Weight and size of a parcel, the upload of an external label, or the number of a label that turned out to be booked. */
export function ParcelDialog({ what, parcelId, parcel, onClose }: Props) {
  const call = useCall();
  const t = useT();
  const [values, setValues] = useState<Row>({});
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const [method, part] = CALLS[what];
      await call(method, `/v0/parcels/${encodeURIComponent(parcelId)}/${part}`, { body: given });
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
      title={t(`taskPage.parcelAsk.${what}`, { n: parcel })}
      okText={t('buttons.save')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: what === 'measure' ? Object.keys(given).length === 0 : asText(given['trackingNo']) === '' }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <AskForm fields={FORMS[what]} values={values} errors={errors} onChange={setValues} />
    </Modal>
  );
}
