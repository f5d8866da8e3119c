import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { RETURN_REASONS, type ReturnReason } from '#contract/orders/returns';
import { TASK_TEXTS } from '#contract/orders/texts';
import { useConfirmText } from '../../../core/mask/confirm-text.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton } from '../../../core/mask/list/states.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import { type HistoryLine, useOrderHistory } from './order-history.ts';
import './task.css';

const REMARK: Record<string, FieldSpec> = {
  reason: { kind: 'text', label: 'taskPage.return.remark', multiline: true, maxLength: 500 },
};
/** Pieces as typed, and why they come back. */
type Choice = { qty: string; reason: ReturnReason | '' };
type LineProps = { line: HistoryLine; choice: Choice; fault: string | null; onChange: (part: Partial<Choice>) => void };

const countOf = ({ qty }: Choice): number => (/^\d+$/.test(qty.trim()) ? Number(qty) : Number.NaN);

function ReturnLine({ line, choice, fault, onChange }: LineProps) {
  const t = useT();
  const { number } = useFormat();
  const { sku } = line;
  return (
    <tr>
      <td>
        <span className="m-mono">{sku}</span>
        <span className="t-name">{line.name}</span>
        {fault ? <p className="m-fault">{fault}</p> : null}
      </td>
      <td className="t-qty m-figures">{number(line.returnable)}</td>
      <td className="t-qty">
        <input
          className="m-input m-input-end"
          inputMode="numeric"
          aria-label={t('taskPage.return.qtyOf', { sku })}
          aria-invalid={fault !== null}
          value={choice.qty}
          onChange={(event) => onChange({ qty: event.target.value })}
        />
      </td>
      <td>
        <select
          className="m-select"
          aria-label={t('taskPage.return.reasonOf', { sku })}
          value={choice.reason}
          onChange={(event) => onChange({ reason: event.target.value as Choice['reason'] })}
        >
          <option value="">{t('taskPage.return.choose')}</option>
          {RETURN_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {t(TASK_TEXTS.returnReason(reason))}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}

/** Requests the return of pieces of an order: how many of each line, and why. */
export function ReturnDialog({ mask, rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const confirmText = useConfirmText(mask);
  const [task = {}] = rows;
  const id = asText(task['id']);
  const history = useOrderHistory(id).data;
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [values, setValues] = useState<Row>({});
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);

  const lines = history?.lines.filter(({ returnable }) => returnable > 0) ?? [];
  // A single line comes back as a whole unless it is changed; of several lines, few come back.
  const choiceOf = ({ id: lineId, returnable }: HistoryLine): Choice =>
    choices[lineId] ?? { qty: lines.length === 1 ? String(returnable) : '', reason: '' };
  const chosen = lines.filter((line) => choiceOf(line).qty.trim() !== '' && countOf(choiceOf(line)) !== 0);
  const isReady = chosen.length > 0 && chosen.every((line) => countOf(choiceOf(line)) > 0 && choiceOf(line).reason !== '');
  const faultOf = (line: HistoryLine): string | null => {
    const fault = errors.find(({ path }) => path.startsWith(`lines.${chosen.indexOf(line)}.`));
    const isBeyond = countOf(choiceOf(line)) > line.returnable;
    if (isBeyond) return t('rules.beyondShipped', { max: line.returnable });
    return fault ? t(`rules.${fault.rule}`, fault.params) : null;
  };
  const change = (line: HistoryLine, part: Partial<Choice>): void => {
    setErrors([]);
    setChoices({ ...choices, [line.id]: { ...choiceOf(line), ...part } });
  };

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = {
        ...values,
        lines: chosen.map((line) => ({ lineId: line.id, qty: countOf(choiceOf(line)), reason: choiceOf(line).reason })),
      };
      await call('POST', `/v0/tasks/${encodeURIComponent(id)}/command/requestRetour`, { body, intent, handles: ['InvalidInput'] });
      onClose(true);
      showNotice({ kind: 'success', title: confirmText(TASK_TEXTS.done('requestRetour'), [task]) });
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
      title={t(TASK_TEXTS.command('requestRetour'))}
      okText={t(TASK_TEXTS.command('requestRetour'))}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      <p className="m-subject">{[task['no'], task['refOrderId']].map(asText).filter(Boolean).join(' · ')}</p>
      {!history ? <ListSkeleton rows={3} /> : null}
      {history && lines.length === 0 ? <p>{t('taskPage.return.none')}</p> : null}
      {lines.length > 0 ? (
        <div className="t-order">
          <p className="m-quiet">{t('taskPage.return.hint')}</p>
          <table className="t-order-lines">
            <TableHead
              columns={[
                { label: t('taskPage.return.item') },
                { label: t('taskPage.return.open'), className: 't-qty' },
                { label: t('taskPage.return.qty'), className: 't-qty' },
                { label: t('taskPage.return.reason') },
              ]}
            />
            <tbody>
              {lines.map((line) => (
                <ReturnLine
                  key={line.id}
                  line={line}
                  choice={choiceOf(line)}
                  fault={faultOf(line)}
                  onChange={(part) => change(line, part)}
                />
              ))}
            </tbody>
          </table>
          <AskForm fields={REMARK} values={values} errors={[]} onChange={setValues} />
        </div>
      ) : null}
    </Modal>
  );
}
