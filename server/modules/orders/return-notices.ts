import { sql } from 'drizzle-orm';
import type { TaskFacts } from '#contract/orders/facts';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import { runAsHouse } from '../../core/http/write.ts';
import { merchants } from '../parties/merchants/table.ts';
import { notify, peopleOfMerchant, textFor } from '../support/index.ts';
import type { Known } from './facts.ts';
import { type RETURN_EVENTS, returnNotices } from './tables.ts';
import { tasks } from './tasks/table.ts';

/** Tells the merchant of a return, and puts the mail to the customer into the queue (return-mails.ts). */

type ReturnEvent = (typeof RETURN_EVENTS)[number];

const received = ({ lines }: TaskFacts): number => lines.reduce((sum, line) => sum + line.received, 0);

/** What has happened to a return so far. It is received when its count is closed, or nothing is left to come. */
function eventsOf(facts: TaskFacts, isNew: boolean): ReturnEvent[] {
  if (facts.kind !== 'retour' || facts.deleted) return [];
  const came = received(facts);
  const expected = facts.lines.some((line) => line.ordered - line.cancelled > line.received);
  const isReceived = facts.receiptClosedAt !== null || (came > 0 && !expected);
  return [
    ...(isNew ? (['asked'] as const) : []),
    ...(isReceived ? (['received'] as const) : []),
    ...(facts.closedAt !== null && came > 0 ? (['finished'] as const) : []),
  ];
}

const addNotice = statement(
  { event: returnNotices.event },
  ({ taskId, events }: { taskId: string; events: string }) => sql`insert into return_notices (task_id, event, mail, mail_to, due_at)
      select t.id, e.event, case when w.wished then 'waiting' else 'none' end, case when w.wished then t.consignor->>'email' else '' end, case when w.wished then now() end
      from tasks t join merchants m on m.id = t.merchant_id cross join unnest(${events}::text[]) e(event)
        cross join lateral (select m.tell_customers and e.event in ('asked', 'finished') and coalesce(t.consignor->>'email', '') <> '' as wished) w
      where t.id = ${taskId}::uuid on conflict do nothing returning event`,
);
const findReturn = statement(
  { merchantId: tasks.merchantId, retourNo: tasks.retourNo, orderNo: orNull(cell.text), merchant: merchants.name },
  ({ taskId }: { taskId: string }) => sql`select t.merchant_id, t.retour_no, p.no as "orderNo", m.name as merchant
      from tasks t join merchants m on m.id = t.merchant_id left join tasks p on p.id = t.parent_id where t.id = ${taskId}::uuid`,
);

async function notifyReturn(tx: Db, { id, no, facts }: Known, event: ReturnEvent, found: Row<typeof findReturn>): Promise<void> {
  const pieces = event === 'asked' ? facts.lines.reduce((sum, line) => sum + line.ordered - line.cancelled, 0) : received(facts);
  const words = { no: found.retourNo || no, order: found.orderNo ?? '–', pieces: String(pieces) };
  await notify(tx, await peopleOfMerchant(tx, found.merchantId), (locale) => ({
    title: textFor(locale, `tasks.returnTold.${event}Title`, words),
    text: textFor(locale, `tasks.returnTold.${event}Text`, words),
    type: event === 'finished' ? 'success' : 'info',
    link: `/mEP/returns/${id}`,
  }));
}

/**
 * Tells of what is new about these tasks; of each event of a return once, however often it happens.
 * @param isNew whether the tasks were just created
 */
export async function notifyReturns(tx: Db, known: readonly Known[], isNew: boolean): Promise<void> {
  for (const task of known) {
    const events = eventsOf(task.facts, isNew);
    if (events.length === 0) continue;
    await runAsHouse(tx, async () => {
      const fresh = await addNotice(tx, { taskId: task.id, events: `{${events.join(',')}}` });
      const found = fresh.length > 0 ? await findReturn.first(tx, { taskId: task.id }) : null;
      if (found) for (const { event } of fresh) await notifyReturn(tx, task, event, found);
    });
  }
}
