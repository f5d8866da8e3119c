import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useId, useState } from 'react';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { Side, ThreadEvent } from '#contract/support/ticket';
import { Papers } from '../../../core/charts/Papers.tsx';
import { useInvalidate } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import { allowed, useUserStore } from '../../../providers/user.ts';
import './tickets.css';

/** The answer of `GET /v0/tickets/:id/messages`. `by` is null if the user may not see which member of staff wrote. */
type Message = {
  id: string;
  at: string;
  by: string | null;
  side: Side;
  internal: boolean;
  text: string;
  event: ThreadEvent | null;
  params: Record<string, string> | null;
};
const WAIT = 300;

function useThread(id: string) {
  const client = useQueryClient();
  const queryKey = ['data', 'default', 'tickets', 'thread', id];
  const again = () => void client.invalidateQueries({ queryKey, refetchType: 'active' });
  useReloadOnChange(({ area, id: changed }) => area === 'tickets' && changed === id, again, WAIT);
  return useRead<Message[]>(`/v0/tickets/${encodeURIComponent(id)}/messages`, { queryKey, background: true });
}

/** A line of the server: who did what to the ticket. */
function EventLine({ message: { at, by, event, params } }: { message: Omit<Message, 'id'> }) {
  const t = useT();
  const { instant, relative } = useFormat();
  return (
    <li data-event={event} title={instant(at)}>
      {t(`tickets.events.${event}`, { ...params, by: by ?? t('tickets.page.house') })} · {relative(at)}
    </li>
  );
}

function Entry({ message }: { message: Omit<Message, 'id'> }) {
  const t = useT();
  const { instant, relative } = useFormat();
  const { at, by, side, internal, text } = message;
  return (
    <li data-side={side} data-internal={internal || undefined}>
      <small title={instant(at)}>
        <b>{by ?? t(`tickets.page.${side}`)}</b> {relative(at)}
        {internal ? ` · ${t('tickets.page.internal')}` : ''}
      </small>
      <p>{text}</p>
    </li>
  );
}

function Answer({ id, onSent }: { id: string; onSent: () => Promise<unknown> }) {
  const call = useCall();
  const t = useT();
  const inputId = useId();
  const house = useUserStore((state) => (state.user?.type ?? 0) > STAFF_TYPE_ABOVE);
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(false);
  const [intent, setIntent] = useState(newIntent);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', `/v0/tickets/${encodeURIComponent(id)}/messages`, { body: { text, internal }, intent });
      setText('');
      setIntent(newIntent());
      await onSent();
    } catch {
      // The call already showed the error. The typed text stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="k-answer">
      <label htmlFor={inputId}>{t(internal ? 'tickets.page.note' : 'tickets.page.answer')}</label>
      <textarea id={inputId} className="m-input" rows={4} maxLength={4000} value={text} onChange={(event) => setText(event.target.value)} />
      <div className="k-answer-foot">
        {house ? (
          <label>
            <input type="checkbox" className="m-check" checked={internal} onChange={(event) => setInternal(event.target.checked)} />{' '}
            {t('tickets.page.onlyUs')}
          </label>
        ) : null}
        <Button type="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
          {t('tickets.page.send')}
        </Button>
      </div>
    </div>
  );
}

/** The conversation of a ticket: the question, all answers, and a field for the next. */
export function Thread({ row }: PartProps) {
  const invalidate = useInvalidate();
  const id = asText(row['id']);
  const query = useThread(id);
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={4} />;
  const first = {
    at: asText(row['createdAt']),
    by: null,
    side: row['openedBy'] === 'house' ? 'house' : 'merchant',
    internal: false,
    event: null,
    params: null,
    text: asText(row['text']),
  } as const;
  const refresh = () => Promise.all([query.refetch(), invalidate('tickets')]);
  return (
    <div className="f-page">
      <Papers row={row} papers={[['tasks', 'taskId', 'services.papers.order']]} />
      <section>
        <h2>{asText(row['subject'])}</h2>
        <ol className="k-thread">
          <Entry message={first} />
          {query.data.map((message) =>
            message.event ? <EventLine key={message.id} message={message} /> : <Entry key={message.id} message={message} />,
          )}
        </ol>
        {allowed('tickets.update') ? <Answer id={id} onSent={refresh} /> : null}
      </section>
    </div>
  );
}
