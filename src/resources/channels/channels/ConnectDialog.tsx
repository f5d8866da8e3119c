import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

/** Explains the next step, then opens the shop platform, which returns to `/shopify/redirect` or `/ebay/redirect`. */
export function ConnectDialog({ rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const [busy, setBusy] = useState(false);
  const row = rows[0] ?? {};
  const platform = t(`channels.kinds.${asText(row['kind'])}`);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      const { url } = await call<{ url: string }>('POST', `/v0/channels/${encodeURIComponent(asText(row['id']))}/connect`);
      window.location.assign(url);
    } catch {
      // The call already showed the error. The channel is unchanged.
      setBusy(false);
      onClose(false);
    }
  };
  return (
    <Modal
      open
      title={t('channels.connect.title', { platform })}
      okText={t('channels.connect.go', { platform })}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      onOk={() => void go()}
      onCancel={() => onClose(false)}
    >
      <p className="m-subject">{[row['name'], row['shop']].map(asText).filter(Boolean).join(' · ')}</p>
      <p>{t('channels.connect.text', { platform })}</p>
    </Modal>
  );
}
