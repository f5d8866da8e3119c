import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall } from '../../../providers/use-call.ts';

export type Booked = { id: string; no: string };
type Props = { payments: readonly Booked[]; texts: readonly string[]; onUndone: () => void; onLeave: () => void };

/** What was set off, with its two payments. It can be taken back here, and later on each of them. */
export function SetOffDone({ payments, texts, onUndone, onLeave }: Props) {
  const t = useT();
  const call = useCall();
  const linkTo = useLinkTo();
  const mayUndo = useAllowed('payments.update');
  const [isUndone, setUndone] = useState(false);
  const [busy, setBusy] = useState(false);
  const [first] = payments;
  const undo = async (): Promise<void> => {
    if (!first) return;
    setBusy(true);
    try {
      await call('POST', `/v0/payments/${encodeURIComponent(first.id)}/reverse`, {
        body: { reason: t('bankEntries.setOff.undoReason') },
      });
      setUndone(true);
      onUndone();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div role="status">{isUndone ? <p>{t('bankEntries.setOff.undone')}</p> : texts.map((text) => <p key={text}>{text}</p>)}</div>
      <p className="so-done">
        <span>{t('bankEntries.setOff.payments')}</span>
        {payments.map(({ id, no }) => {
          const to = linkTo('payments', id);
          return to ? (
            <Link key={id} to={to} onClick={onLeave}>
              {no}
            </Link>
          ) : (
            <span key={id}>{no}</span>
          );
        })}
        {mayUndo && !isUndone ? (
          <Button size="small" loading={busy} onClick={() => void undo().catch(() => undefined)}>
            {t('bankEntries.desk.undo')}
          </Button>
        ) : null}
      </p>
    </>
  );
}
