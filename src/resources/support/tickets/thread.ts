import { useQueryClient } from '@tanstack/react-query';
import type { MAIL_STATES } from '#contract/settings/mail-states';
import type { Side, ThreadEvent } from '#contract/support/ticket';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useRead } from '../../../providers/use-call.ts';

export type ThreadFile = { id: string; name: string; mime: string; size: number };
/** The mail that brought an entry (`in`), or one that carries it. `quote`: what it answers. `refused`: names of files, one a line. */
export type ThreadMail = {
  way: 'in' | 'out';
  address: string;
  status: (typeof MAIL_STATES)[number] | null;
  quote: string;
  refused: string;
};
/** An entry of `GET /v0/tickets/:id/messages`, which begins with the question. `by` is null if the user may not see which member of staff wrote. */
export type Message = {
  id: string;
  at: string;
  by: string | null;
  side: Side;
  internal: boolean;
  text: string;
  event: ThreadEvent | null;
  params: Record<string, string> | null;
  fromNo: string | null;
  files: ThreadFile[];
  mails: ThreadMail[];
};

const WAIT = 300;

/** The messages of a ticket, read again when the ticket changes. */
export function useThread(id: string) {
  const client = useQueryClient();
  const queryKey = ['data', 'default', 'tickets', 'thread', id];
  const again = () => void client.invalidateQueries({ queryKey, refetchType: 'active' });
  useReloadOnChange(({ area, id: changed }) => area === 'tickets' && changed === id, again, WAIT);
  return useRead<Message[]>(`/v0/tickets/${encodeURIComponent(id)}/messages`, { queryKey, background: true });
}
