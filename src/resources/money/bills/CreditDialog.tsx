import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { useInvalidate } from '../../../core/mask/data.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { useFields } from '../../../core/mask/field-context.ts';
import { inputOf } from '../../../core/mask/inputs/registry.tsx';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import { type CreditableLine, lineText } from './credit-lines.ts';

type Creditable = { currency: string; left: number; lines: CreditableLine[] };
const { Input } = inputOf({ kind: 'money' });

const HEAD: Record<string, FieldSpec> = {
  theirNo: { kind: 'text', label: 'bills.credit.theirNo', required: true, mono: true, maxLength: 40 },
  billDate: { kind: 'date', label: 'bills.credit.date', required: true },
  reason: { kind: 'text', label: 'bills.credit.reason', required: true, multiline: true, maxLength: 1000 },
  file: { kind: 'file', label: 'bills.fields.file', visibility: 'intern' },
};

/** Enters a credit of a bill: an amount for each line, at most what the bill still charges. */
export function CreditDialog({ rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const locale = useLocale();
  const field = useFields();
  const invalidate = useInvalidate();
  const [bill = {}] = rows;
  const id = asText(bill['id']);
  const [values, setValues] = useState<Row>({});
  const [amounts, setAmounts] = useState<Record<string, number | null>>({});
  const [unread, setUnread] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  const found = useRead<Creditable>(`/v0/bills/${encodeURIComponent(id)}/creditable`, {
    queryKey: ['bills', 'creditable', id],
    gcTime: 0,
  }).data;

  const lines = found?.lines.filter(({ left }) => left > 0) ?? [];
  const wanted = lines.filter((line) => (amounts[line.id] ?? 0) > 0);
  const isAbove = (line: CreditableLine): boolean => (amounts[line.id] ?? 0) > line.left;
  const isReady =
    wanted.length > 0 &&
    !lines.some(isAbove) &&
    Object.keys(unread).length === 0 &&
    ['theirNo', 'billDate', 'reason'].every((name) => asText(values[name]).trim() !== '');
  const currency = found?.currency ?? 'EUR';
  const spec = { kind: 'money', label: 'bills.credit.amount', currency } as FieldSpec & { kind: 'money' };
  const others = errors.filter(({ path }) => !(path in HEAD));

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { ...values, lines: wanted.map((line) => ({ lineId: line.id, amount: amounts[line.id] })) };
      await call('POST', `/v0/bills/${encodeURIComponent(id)}/credit`, { body, intent, handles: ['InvalidInput'] });
      await invalidate('bills');
      onClose(true);
      showNotice({ kind: 'success', title: t('bills.credit.done', { no: asText(values['theirNo']) }) });
    } catch (error) {
      setErrors(fieldErrors(error).map((one) => (one.path === 'remark' ? { ...one, path: 'reason' } : one)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={t('bills.actions.credit')}
      okText={t('bills.credit.save')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      <p className="m-subject">{asText(bill['theirNo'])}</p>
      {!found ? <ListSkeleton rows={3} /> : null}
      {found && lines.length === 0 ? <p>{t('bills.credit.nothing')}</p> : null}
      {lines.length > 0 ? (
        <>
          <AskForm
            fields={HEAD}
            values={values}
            errors={errors}
            onChange={(next) => {
              setErrors([]);
              setValues(next);
            }}
          />
          <p className="m-quiet">{t('bills.credit.hint')}</p>
          <PageTable
            label={t('bills.actions.credit')}
            columns={['line', 'billed', 'left', 'amount'].map((name) => ({ label: t(`bills.credit.${name}`) }))}
            hasCards
          >
            {lines.map((line) => {
              const { [line.id]: _, ...rest } = unread;
              return (
                <tr key={line.id}>
                  <td>{lineText(line)}</td>
                  <td className="m-figures" data-label={t('bills.credit.billed')}>
                    {formatMoney(line.net, currency, locale)}
                  </td>
                  <td className="m-figures" data-label={t('bills.credit.left')}>
                    {formatMoney(line.left, currency, locale)}
                  </td>
                  <td data-label={t('bills.credit.amount')}>
                    <label>
                      <span className="m-hidden">{t('bills.credit.amountOf', { line: line.text })}</span>
                      <Input
                        field={field('amount', spec, {})}
                        id={`credit-${line.id}`}
                        value={amounts[line.id] ?? null}
                        unread={unread[line.id]}
                        invalid={isAbove(line) || line.id in unread}
                        describedBy={undefined}
                        disabled={false}
                        onChange={(value) => {
                          setErrors([]);
                          setUnread(rest);
                          setAmounts({ ...amounts, [line.id]: asNumber(value) });
                        }}
                        onUnread={(text) => setUnread({ ...unread, [line.id]: text })}
                        onLabels={() => undefined}
                      />
                    </label>
                    {isAbove(line) ? (
                      <p className="m-fault">{t('rules.aboveCreditable', { max: formatMoney(line.left, currency, locale) })}</p>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </PageTable>
          {others.map(({ path, rule, params }) => (
            <p key={path} className="m-fault" role="alert">
              {t(`rules.${rule}`, params)}
            </p>
          ))}
        </>
      ) : null}
    </Modal>
  );
}
