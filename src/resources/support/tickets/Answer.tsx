import Button from 'antd/es/button';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, use, useId, useRef, useState } from 'react';
import { FileButton } from '../../../core/mask/inputs/FileButton.tsx';
import { AtFoot, RecordFoot } from '../../../core/mask/record/AtFoot.tsx';
import { usePhone } from '../../../core/mask/use-room.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';
import { useIntent } from '../../../providers/use-intent.ts';
import { allowed } from '../../../providers/user.ts';
import { AttachmentList } from './AttachmentList.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';
import type { useAttachments } from './use-attachments.ts';

type Props = { id: string; house: boolean; attachments: ReturnType<typeof useAttachments>; onSent: () => Promise<unknown> };

/** The field for the next message, with its files. Files can be chosen, dropped or pasted. */
export function Answer({ id, house, attachments, onSent }: Props) {
  const call = useCall();
  const t = useT();
  const inputId = useId();
  const intentOf = useIntent();
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(false);
  const [sent, setSent] = useState(0);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [picking, setPicking] = useState(false);
  const hasTemplates = house && allowed('answerTemplates.read');
  const { items, add, again, remove, clear, ids, pending } = attachments;

  const nothing = text.trim() === '' && ids.length === 0;
  // The field may be far below what is read, so the foot of a phone leads to it.
  const asks = usePhone() && use(RecordFoot) !== null;

  const send = async (): Promise<void> => {
    const body = { text, internal, files: ids };
    setBusy(true);
    try {
      // Counted, so that the same words can be sent twice, but a repeated call cannot.
      await call('POST', `/v0/tickets/${encodeURIComponent(id)}/messages`, { body, intent: intentOf(JSON.stringify([sent, body])) });
      setText('');
      setSent(sent + 1);
      clear();
      await onSent();
    } catch {
      // The call already showed the error. The typed text stays.
    } finally {
      setBusy(false);
    }
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add(event.clipboardData.files);
  };
  /** Puts a template where the cursor is. It can be edited before it is sent. */
  const insert = (words: string): void => {
    const at = field.current?.selectionStart ?? text.length;
    setText(text.slice(0, at) + words + text.slice(field.current?.selectionEnd ?? at));
    leave();
  };
  const leave = (): void => {
    setPicking(false);
    // After the picker is gone, which had the focus.
    setTimeout(() => field.current?.focus());
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, value } = event.currentTarget;
    const startsLine = selectionStart === 0 || value[selectionStart - 1] === '\n';
    if (event.key !== '/' || !startsLine || !hasTemplates) return;
    event.preventDefault();
    setPicking(true);
  };
  return (
    <div className="k-answer">
      <label htmlFor={inputId}>{t(internal ? 'tickets.page.note' : 'tickets.page.answer')}</label>
      <textarea
        id={inputId}
        className="m-input"
        rows={4}
        maxLength={4000}
        value={text}
        ref={field}
        onPaste={paste}
        onKeyDown={press}
        onChange={(event) => setText(event.target.value)}
      />
      {picking ? <TemplatePicker ticketId={id} onPick={insert} onClose={leave} /> : null}
      {hasTemplates ? <p className="m-quiet">{t('tickets.templates.hint')}</p> : null}
      <AttachmentList items={items} onAgain={again} onRemove={remove} />
      <div className="k-answer-foot">
        <FileButton onFile={(file) => add([file])}>{t('tickets.files.add')}</FileButton>
        {hasTemplates ? <Button onClick={() => setPicking(true)}>{t('tickets.templates.open')}</Button> : null}
        {house ? (
          <label>
            <input type="checkbox" className="m-check" checked={internal} onChange={(event) => setInternal(event.target.checked)} />{' '}
            {t('tickets.page.onlyUs')}
          </label>
        ) : null}
        <AtFoot>
          {asks && nothing ? (
            <Button type="primary" onClick={() => field.current?.focus()}>
              {t('tickets.page.write')}
            </Button>
          ) : (
            <Button type="primary" loading={busy} disabled={pending || nothing} onClick={() => void send()}>
              {t('tickets.page.send')}
            </Button>
          )}
        </AtFoot>
      </div>
    </div>
  );
}

/** Handlers of a part of the page onto which files may be dropped. */
export const dropTarget = (add: (files: FileList) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  },
});
