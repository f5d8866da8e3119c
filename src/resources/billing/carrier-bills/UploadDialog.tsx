import Modal from 'antd/es/modal';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { CURRENCIES } from '#contract/core/fields';
import type { FieldSpec } from '#contract/core/mask';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import { isCallError } from '../../../providers/call-error.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import type { ReadList } from './types.ts';

const FIELDS: Record<string, FieldSpec> = {
  carrierId: { kind: 'reference', label: 'carrierBills.fields.carrierId', area: 'carriers', required: true },
  billNo: { kind: 'text', label: 'carrierBills.fields.billNo', maxLength: 40, required: true },
  total: {
    kind: 'money',
    label: 'carrierBills.upload.total',
    help: 'carrierBills.upload.totalHelp',
    currencyField: 'currency',
    required: true,
  },
  currency: {
    kind: 'choice',
    label: 'carrierBills.fields.currency',
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
    required: true,
  },
  billId: { kind: 'reference', label: 'carrierBills.fields.billId', area: 'bills', where: { carrierId: '$carrierId' } },
  profileId: { kind: 'reference', label: 'carrierBills.fields.profileId', area: 'carrierBillProfiles' },
};
const formOf = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};
const given = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Asks whose bill a file belongs to, shows what was read, and stores it. A file that cannot be read is refused with line and reason. */
export function UploadDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useT();
  const call = useCall();
  const navigate = useNavigate();
  const { money } = useFormat();
  const [values, setValues] = useState<Row>({ currency: 'EUR' });
  const [read, setRead] = useState<ReadList | null>(null);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [intent, setIntent] = useState(newIntent);
  const [carrier, profile] = [asText(values['carrierId']), asText(values['profileId'])];
  const currency = asText(values['currency']) || 'EUR';
  useEffect(
    function readFile() {
      if (carrier === '') return;
      let isCurrent = true;
      call<ReadList>('POST', '/v0/carrierBills/read', {
        body: formOf(file),
        params: given({ carrier, profile }),
        handles: ['FileUnreadable'],
      })
        .then((answer) => {
          if (!isCurrent) return;
          setRead(answer);
          setFault('');
        })
        .catch((error: unknown) => {
          if (!isCurrent) return;
          setRead(null);
          setFault(isCallError(error, 'FileUnreadable') ? String(error.data ?? '') : t('carrierBills.upload.notRead'));
        })
        .finally(() => isCurrent && setBusy(false));
      return () => {
        isCurrent = false;
      };
    },
    [call, file, carrier, profile, t],
  );
  const change = (next: Row): void => {
    if (asText(next['carrierId']) !== carrier || asText(next['profileId']) !== profile) {
      setRead(null);
      setBusy(asText(next['carrierId']) !== '');
    }
    setValues(next);
  };
  const total = values['total'];
  const no = asText(values['billNo']).trim();
  const store = async (): Promise<void> => {
    setBusy(true);
    try {
      const params = given({
        carrier,
        profile: profile || (read?.profileId ?? ''),
        bill: asText(values['billId']),
        no,
        currency,
        total: String(total),
      });
      const { id } = await call<{ id: string }>('POST', '/v0/carrierBills/upload', {
        body: formOf(file),
        params,
        intent,
        handles: ['FileUnreadable'],
      });
      onClose();
      void navigate(`/accounting/carrier-bills/${id}`);
    } catch (error) {
      setFault(isCallError(error, 'FileUnreadable') ? String(error.data ?? '') : '');
      setIntent(newIntent());
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={`${t('carrierBills.upload.choose')} · ${file.name}`}
      okText={t('carrierBills.upload.store')}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: read === null || no === '' || typeof total !== 'number' }}
      onOk={() => void store()}
      onCancel={onClose}
    >
      <AskForm fields={FIELDS} values={values} errors={[]} onChange={change} />
      {fault ? (
        <p role="alert" className="cb-fault">
          {fault}
        </p>
      ) : null}
      {read ? (
        <>
          <p role="status">
            {t('carrierBills.upload.read', {
              profile: read.profile,
              parcels: read.parcels,
              costs: read.costs,
              total: money(read.total, currency),
            })}
          </p>
          {read.unread.length > 0 ? (
            <p className="m-quiet">{t('carrierBills.upload.unread', { columns: read.unread.slice(0, 20).join(', ') })}</p>
          ) : null}
          <PageTable
            label={t('carrierBills.upload.choose')}
            columns={[
              { label: t('carrierBills.upload.cost') },
              { label: t('carrierBills.upload.count'), end: true },
              { label: t('carrierBills.upload.amount'), end: true },
            ]}
          >
            {read.kinds.map(({ kind, heading, count, amount }) => (
              <tr key={`${kind} ${heading}`}>
                <td className="m-name">
                  {t(`carrierBillLines.kinds.${kind}`)}
                  {heading === '' ? '' : ` · ${heading}`}
                </td>
                <td className="m-figures m-end">{count}</td>
                <td className="m-figures m-end">{money(amount, currency)}</td>
              </tr>
            ))}
          </PageTable>
        </>
      ) : null}
    </Modal>
  );
}
