import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { SecretOnce } from '../../../core/mask/SecretOnce.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

/** Makes the secret of a webhook. One before it signs for another day. */
export function SecretDialog({ rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const make = async () => {
    const { secret } = await call<{ secret: string }>('POST', `/v0/webhooks/${String(rows[0]?.['id'])}/secret`, { body: {} });
    return [[t('webhooks.secret.title'), secret]] as const;
  };
  return (
    <SecretOnce
      title={t('webhooks.actions.secret')}
      explain={t(rows[0]?.['state'] === 'waiting' ? 'webhooks.secret.explainFirst' : 'webhooks.secret.explain')}
      go={t('webhooks.secret.make')}
      once={t('webhooks.secret.once')}
      make={make}
      onClose={onClose}
    />
  );
}
