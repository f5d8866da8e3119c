import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import type { Filter } from '#contract/core/query';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asList, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { requestList } from '../../../providers/request.ts';
import { useCall } from '../../../providers/use-call.ts';
import './counts.css';

const WAYS = ['places', 'zone', 'items'] as const;
type Way = (typeof WAYS)[number];
/** Most places of one count. Larger areas need several counts. */
const MOST = 500;

const FIELDS: Record<Way, Record<string, FieldSpec>> = {
  places: { compartmentIds: { kind: 'references', area: 'compartments', label: 'counts.fields.compartmentIds', required: true } },
  zone: {
    warehouseId: { kind: 'reference', area: 'warehouses', label: 'compartments.fields.warehouseId', required: true },
    zone: { kind: 'text', label: 'compartments.fields.zone', required: true, maxLength: 20 },
  },
  items: { itemIds: { kind: 'references', area: 'items', label: 'counts.new.items', required: true } },
};
const MORE: Record<string, FieldSpec> = {
  name: { kind: 'text', label: 'counts.fields.name', maxLength: 100 },
  blind: { kind: 'boolean', label: 'counts.fields.blind', help: 'counts.help.blind' },
};

const query = (filters: Filter[]) => ({ limit: 1000, cursor: null, search: '', sort: null, back: false, filters });

/** The places to count: those chosen, those of a zone, or those with certain items. */
async function placesOf(way: Way, values: Row): Promise<string[]> {
  if (way === 'places') return asList(values['compartmentIds']);
  if (way === 'zone') {
    const filters: Filter[] = [
      { field: 'warehouseId', op: 'in', value: [asText(values['warehouseId'])] },
      { field: 'zone', op: 'eq', value: asText(values['zone']).trim() },
    ];
    return (await requestList<Row>('compartments', query(filters))).data.map((row) => asText(row['id']));
  }
  const filters: Filter[] = [
    { field: 'itemId', op: 'in', value: asList(values['itemIds']) },
    { field: 'onHand', op: 'gt', value: '0' },
  ];
  return [...new Set((await requestList<Row>('stockBalances', query(filters))).data.map((row) => asText(row['compartmentId'])))];
}

/** Creates a count of chosen places, of a zone, or of all places with certain items. */
export function NewCount({ onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const navigate = useNavigate();
  const [way, setWay] = useState<Way>('zone');
  const [values, setValues] = useState<Row>({ blind: true });
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const missing = Object.keys(FIELDS[way]).some((name) => asText(values[name]).trim() === '' && asList(values[name]).length === 0);
  const send = async (): Promise<void> => {
    setBusy(true);
    setFault('');
    try {
      const compartmentIds = await placesOf(way, values);
      if (compartmentIds.length === 0 || compartmentIds.length > MOST) {
        setFault(t(compartmentIds.length === 0 ? 'counts.new.none' : 'counts.new.tooMany', { n: compartmentIds.length, max: MOST }));
        return;
      }
      const body = { name: asText(values['name']), blind: values['blind'] !== false, compartmentIds };
      const made = await call<{ id: string }>('POST', '/v0/counts', { body, handles: ['InvalidInput'] });
      onClose(true);
      void navigate(`/wms/count/${made.id}`);
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('counts.new.title')}
      okText={t('buttons.create')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: missing }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <fieldset className="c-ways">
        <legend className="m-hidden">{t('counts.new.what')}</legend>
        {WAYS.map((one) => (
          <label key={one}>
            <input type="radio" name="count-way" checked={way === one} onChange={() => setWay(one)} />
            {t(`counts.new.ways.${one}`)}
          </label>
        ))}
      </fieldset>
      <AskForm key={way} fields={{ ...FIELDS[way], ...MORE }} values={values} errors={errors} onChange={setValues} />
      {fault ? (
        <p className="m-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </Modal>
  );
}
