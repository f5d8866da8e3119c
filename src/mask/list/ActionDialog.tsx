import Modal from 'antd/es/modal';
import { useId, useMemo, useState } from 'react';
import type { FieldError } from '#contract/envelope';
import type { Mask } from '#contract/mask';
import { fieldErrors } from '../../providers/call-error.ts';
import { titleOf } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { AskForm } from '../record/AskForm.tsx';
import { startOf } from '../record/start-values.ts';
import type { Action } from './actions.ts';

type Props = { mask: Mask; action: Action; rows: readonly Row[]; onCancel: () => void; onRun: (asked: Row) => Promise<void> };

/** Says what will happen to what. A permanent delete wants the word typed, because nothing brings the rows back. */
export function ActionDialog({ mask, action, rows, onCancel, onRun }: Props) {
  const t = useMaskT();
  const text = useText();
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
  const names = rows.slice(0, 3).map((row) => titleOf(row));
  const subject = rows.length > 3 ? t('confirm.more', { names: names.join(', '), n: rows.length - 3 }) : names.join(', ');

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
      title={action.confirm ? t(`confirm.${action.confirm}.title`, { n: rows.length, title: text(mask.title) }) : text(action.label)}
      okText={text(action.label)}
      cancelText={t('cancel')}
      okButtonProps={{ danger: action.danger, disabled: missing || (typedWord !== '' && word.trim() !== typedWord) }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onCancel}
    >
      {action.confirm ? <p>{t(`confirm.${action.confirm}.text`, { n: rows.length })}</p> : null}
      {subject ? <p className="m-subject">{subject}</p> : null}
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
