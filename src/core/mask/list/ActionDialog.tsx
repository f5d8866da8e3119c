import Modal from 'antd/es/modal';
import { useId, useMemo, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { Mask, Text } from '#contract/core/mask';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useConfirmText } from '../confirm-text.ts';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { AskForm } from '../record/AskForm.tsx';
import { startOf } from '../record/start-values.ts';
import type { Action } from './actions.ts';

const ROWS: Text = { en: '{{row}}', cn: '{{row}}', de: '{{row}}' };

type Props = { mask: Mask; action: Action; rows: readonly Row[]; onCancel: () => void; onRun: (asked: Row) => Promise<void> };

type Told = Pick<Props, 'action' | 'rows'> & { confirmText: ReturnType<typeof useConfirmText> };

/** The effect of the action and the rows it affects. Only the rows if the dialog just asks for values. */
function Consequence({ action, rows, confirmText }: Told) {
  const t = useMaskT();
  if (action.confirmText) return <p>{confirmText(action.confirmText, rows)}</p>;
  if (action.confirm) return <p>{t(`confirm.${action.confirm}.text`)}</p>;
  return rows.length > 0 ? <p className="m-subject">{confirmText(ROWS, rows)}</p> : null;
}

/** Confirms an action with its effect and rows. A purge requires typing a word, because it cannot be undone. */
export function ActionDialog({ mask, action, rows, onCancel, onRun }: Props) {
  const t = useMaskT();
  const text = useText();
  const confirmText = useConfirmText(mask);
  const inputId = useId();
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = action.kind === 'mask' ? action.spec.ask : undefined;
  const [asked, setAsked] = useState<Row>(() => startOf(ask ?? {}));
  const [errors, setErrors] = useState<FieldError[]>([]);
  const typedWord = action.confirm === 'purge' ? t('confirm.purge.word') : '';
  const missing = useMemo(
    () => Object.entries(ask ?? {}).some(([name, spec]) => spec.required && (asked[name] ?? '') === ''),
    [ask, asked],
  );

  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await onRun(asked);
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={action.confirm && !action.confirmText ? confirmText(`mask.confirm.${action.confirm}.title`, rows) : text(action.label)}
      okText={text(action.label)}
      cancelText={t('cancel')}
      okButtonProps={{ danger: action.danger, disabled: missing || (typedWord !== '' && word.trim() !== typedWord) }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onCancel}
    >
      <Consequence action={action} rows={rows} confirmText={confirmText} />
      {typedWord === '' ? null : (
        <label htmlFor={inputId} className="m-stack">
          {t('confirm.purge.type', { word: typedWord })}
          <input id={inputId} className="m-input" autoComplete="off" value={word} onChange={(event) => setWord(event.target.value)} />
        </label>
      )}
      {ask ? (
        <AskForm fields={ask} values={asked} beside={rows.length === 1 ? rows[0] : undefined} errors={errors} onChange={setAsked} />
      ) : null}
    </Modal>
  );
}
