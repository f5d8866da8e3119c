import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { z } from 'zod';
import type { InviteAnswer } from '#contract/access/session';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { formatInstant } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';
import './invite.css';

type Invitation = z.infer<typeof InviteAnswer>;

/** Invites an account that has no password yet: by mail, or by a link that is shown once. */
export function InviteDialog({ rows, onClose }: Pick<DialogProps, 'rows' | 'onClose'>) {
  const call = useCall();
  const t = useT();
  const [made, setMade] = useState<Invitation | null>(null);
  const [busy, setBusy] = useState<'mail' | 'link' | null>(null);
  const [copied, setCopied] = useState(false);
  const [row] = rows;
  const name = String(row?.['name'] ?? '');
  const account = String(row?.['account'] ?? '');

  const invite = async (by: 'mail' | 'link'): Promise<void> => {
    setBusy(by);
    try {
      setMade(await call<Invitation>('POST', `/v0/users/${String(row?.['id'])}/invitation`, { body: { by } }));
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(null);
    }
  };
  const copy = (link: string) =>
    void navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );

  const footer = made ? (
    <Button type="primary" onClick={() => onClose(true)}>
      {t('buttons.close')}
    </Button>
  ) : (
    <>
      <Button loading={busy === 'link'} disabled={busy !== null} onClick={() => void invite('link')}>
        {t('users.invitation.link')}
      </Button>
      <Button type="primary" loading={busy === 'mail'} disabled={busy !== null} onClick={() => void invite('mail')}>
        {t('users.invitation.mail')}
      </Button>
    </>
  );

  return (
    <Modal open title={t('users.invitation.title', { name })} onCancel={() => onClose(made !== null)} footer={footer}>
      {!made && <p>{t('users.invitation.explain')}</p>}
      {made && made.link === null && <p role="status">{t('users.invitation.mailed', { account })}</p>}
      {made?.link && (
        <div role="status">
          <p>{t('users.invitation.copyHint', { name })}</p>
          <p>
            <code className="k-invite-link">{made.link}</code>
          </p>
          {window.isSecureContext && (
            <Button onClick={() => copy(made.link ?? '')}>{t(copied ? 'users.invitation.copied' : 'users.invitation.copy')}</Button>
          )}
        </div>
      )}
      {made && <p>{t('users.invitation.until', { date: formatInstant(made.expiresAt) })}</p>}
    </Modal>
  );
}
