import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

type Secret = { clientId: string; secret: string };

/** Creates a new secret and shows it once. The old secret becomes invalid. */
export function SecretDialog({ rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [busy, setBusy] = useState(false);
  const id = rows[0]?.['id'];

  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      setSecret(await call<Secret>('POST', `/v0/oauthClients/${String(id)}/secret`, { body: {} }));
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('oauthClients.actions.secret')}
      onCancel={() => onClose(secret !== null)}
      onOk={() => (secret ? onClose(true) : void make())}
      confirmLoading={busy}
      okText={secret ? t('buttons.close') : t('oauthClients.secret.make')}
      cancelText={t('buttons.cancel')}
    >
      {secret ? (
        <>
          <p>{t('oauthClients.secret.once')}</p>
          <dl>
            <dt>{t('oauthClients.fields.clientId')}</dt>
            <dd>
              <code>{secret.clientId}</code>
            </dd>
            <dt>{t('oauthClients.secret.title')}</dt>
            <dd>
              <code>{secret.secret}</code>
            </dd>
          </dl>
        </>
      ) : (
        <p>{t('oauthClients.secret.explain')}</p>
      )}
    </Modal>
  );
}
