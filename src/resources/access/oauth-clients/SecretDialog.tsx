import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { SecretOnce } from '../../../core/mask/SecretOnce.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

/** Makes the secret of a program. The old one becomes invalid. */
export function SecretDialog({ rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const make = async () => {
    const path = `/v0/oauthClients/${String(rows[0]?.['id'])}/secret`;
    const { clientId, secret } = await call<{ clientId: string; secret: string }>('POST', path, { body: {} });
    return [
      [t('oauthClients.fields.clientId'), clientId],
      [t('oauthClients.secret.title'), secret],
    ] as const;
  };
  return (
    <SecretOnce
      title={t('oauthClients.actions.secret')}
      explain={t('oauthClients.secret.explain')}
      go={t('oauthClients.secret.make')}
      once={t('oauthClients.secret.once')}
      make={make}
      onClose={onClose}
    />
  );
}
