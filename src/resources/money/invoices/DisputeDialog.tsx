import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { InvoiceLine } from '#contract/money/invoices';
import { lineNet } from '#contract/money/sums';
import { useConfirmText } from '../../../core/mask/confirm-text.ts';
import { titleOf } from '../../../core/mask/data.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton } from '../../../core/mask/list/states.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

type Document = { currency: 'EUR' | 'USD'; lines: InvoiceLine[] };

/** Disputes a line of an invoice, which is chosen by its text and amount. */
export function DisputeDialog({ mask, rows, onClose }: DialogProps) {
  const t = useT();
  const call = useCall();
  const { money } = useFormat();
  const confirmText = useConfirmText(mask);
  const [row = {}] = rows;
  const path = `/v0/invoices/${encodeURIComponent(asText(row['id']))}`;
  const { data } = useRead<Document>(path, { queryKey: ['data', 'default', 'invoices', 'lines', asText(row['id'])] });
  const [values, setValues] = useState<Row>({});
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);

  const options = (data?.lines ?? []).map((line, at) => {
    const label = `${at + 1} · ${line.text} · ${money(lineNet(line, data?.currency ?? 'EUR'), data?.currency ?? 'EUR')}`;
    return { value: String(at + 1), label: { en: label, de: label, cn: label } };
  });
  const fields: Record<string, FieldSpec> = {
    line: { kind: 'choice', label: 'invoices.ask.line', required: true, options },
    reason: { kind: 'text', label: 'invoices.ask.reason', required: true, multiline: true, maxLength: 1000 },
    amount: { kind: 'decimal', label: 'invoices.ask.amount', scale: 2, min: 1, help: 'invoices.help.disputeAmount' },
  };
  const isReady = asText(values['line']) !== '' && asText(values['reason']).trim() !== '';

  async function send(): Promise<void> {
    setBusy(true);
    try {
      const body = { line: Number(values['line']), reason: values['reason'], amount: values['amount'] ?? null };
      await call('POST', `${path}/dispute`, { body, intent, handles: ['InvalidInput'] });
      onClose(true);
      showNotice({ kind: 'success', title: confirmText('chargeDisputes.done.open', [row]) });
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={t('chargeDisputes.actions.open')}
      okText={t('chargeDisputes.actions.open')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      <p className="m-subject">{titleOf(row)}</p>
      {data ? (
        <AskForm
          fields={fields}
          values={values}
          errors={errors}
          onChange={(next) => {
            setErrors([]);
            setValues(next);
          }}
        />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Modal>
  );
}
