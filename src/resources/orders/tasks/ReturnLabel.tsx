import Button from 'antd/es/button';
import { useState } from 'react';
import { printOrder } from '../../../print/open.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed } from '../../../providers/user.ts';
import { type OrderHistory, useHistoryReload } from './order-history.ts';
import { Parcels } from './Parcels.tsx';

/** Statuses in which the parcel may still be with the customer. */
const BEFORE_ARRIVAL: readonly string[] = ['receiptPending', 'inTransit', 'hold', 'problematic', 'customerHandlingAwaits'];

/** The label that the house buys for the customer of a return: bought, printed and cancelled here. */
export function ReturnLabel({ id, history, status }: { id: string; history: OrderHistory; status: string }) {
  const t = useT();
  const call = useCall();
  const reload = useHistoryReload(id);
  const [busy, setBusy] = useState(false);
  const parcel = history.parcels.findLast(({ state }) => state !== 'void');
  const mayChange = BEFORE_ARRIVAL.includes(status) && allowed('tasks.retour') && !history.lines.some(({ received }) => received > 0);
  const send = async (path: string): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', `/v0/tasks/${encodeURIComponent(id)}/returnLabel${path}`, {
        body: path === '' ? {} : undefined,
        intent: newIntent(),
      });
      reload();
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  const state = parcel?.labelState ?? 'none';
  const buys = mayChange && ['none', 'failed', 'voided'].includes(state);
  return (
    <>
      {parcel ? <Parcels taskId={id} parcels={[parcel]} returning /> : <p className="m-quiet">{t('taskPage.return.noLabel')}</p>}
      <p className="t-actions">
        {parcel && state === 'bought' ? (
          <Button onClick={() => printOrder({ document: 'transportLabel', ids: [parcel.id], from: 'parcels' })}>
            {t('taskPage.return.printLabel')}
          </Button>
        ) : null}
        {buys ? (
          <Button loading={busy} onClick={() => void send('')}>
            {t(state === 'none' ? 'taskPage.return.buyLabel' : 'taskPage.return.buyAgain')}
          </Button>
        ) : null}
        {mayChange && ['requested', 'bought'].includes(state) ? (
          <Button danger loading={busy} onClick={() => void send('/void')}>
            {t('taskPage.return.cancelLabel')}
          </Button>
        ) : null}
      </p>
    </>
  );
}
