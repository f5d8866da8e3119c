import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { AtFoot } from '../../../core/mask/record/AtFoot.tsx';
import { isCallError } from '../../../providers/call-error.ts';
import { showToast } from '../../../providers/feedback.ts';
import { reasonOf } from '../../../providers/http-fail.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall } from '../../../providers/use-call.ts';

export type RunDocument = { id: string; no: string; kind: string; mailed: boolean };
type Refused = { id: string; no: string; why: string };

/** The step after posting: the documents that nobody was sent, one mail each. What cannot be sent is named with the reason. */
export function SendInvoices({ documents, onSent }: { documents: readonly RunDocument[]; onSent: () => void }) {
  const t = useT();
  const call = useCall();
  const linkTo = useLinkTo();
  const maySend = useAllowed('invoices.update');
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<Refused[]>([]);
  const waiting = documents.filter(({ mailed }) => !mailed);
  if (waiting.length === 0 || !maySend) return null;

  async function send(): Promise<void> {
    const failed: Refused[] = [];
    for (const [at, { id, no }] of waiting.entries()) {
      setDone(at);
      try {
        await call('POST', `/v0/invoices/${encodeURIComponent(id)}/send`, { handles: 'all' });
      } catch (error) {
        const why = isCallError(error) ? await reasonOf(error) : t('billingRuns.overview.notSent');
        failed.push({ id, no, why });
      }
    }
    setRefused(failed);
    setDone(null);
    const sent = waiting.length - failed.length;
    if (sent > 0) showToast('success', t('billingRuns.overview.sent', { count: sent }));
    onSent();
  }
  return (
    <>
      <section className="r-next" data-meaning="wait" aria-label={t('mask.record.next')}>
        <p>
          <b>{t('mask.record.next')}:</b> {t('billingRuns.overview.send', { count: waiting.length })}
        </p>
        <AtFoot>
          <Button type="primary" loading={done !== null} onClick={() => void send()}>
            {done === null ? t('billingRuns.overview.sendAll') : t('billingRuns.overview.sending', { n: done + 1, of: waiting.length })}
          </Button>
        </AtFoot>
      </section>
      {refused.map(({ id, no, why }) => {
        const to = linkTo('invoices', id);
        const whole = <Whole text={no} />;
        return (
          <p key={id} role="alert">
            {to ? <Link to={to}>{whole}</Link> : whole}: {why}
          </p>
        );
      })}
    </>
  );
}
