import Modal from 'antd/es/modal';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec, Mask } from '#contract/core/mask';
import { COMMANDS, type CommandName, type CommandSpec } from '#contract/orders/actions';
import { BLOCKER_KINDS } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import { useConfirmText } from '../../../core/mask/confirm-text.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { fieldErrors } from '../../../providers/call-error.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed } from '../../../providers/user.ts';
import { readHistory, useHistoryReload } from './order-history.ts';

/** Commands whose input needs more than a list of fields. */
const DIALOGS: Partial<Record<CommandName, ComponentType<DialogProps>>> = {
  correctAddress: lazyPart(async () => (await import('./AddressDialog.tsx')).AddressDialog),
  requestRetour: lazyPart(async () => (await import('./ReturnDialog.tsx')).ReturnDialog),
};

/** The command that reverses a command, offered for a while after it ran. */
const BACK: Partial<Record<CommandName, CommandName>> = { holdOn: 'resolve', finish: 'reopen' };
/** The command that usually follows a command. It is offered if it may run now. */
const NEXT: Partial<Record<CommandName, CommandName>> = { acceptDifference: 'finish' };
/** A hold and a cancellation have their own commands. */
const RAISED = BLOCKER_KINDS.filter((kind) => kind !== 'hold' && kind !== 'cancelRequested');

function asked(command: CommandName): Record<string, FieldSpec> {
  const spec: CommandSpec = COMMANDS[command];
  const blocker: FieldSpec = {
    kind: 'choice',
    label: 'tasks.fields.blocker',
    required: true,
    options: RAISED.map((value) => ({ value, label: TASK_TEXTS.blocker(value) })),
  };
  const reason: FieldSpec = {
    kind: 'text',
    label: 'tasks.ask.reason',
    required: spec.reason === 'required',
    multiline: true,
    maxLength: 500,
  };
  return { ...(command === 'raise' ? { blocker } : {}), ...(spec.reason === 'none' ? {} : { reason }) };
}

type AskProps = { mask: Mask; row: Row; command: CommandName; given: Row; onClose: () => void; onRun: (values: Row) => Promise<void> };

function AskDialog({ mask, row, command, given, onClose, onRun }: AskProps) {
  const t = useT();
  const confirmText = useConfirmText(mask);
  const [values, setValues] = useState<Row>({});
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const fields = Object.fromEntries(Object.entries(asked(command)).filter(([name]) => !(name in given)));
  const missing = Object.entries(fields).some(([name, spec]) => spec.required && asText(values[name]).trim() === '');
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await onRun({ ...given, ...values });
    } catch (error) {
      setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t(TASK_TEXTS.command(command))}
      okText={t(TASK_TEXTS.command(command))}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ danger: COMMANDS[command].danger, disabled: missing }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {COMMANDS[command].danger ? (
        <p>{confirmText(TASK_TEXTS.confirmation(command), [row])}</p>
      ) : (
        <p className="m-subject">{[row['no'], row['refOrderId']].map(asText).filter(Boolean).join(' · ')}</p>
      )}
      <AskForm fields={fields} values={values} errors={errors} onChange={setValues} />
    </Modal>
  );
}

/** Runs a command on a task after asking for its fields. Shows the result and offers to undo it. */
export function useCommand(mask: Mask, row: Row): { run: (command: CommandName, given?: Row) => void; host: ReactNode } {
  const call = useCall();
  const t = useT();
  const confirmText = useConfirmText(mask);
  const id = asText(row['id']);
  const reloadHistory = useHistoryReload(id);
  const [pending, setPending] = useState<{ command: CommandName; given: Row; intent: string } | null>(null);

  const allowedNext = async (command: CommandName): Promise<CommandName | null> => {
    const next = NEXT[command];
    if (!next || !allowed(`tasks.${COMMANDS[next].privilege}`)) return null;
    // Without an answer nothing is offered; the command is also among the buttons of the page.
    const history = await readHistory(id).catch(() => null);
    return history?.commands.some((one) => one.command === next && one.refusal === null) ? next : null;
  };
  const send = async (command: CommandName, body: Row, intent: string): Promise<void> => {
    await call('POST', `/v0/tasks/${encodeURIComponent(id)}/command/${command}`, { body, intent });
    setPending(null);
    reloadHistory();
    const back = BACK[command];
    const next = await allowedNext(command);
    const offered = back ? { command: back, label: t('taskPage.undo') } : next && { command: next, label: t(TASK_TEXTS.command(next)) };
    showNotice({
      kind: 'success',
      title: confirmText(TASK_TEXTS.done(command), [row]),
      ...(offered
        ? {
            seconds: 10,
            action: { label: offered.label, run: () => void send(offered.command, {}, newIntent()).catch(() => undefined) },
          }
        : {}),
    });
  };
  const run = (command: CommandName, given: Row = {}): void => {
    const intent = newIntent();
    const danger: boolean = COMMANDS[command].danger;
    const asks = Object.keys(asked(command)).some((name) => !(name in given));
    if (DIALOGS[command] || asks || danger) setPending({ command, given, intent });
    // The call already showed the error. The page is unchanged.
    else send(command, given, intent).catch(() => undefined);
  };
  const close = (changed: boolean): void => {
    setPending(null);
    if (changed) reloadHistory();
  };
  const Dialog = pending ? DIALOGS[pending.command] : undefined;
  const host = pending ? (
    Dialog ? (
      <Dialog mask={mask} rows={[row]} onClose={close} />
    ) : (
      <AskDialog
        command={pending.command}
        given={pending.given}
        mask={mask}
        row={row}
        onClose={() => setPending(null)}
        onRun={(values) => send(pending.command, values, pending.intent)}
      />
    )
  ) : null;
  return { run, host };
}
