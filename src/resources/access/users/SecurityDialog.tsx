import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { SessionList, sessionsKey } from '../../../core/sessions/SessionList.tsx';
import { showToast } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';
import { useUser } from '../../../providers/user.ts';

/** As the schema of the call asks for. */
const MIN_REASON = 3;
const MAX_REASON = 200;

/** Sessions and second factor of another user: ends sessions, and removes the factor of somebody who lost the device and the codes. */
export function SecurityDialog({ rows, onClose }: Pick<DialogProps, 'rows' | 'onClose'>) {
  const call = useCall();
  const t = useT();
  const client = useQueryClient();
  const reader = useUser();
  const reasonId = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState<'end' | 'reset' | null>(null);
  const [row] = rows;
  const id = String(row?.['id']);
  const name = String(row?.['name'] ?? '');
  const path = `/v0/users/${id}/sessions`;
  const hasFactor = row?.['hasTotp'] === true;
  const isOwn = reader?.id === id;

  const run = async (what: 'end' | 'reset', change: () => Promise<unknown>, done: () => void): Promise<void> => {
    setBusy(what);
    try {
      await change();
      done();
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(null);
    }
  };
  const endAll = () =>
    run(
      'end',
      () => call('DELETE', path),
      () => {
        showToast('success', t('users.security.ended', { name }));
        void client.invalidateQueries({ queryKey: sessionsKey(path) });
      },
    );
  const reset = () =>
    run(
      'reset',
      () => call('POST', `/v0/users/${id}/totp/reset`, { body: { reason: reason.trim() } }),
      () => {
        showToast('success', t('users.security.resetDone', { name }));
        onClose(true);
      },
    );

  return (
    <Modal
      open
      title={t('users.security.title', { name })}
      onCancel={() => onClose(false)}
      footer={<Button onClick={() => onClose(false)}>{t('buttons.close')}</Button>}
    >
      <h3>{t('users.security.sessions')}</h3>
      <SessionList path={path} />
      <p>
        <Button danger loading={busy === 'end'} disabled={busy !== null} onClick={() => void endAll()}>
          {t('users.security.endAll')}
        </Button>
      </p>
      <h3>{t('shell.profile.totp')}</h3>
      <p>{t(hasFactor ? 'users.security.factorOn' : 'users.security.factorOff')}</p>
      {hasFactor && isOwn && <p>{t('users.security.own')}</p>}
      {hasFactor && !isOwn && (
        <>
          <p>{t('users.security.explain', { name })}</p>
          <label htmlFor={reasonId}>{t('users.security.reason')}</label>
          <Input id={reasonId} value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
          <p>
            <Button
              danger
              loading={busy === 'reset'}
              disabled={busy !== null || reason.trim().length < MIN_REASON}
              onClick={() => void reset()}
            >
              {t('users.security.reset')}
            </Button>
          </p>
        </>
      )}
    </Modal>
  );
}
