import Modal from 'antd/es/modal';
import { useId, useMemo, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { Mask, Text } from '#contract/core/mask';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useConfirmText } from '../confirm-text.ts';
import { useFields, useMaskT, useText } from '../field-context.ts';
import { isNothing, type Row } from '../kinds/kind.ts';
import { Cell } from '../kinds/registry.tsx';
import { AskForm } from '../record/AskForm.tsx';
import { ShownValues } from '../record/ShownValues.tsx';
import { startOf } from '../record/start-values.ts';
import type { Action } from './actions.ts';
import './action-dialog.css';
import { Whole } from '../kinds/Whole.tsx';

const ROWS: Text = { en: '{{row}}', cn: '{{row}}', de: '{{row}}' };

type Props = { mask: Mask; action: Action; rows: readonly Row[]; onCancel: () => void; onRun: (asked: Row) => Promise<void> };

/** A confirmation in two parts: the question, which is the title of the dialog, and what follows from it. */
function partsOf(text: string): { question: string; effect: string } {
  const [, question = '', effect = text] = /^(.*[?？])\s*([^?？]*)$/s.exec(text) ?? [];
  return { question, effect };
}

/** Values of the record that the action is about. */
function Shown({ mask, action, rows }: Pick<Props, 'mask' | 'action' | 'rows'>) {
  const text = useText();
  const field = useFields();
  const [row] = rows;
  const names = action.kind === 'mask' && row && rows.length === 1 ? (action.spec.shows ?? []) : [];
  const listed = names.flatMap((name) => {
    const spec = mask.fields[name];
    return spec && row && !isNothing(row[name]) ? [{ name, spec, row }] : [];
  });
  if (listed.length === 0) return null;
  return (
    <ShownValues
      values={listed.map(({ name, spec, row: of }) => ({
        label: text(spec.label),
        value: <Cell value={of[name]} field={field(name, spec, of)} />,
      }))}
    />
  );
}

type ConsequenceProps = Pick<Props, 'action' | 'rows'> & { effect: string | null; confirmText: ReturnType<typeof useConfirmText> };

/** The effect of the action and the rows it affects. Only the rows if the dialog just asks for values. */
function Consequence({ action, rows, effect, confirmText }: ConsequenceProps) {
  const t = useMaskT();
  if (effect !== null)
    return effect === '' ? null : (
      <p>
        <Whole text={effect} />
      </p>
    );
  if (action.confirm) return <p>{t(`confirm.${action.confirm}.text`)}</p>;
  return rows.length > 0 ? (
    <p className="m-subject">
      <Whole text={confirmText(ROWS, rows)} />
    </p>
  ) : null;
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

  const confirmation = action.confirmText ? partsOf(confirmText(action.confirmText, rows)) : null;
  const title = action.confirm && !confirmation ? confirmText(`mask.confirm.${action.confirm}.title`, rows) : text(action.label);

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
      className="m-ask"
      title={confirmation?.question || title}
      okText={text(action.label)}
      cancelText={t('cancel')}
      okButtonProps={{ danger: action.danger, disabled: missing || (typedWord !== '' && word.trim() !== typedWord) }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onCancel}
    >
      <Shown mask={mask} action={action} rows={rows} />
      <Consequence action={action} rows={rows} effect={confirmation && confirmation.effect} confirmText={confirmText} />
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
