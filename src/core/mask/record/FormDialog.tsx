import Modal from 'antd/es/modal';
import { type ReactNode, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import '../list/action-dialog.css';
import { isNothing, type Row } from '../kinds/kind.ts';
import { Whole } from '../kinds/Whole.tsx';
import { ListSkeleton } from '../list/states.tsx';
import { AskForm } from './AskForm.tsx';
import { startOf } from './start-values.ts';

type Props = {
  title: string;
  /** The button that sends; by default the title. */
  okText?: string;
  /** What the call is about. */
  subject?: ReactNode;
  /** What the call does, above the fields. */
  children?: ReactNode;
  /** Null while they are not known yet. */
  fields: Record<string, FieldSpec> | null;
  /** What the fields hold when the dialog opens, where that is not their default. */
  start?: Row;
  /** Whether these values can be sent; required fields are always asked for. */
  ready?: (values: Row) => boolean;
  /** Makes the call. It may be repeated with the same `intent`. What it throws is shown, each fault at its field. */
  send: (values: Row, intent: string) => Promise<void>;
  onClose: (changed: boolean) => void;
};

/** Asks for the values of one call and makes it. Stays open, with what was typed, until the call succeeds. */
export function FormDialog({ title, okText = title, subject, children, fields, start, ready, send, onClose }: Props) {
  const t = useT();
  const [typed, setTyped] = useState<Row | null>(null);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  // The defaults may come later than the dialog, with the fields.
  const values = typed ?? { ...startOf(fields ?? {}), ...start };
  const isMissing = (value: unknown): boolean => isNothing(value) || (typeof value === 'string' && value.trim() === '');
  const isReady =
    fields !== null &&
    Object.entries(fields).every(([name, spec]) => !spec.required || !isMissing(values[name])) &&
    (ready === undefined || ready(values));
  const others = errors.filter(({ path }) => !Object.hasOwn(fields ?? {}, path));

  async function run(): Promise<void> {
    setBusy(true);
    try {
      await send(values, intent);
      onClose(true);
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      className="m-ask"
      title={<Whole text={title} />}
      okText={okText}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      {subject ? <p className="m-subject">{subject}</p> : null}
      {children}
      {fields === null ? (
        <ListSkeleton rows={3} />
      ) : (
        <AskForm
          fields={fields}
          values={values}
          errors={errors}
          onChange={(next) => {
            setErrors([]);
            setTyped(next);
          }}
        />
      )}
      {others.map(({ path, rule, params }) => (
        <p key={path} className="m-fault" role="alert">
          {t(`rules.${rule}`, params)}
        </p>
      ))}
    </Modal>
  );
}
