import type { FieldSpec } from '#contract/core/mask';
import type { Row } from '../../../core/mask/kinds/kind.ts';
import { FormDialog } from '../../../core/mask/record/FormDialog.tsx';
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
  orderLabel: { trackingNo, file },
  booked: { trackingNo, shipmentId: { kind: 'text', label: 'parcels.fields.shipmentId', mono: true, maxLength: 100 }, file },
} satisfies Record<string, Record<string, FieldSpec>>;
const CALLS = {
  measure: ['PUT', 'parcels', 'measure'],
  label: ['POST', 'parcels', 'foreignLabel'],
  orderLabel: ['POST', 'tasks', 'carrierLabel'],
  booked: ['POST', 'parcels', 'labelBooked'],
} as const;

/** `rowId`: of the parcel, or of an order that has none yet. */
type Props = { what: keyof typeof FORMS; rowId: string; parcel: number; onClose: (changed: boolean) => void };
const givenOf = (values: Row): Row => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

/** Weight and size of a parcel, the upload of an external label, or the number of a label that turned out to be booked. */
export function ParcelDialog({ what, rowId, parcel, onClose }: Props) {
  const call = useCall();
  const t = useT();
  return (
    <FormDialog
      title={t(`taskPage.parcelAsk.${what}`, { n: parcel })}
      okText={t('buttons.save')}
      fields={FORMS[what]}
      ready={(values) => Object.keys(givenOf(values)).length > 0}
      send={async (values, intent) => {
        const [method, area, part] = CALLS[what];
        await call(method, `/v0/${area}/${encodeURIComponent(rowId)}/${part}`, {
          body: givenOf(values),
          intent,
          handles: ['InvalidInput'],
        });
      }}
      onClose={onClose}
    />
  );
}
