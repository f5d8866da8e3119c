import Button from 'antd/es/button';
import { useState } from 'react';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed } from '../../../providers/user.ts';
import { useHistoryReload } from './order-history.ts';
import { ParcelDialog } from './ParcelDialog.tsx';

type Props = { taskId: string; parcel: { id: string; seq: number } };

/** The carrier did not answer a purchase, and nobody knows whether it was booked. A person looks at the carrier's portal and says so. */
export function UnclearLabel({ taskId, parcel: { id, seq } }: Props) {
  const t = useT();
  const call = useCall();
  const reload = useHistoryReload(taskId);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const buyAgain = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', `/v0/parcels/${encodeURIComponent(id)}/labelNotBooked`, { intent: newIntent() });
      reload();
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{t('taskPage.unclear.what')}</p>
      {allowed('parcels.update') ? (
        <p className="t-actions">
          <Button onClick={() => setAsking(true)}>{t('parcels.actions.labelBooked')}</Button>
          <Button loading={busy} onClick={() => void buyAgain()}>
            {t('parcels.actions.labelNotBooked')}
          </Button>
        </p>
      ) : null}
      {asking ? (
        <ParcelDialog
          what="booked"
          rowId={id}
          parcel={seq}
          onClose={(changed) => {
            setAsking(false);
            if (changed) reload();
          }}
        />
      ) : null}
    </>
  );
}
