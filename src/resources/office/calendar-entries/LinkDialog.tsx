import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { showToast } from '../../../providers/feedback.ts';
import { formatInstant } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

type Link = { createdAt: string; readAt: string | null } | null;
const LINK = ['data', 'default', 'calendar', 'link'];

/** The secret link under which a calendar program reads the calendar. It is shown once, when it is made. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  const call = useCall();
  const t = useT();
  const client = useQueryClient();
  const query = useRead<Link>('/v0/calendar/link', { queryKey: LINK });
  const [path, setPath] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [copied, setCopied] = useState(false);
  const url = path === null ? '' : new URL(path, window.location.origin).href;
  const link = query.data ?? null;
  const run = async (write: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await write();
      await client.invalidateQueries({ queryKey: LINK });
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  const make = async (): Promise<void> => {
    setPath((await call<{ path: string }>('POST', '/v0/calendar/link', { body: {} })).path);
    setCopied(false);
  };
  const stop = async (): Promise<void> => {
    await call('DELETE', '/v0/calendar/link');
    setPath(null);
    showToast('success', t('calendarEntries.link.ended'));
  };
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const state = link
    ? `${t('calendarEntries.link.since', { day: formatInstant(link.createdAt) })} ${link.readAt ? t('calendarEntries.link.read', { at: formatInstant(link.readAt) }) : t('calendarEntries.link.unread')}`
    : t('calendarEntries.link.none');
  return (
    <Modal
      open
      title={t('calendarEntries.link.title')}
      onCancel={onClose}
      footer={[
        ...(link
          ? [
              <Button key="stop" danger disabled={busy} onClick={() => void run(stop)}>
                {t('calendarEntries.link.stop')}
              </Button>,
            ]
          : []),
        <Button
          key="make"
          type={path === null ? 'primary' : 'default'}
          loading={busy}
          disabled={query.isLoading}
          onClick={() => void run(make)}
        >
          {t(link ? 'calendarEntries.link.renew' : 'calendarEntries.link.make')}
        </Button>,
      ]}
    >
      <p>{t('calendarEntries.link.text')}</p>
      {path === null ? (
        <p className="m-quiet">
          {query.isSuccess ? state : ''} {link ? t('calendarEntries.link.renewHint') : ''}
        </p>
      ) : (
        <div role="status">
          <p>
            <b>{t('calendarEntries.link.once')}</b>
          </p>
          <div className="c-link">
            <Input readOnly value={url} aria-label={t('calendarEntries.link.title')} onFocus={({ target }) => target.select()} />
            {window.isSecureContext ? (
              <Button onClick={copy}>{t(copied ? 'calendarEntries.link.copied' : 'calendarEntries.link.copy')}</Button>
            ) : null}
          </div>
        </div>
      )}
    </Modal>
  );
}
