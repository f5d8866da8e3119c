import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays, houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import './prepare.css';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import type { DueBill } from './types.ts';

const FIELDS: Record<string, FieldSpec> = {
  bankAccountId: { kind: 'reference', label: 'paymentRuns.fields.bankAccountId', area: 'bankAccounts', required: true },
  executeOn: { kind: 'date', label: 'paymentRuns.fields.executeOn', required: true },
  until: { kind: 'date', label: 'paymentRuns.prepare.until', required: true },
};
/** Bills due within a week are proposed. */
const AHEAD = 7;

/** Chooses the bills of a payment run. What cannot be paid is listed with the reason. */
export function PrepareDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const call = useCall();
  const navigate = useNavigate();
  const { money, date } = useFormat();
  const [values, setValues] = useState<Row>({ executeOn: houseToday(), until: addDays(houseToday(), AHEAD) });
  /** Null: all that can be paid. */
  const [typed, setTyped] = useState<ReadonlySet<string> | null>(null);
  const [busy, setBusy] = useState(false);
  // Of a house with one account nobody has to choose it.
  const accounts = useRead<Row[]>('/v0/bankAccounts', {
    queryKey: ['data', 'default', 'bankAccounts', 'only'],
    params: { l: 2, active: 'true' },
  });
  const [first, second] = accounts.data ?? [];
  const only = first && !second ? asText(first['id']) : '';
  const account = values['bankAccountId'] === undefined ? only : asText(values['bankAccountId']);
  const [executeOn, until] = [asText(values['executeOn']), asText(values['until'])];
  const found = useRead<DueBill[]>('/v0/paymentRuns/due', {
    queryKey: ['paymentRuns', 'due', until, executeOn],
    params: { until, executeOn },
    enabled: until !== '' && executeOn !== '',
    keepFormer: true,
    gcTime: 0,
  });
  const bills = found.data ?? [];
  const payable = bills.filter(({ blocked }) => blocked === null);
  const chosen = payable.filter(({ id }) => typed === null || typed.has(id));
  const toggle = (id: string): void => {
    const next = new Set(chosen.map((bill) => bill.id));
    if (!next.delete(id)) next.add(id);
    setTyped(next);
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { bankAccountId: account, executeOn, bills: chosen.map(({ id }) => ({ billId: id })) };
      const { id } = await call<{ id: string }>('POST', '/v0/paymentRuns/prepare', { body });
      onClose();
      void navigate(`/accounting/payment-runs/${id}`);
    } finally {
      setBusy(false);
    }
  };
  /** What is still missing, so that the button says why it cannot be pressed. */
  const lacking = account === '' ? 'noAccount' : chosen.length === 0 ? 'noBill' : null;
  const sum = chosen.reduce((total, { open, discount }) => total + open - discount, 0);
  return (
    <Modal
      open
      width={820}
      title={t('paymentRuns.actions.prepare')}
      okText={t('paymentRuns.actions.prepare')}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: lacking !== null }}
      onOk={() => void send().catch(() => undefined)}
      onCancel={onClose}
    >
      <AskForm fields={FIELDS} values={{ ...values, bankAccountId: account || null }} errors={[]} onChange={setValues} />
      {found.isSuccess && bills.length === 0 ? <p>{t('paymentRuns.prepare.none')}</p> : null}
      {bills.length > 0 ? (
        <PageTable
          label={t('paymentRuns.actions.prepare')}
          columns={[
            { label: t('paymentRuns.list.no') },
            { label: t('paymentRuns.list.party') },
            { label: t('paymentRuns.prepare.dueOn'), className: 'pr-day' },
            { label: t('paymentRuns.prepare.pay'), end: true },
          ]}
          className="pr-bills"
        >
          {bills.map((bill) => (
            <tr key={bill.id}>
              <td>
                <label>
                  <input
                    type="checkbox"
                    disabled={bill.blocked !== null}
                    checked={chosen.some(({ id }) => id === bill.id)}
                    onChange={() => toggle(bill.id)}
                  />{' '}
                  <Whole text={bill.no} />
                </label>
              </td>
              <td className="m-name">
                {bill.party}
                {bill.blocked === null ? null : <strong> · {t(`paymentRuns.blocked.${bill.blocked}`)}</strong>}
              </td>
              <td className="m-figures pr-day">{date(bill.dueOn)}</td>
              <td className="m-figures m-end">
                {money(bill.open - bill.discount, bill.currency)}
                {bill.discount > 0 ? (
                  <p className="m-quiet">
                    {t('paymentRuns.prepare.withDiscount', {
                      amount: money(bill.discount, bill.currency),
                      day: date(bill.discountUntil),
                    })}
                  </p>
                ) : null}
              </td>
            </tr>
          ))}
        </PageTable>
      ) : null}
      <p role="status">
        {t('paymentRuns.prepare.sum', { n: chosen.length, amount: money(sum, 'EUR') })}
        {lacking === null ? null : ` · ${t(`paymentRuns.prepare.${lacking}`)}`}
      </p>
    </Modal>
  );
}
