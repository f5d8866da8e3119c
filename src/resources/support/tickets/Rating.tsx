import Button from 'antd/es/button';
import { useId, useState } from 'react';
import { mayRate, type Rated, SATISFACTIONS } from '#contract/support/ticket';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';
import { useIntent } from '../../../providers/use-intent.ts';

const textOrNull = (value: unknown): string | null => asText(value) || null;
const factsOf = (row: Row): Rated => ({
  openedBy: row['openedBy'] === 'house' ? 'house' : 'merchant',
  state: row['state'] === 'closed' ? 'closed' : 'waitsForUs',
  closedAt: textOrNull(row['closedAt']),
  mergedIntoId: textOrNull(row['mergedIntoId']),
});

/** The question to the asker after a ticket was closed: three steps and a remark, which can be changed for 14 days. */
export function Rating({ row, onRated }: { row: Row; onRated: () => Promise<unknown> }) {
  const t = useT();
  const call = useCall();
  const intentOf = useIntent();
  const formId = useId();
  const given = asText(row['satisfaction']);
  const [satisfaction, setSatisfaction] = useState(given);
  const [remark, setRemark] = useState(asText(row['satisfactionRemark']));
  const [now] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  if (!mayRate(factsOf(row), now)) return null;
  const send = async (): Promise<void> => {
    const body = { satisfaction, remark };
    setBusy(true);
    try {
      await call('POST', `/v0/tickets/${encodeURIComponent(asText(row['id']))}/rate`, {
        body,
        intent: intentOf(JSON.stringify([row['ratedAt'], body])),
      });
      showNotice({ kind: 'success', title: t('tickets.rating.thanks') });
      await onRated();
    } catch {
      // The call already showed the error. The choice stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset className="k-rating">
      <legend>{t('tickets.rating.title')}</legend>
      {SATISFACTIONS.map((value) => (
        <label key={value}>
          <input type="radio" name={`${formId}s`} value={value} checked={satisfaction === value} onChange={() => setSatisfaction(value)} />{' '}
          {t(`tickets.satisfaction.${value}`)}
        </label>
      ))}
      <label className="k-rating-remark">
        {t('tickets.rating.remark')}
        <input className="m-input" maxLength={1000} value={remark} onChange={(event) => setRemark(event.target.value)} />
      </label>
      <Button type="primary" loading={busy} disabled={satisfaction === ''} onClick={() => void send()}>
        {t(given ? 'tickets.rating.change' : 'tickets.rating.send')}
      </Button>
    </fieldset>
  );
}
