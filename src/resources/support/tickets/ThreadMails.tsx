import { useT } from '../../../providers/i18n.ts';
import type { ThreadMail } from './thread.ts';

/** How an entry travelled: the mail that brought it with what it quotes, or to whom it was sent and whether it arrived. */
export function ThreadMails({ mails }: { mails: readonly ThreadMail[] }) {
  const t = useT();
  return mails.map(({ way, address, status, quote, refused }) => (
    <div key={way + address} className="k-thread-mail" data-status={status ?? undefined}>
      {way === 'out' ? <small>{t('tickets.mail.out', { address, status: t(`tickets.mail.statuses.${status}`) })}</small> : null}
      {way === 'in' ? <small>{t('tickets.mail.cameBy', { address })}</small> : null}
      {refused ? <small>{t('tickets.mail.refused', { names: refused.split('\n').join(', ') })}</small> : null}
      {quote ? (
        <details>
          <summary>{t('tickets.mail.quote')}</summary>
          <p>{quote}</p>
        </details>
      ) : null}
    </div>
  ));
}
