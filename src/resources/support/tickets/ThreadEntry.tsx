import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { ThreadFiles } from './ThreadFiles.tsx';
import { ThreadMails } from './ThreadMails.tsx';
import type { Message } from './thread.ts';

type Props = { message: Message };

/** A line of the server: who did what to the ticket. */
function EventLine({ message: { at, by, event, params } }: Props) {
  const t = useT();
  const { instant, relative } = useFormat();
  const satisfaction = params?.['satisfaction'] ? t(`tickets.satisfaction.${params['satisfaction']}`) : '';
  return (
    <li data-event={event} title={instant(at)}>
      {t(`tickets.events.${event}`, { ...params, satisfaction, by: by ?? t('tickets.page.house') })} · {relative(at)}
    </li>
  );
}

/** One message of a thread, or a line of the server. */
export function ThreadEntry({ message }: Props) {
  const t = useT();
  const { instant, relative } = useFormat();
  const { at, by, side, internal, text, fromNo, files, mails } = message;
  if (message.event) return <EventLine message={message} />;
  const notes = [internal ? t('tickets.page.internal') : '', fromNo ? t('tickets.page.from', { no: fromNo }) : ''].filter(Boolean);
  return (
    <li data-side={side} data-internal={internal || undefined}>
      <small title={instant(at)}>
        <b>{by ?? t(`tickets.page.${side}`)}</b> {[relative(at), ...notes].join(' · ')}
      </small>
      {text ? <p>{text}</p> : null}
      <ThreadFiles files={files} />
      <ThreadMails mails={mails} />
    </li>
  );
}
