import Input from 'antd/es/input';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import Modal from 'antd/es/modal';
import { useEffect, useId, useRef, useState } from 'react';
import { mayOpen } from '../../providers/access.ts';
import { showNotice } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import { upload } from '../../providers/request.ts';
import { recordPath } from '../../providers/routes.ts';
import { useIntent } from '../../providers/use-intent.ts';
import { useInvalidate, useSaveRow } from '../mask/data.ts';
import { asText } from '../mask/kinds/kind.ts';
import { useReportArea } from './area.ts';
import { collectDiagnostics } from './diagnostics.ts';
import { type Mark, markedFile } from './marks.ts';
import { PictureEditor } from './PictureEditor.tsx';
import { takeScreen } from './take-picture.ts';
import './report.css';

const TITLE_MAX = 150;
const TEXT_MAX = 4_000;
/** The title of the record: the first line of the text. */
const titleOf = (text: string): string => (text.trim().split('\n')[0] ?? '').slice(0, TITLE_MAX);

/** A picture of the screen before the dialog opened. `null` while it is taken, `'none'` if that is not possible. */
function useScreen(): HTMLCanvasElement | 'none' | null {
  const [screen, setScreen] = useState<HTMLCanvasElement | 'none' | null>(null);
  useEffect(function take() {
    let gone = false;
    const show = (next: HTMLCanvasElement | 'none'): void => {
      if (!gone) setScreen(next);
    };
    takeScreen().then(show, () => show('none'));
    return () => {
      gone = true;
    };
  }, []);
  return screen;
}

/** Reports a problem with a picture of the screen. If sending fails, the dialog stays open. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const fieldId = useId();
  const area = useReportArea();
  const save = useSaveRow();
  const invalidate = useInvalidate();
  const screen = useScreen();
  const field = useRef<TextAreaRef>(null);
  const [diagnostics] = useState(collectDiagnostics);
  const [text, setText] = useState('');
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [hasPicture, setHasPicture] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const intentOf = useIntent();
  if (area === null) return null;
  if (screen === null)
    return (
      <p className="r-taking" role="status" data-html2canvas-ignore>
        {t('shell.report.taking')}
      </p>
    );
  const picture = screen === 'none' || !hasPicture ? null : screen;

  const send = async (): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      // If the file is sent again, the server recognises it and stores it once.
      const file = picture ? await upload('image', await markedFile(picture, marks)) : null;
      const words = area === 'tickets' ? { subject: titleOf(text), topic: 'other' } : { title: titleOf(text), kind: 'bug' };
      const values = { ...words, text: text.trim(), picture: file?.id ?? null, diagnostics };
      const row = await save(area, null, values, { intent: intentOf(JSON.stringify(values)) });
      await invalidate(area);
      const path = recordPath(area, asText(row['id']), mayOpen);
      showNotice({
        kind: 'success',
        title: t('shell.report.sent', { no: asText(row['no']) }),
        ...(path ? { action: { label: t('shell.report.show'), href: path } } : {}),
      });
      onClose();
    } catch {
      // The call already showed the error.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={1000}
      title={t('shell.report.open')}
      okText={t('shell.report.send')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: text.trim() === '' }}
      confirmLoading={busy}
      maskClosable={false}
      afterOpenChange={(open) => open && field.current?.focus()}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="r-report">
        <label htmlFor={fieldId}>{t('shell.report.text')}</label>
        <Input.TextArea
          ref={field}
          id={fieldId}
          rows={3}
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {screen === 'none' ? (
          <p role="alert">{t('shell.report.noPicture')}</p>
        ) : (
          <>
            <label className="r-with">
              <input type="checkbox" checked={hasPicture} onChange={() => setHasPicture(!hasPicture)} />
              {t('shell.report.withPicture')}
            </label>
            {hasPicture ? (
              <>
                <p className="m-quiet">{t('shell.report.hint')}</p>
                <PictureEditor picture={screen} marks={marks} onChange={setMarks} />
              </>
            ) : null}
          </>
        )}
        <details>
          <summary>{t('shell.report.details')}</summary>
          <pre>{diagnostics}</pre>
        </details>
        {failed ? <p role="alert">{t('shell.report.failed')}</p> : null}
      </div>
    </Modal>
  );
}
