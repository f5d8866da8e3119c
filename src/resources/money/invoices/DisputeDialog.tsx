import type { FieldSpec } from '#contract/core/mask';
import type { InvoiceLine } from '#contract/money/invoices';
import { lineNet } from '#contract/money/sums';
import { useConfirmText } from '../../../core/mask/confirm-text.ts';
import { titleOf } from '../../../core/mask/data.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { FormDialog } from '../../../core/mask/record/FormDialog.tsx';
import { showNotice } from '../../../providers/feedback.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

type Document = { currency: 'EUR' | 'USD'; lines: InvoiceLine[] };

/** Disputes a line of an invoice, which is chosen by its text and amount. */
export function DisputeDialog({ mask, rows, onClose }: DialogProps) {
  const t = useT();
  const call = useCall();
  const { money } = useFormat();
  const confirmText = useConfirmText(mask);
  const [row = {}] = rows;
  const id = asText(row['id']);
  const path = `/v0/invoices/${encodeURIComponent(id)}`;
  const { data } = useRead<Document>(path, { queryKey: ['data', 'default', 'invoices', 'lines', id] });

  const fieldsOf = ({ lines, currency }: Document): Record<string, FieldSpec> => ({
    line: {
      kind: 'choice',
      label: 'invoices.ask.line',
      required: true,
      ...(lines.length === 1 ? { default: '1' } : {}),
      options: lines.map((line, at) => {
        const label = `${at + 1} · ${line.text} · ${money(lineNet(line, currency), currency)}`;
        return { value: String(at + 1), label: { en: label, de: label, cn: label } };
      }),
    },
    reason: { kind: 'text', label: 'invoices.ask.reason', required: true, multiline: true, maxLength: 1000 },
    amount: { kind: 'decimal', label: 'invoices.ask.amount', scale: 2, min: 1, help: 'invoices.help.disputeAmount' },
  });
  async function send(values: Row, intent: string): Promise<void> {
    const body = { line: Number(values['line']), reason: values['reason'], amount: values['amount'] ?? null };
    await call('POST', `${path}/dispute`, { body, intent, handles: ['InvalidInput'] });
    showNotice({ kind: 'success', title: confirmText('chargeDisputes.done.open', [row]) });
  }
  return (
    <FormDialog
      title={t('chargeDisputes.actions.open')}
      subject={titleOf(row)}
      fields={data ? fieldsOf(data) : null}
      send={send}
      onClose={onClose}
    />
  );
}
