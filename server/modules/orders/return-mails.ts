import { sql } from 'drizzle-orm';
import type { Address } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import { paperLanguages } from '#contract/money/paper-languages';
import type { Db } from '../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { isUnreached, type Mail, sendMail } from '../../core/mail/mail.ts';
import { merchants } from '../parties/merchants/table.ts';
import { textFor } from '../support/index.ts';
import { recompute } from './recompute.ts';
import { returnedPieces } from './returned-pieces.ts';
import { returnNotices } from './tables.ts';
import { tasks } from './tasks/table.ts';

/** Mails to customers about their returns. The rows of `return_notices` are the queue. */

const BATCH = 50;
/** Seconds until the next try, after the first, second … failed one. Then the mail has failed. */
const BACKOFF = [60, 600, 3600, 21_600] as const;
/** Seconds after which another node may take over a mail. */
const LEASE = 300;

/** Counts the try before it is made: a node that dies while sending does not send for ever. */
const claimNext = statement(
  { taskId: returnNotices.taskId, event: returnNotices.event, mailTo: returnNotices.mailTo, tries: returnNotices.tries },
  () => sql`update return_notices set tries = tries + 1, due_at = now() + make_interval(secs => ${LEASE})
      where (task_id, event) = (select task_id, event from return_notices where mail = 'waiting' and due_at <= now() order by due_at limit 1 for update skip locked)
      returning task_id, event, mail_to, tries`,
);
type Claim = Row<typeof claimNext>;
const writeUnsent = command(
  ({ taskId, event }: Pick<Claim, 'taskId' | 'event'>) =>
    sql`update return_notices set tries = tries - 1, due_at = now() + make_interval(secs => ${BACKOFF[0]}) where task_id = ${taskId}::uuid and event = ${event}`,
);
const findReturn = statement(
  {
    no: tasks.no,
    retourNo: tasks.retourNo,
    trackingNo: tasks.trackingNo,
    consignor: tasks.consignor,
    consignee: tasks.consignee,
    merchant: merchants.name,
    orderNo: cell.text,
  },
  ({ taskId }: { taskId: string }) => sql`select t.no, t.retour_no, t.tracking_no, t.consignor, t.consignee, m.name as merchant,
        coalesce(nullif(p.ref_order_id, ''), p.no, '') as "orderNo"
      from tasks t join merchants m on m.id = t.merchant_id left join tasks p on p.id = t.parent_id where t.id = ${taskId}::uuid and t.deleted_at is null`,
);

const lettersOf = (address: Address): string =>
  [
    address.name1,
    address.name2,
    `${address.streetName} ${address.streetNumber}`.trim(),
    `${address.zip} ${address.city}`.trim(),
    address.country,
  ]
    .filter(Boolean)
    .join('\n');

/** The mail in the language of the customer's country; null if the return was cancelled meanwhile. */
async function mailOf(tx: Db, { taskId, event, mailTo }: Claim): Promise<Mail | null> {
  const found = await findReturn.first(tx, { taskId });
  if (!found) return null;
  const [locale = 'en'] = paperLanguages(found.consignor.country);
  const pieces = await returnedPieces(tx, taskId);
  const outcome = (one: Locale): string =>
    pieces.map(({ qty, sku, outcome: what }) => `${qty} × ${sku}: ${textFor(one, `tasks.customerMail.outcomes.${what}`, {})}`).join('\n');
  const words = {
    no: found.retourNo || found.no,
    order: found.orderNo,
    merchant: found.merchant,
    address: lettersOf(found.consignee),
    pieces: outcome(locale),
  };
  const text = textFor(locale, `tasks.customerMail.${event}Text`, words);
  const label = found.trackingNo === '' ? '' : `\n\n${textFor(locale, 'tasks.customerMail.label', { trackingNo: found.trackingNo })}`;
  return {
    to: mailTo,
    subject: textFor(locale, `tasks.customerMail.${event}Subject`, words),
    text: `${text}${event === 'asked' ? label : ''}\n`,
  };
}

type Key = Pick<Claim, 'taskId' | 'event'>;
const postpone = command(
  ({ taskId, event, wait }: Key & { wait: number }) =>
    sql`update return_notices set due_at = now() + make_interval(secs => ${wait}) where task_id = ${taskId}::uuid and event = ${event}`,
);
const writeMail = command(
  ({ taskId, event, mail }: Key & { mail: 'none' | 'sent' | 'failed' }) =>
    sql`update return_notices set mail = ${mail}, due_at = null where task_id = ${taskId}::uuid and event = ${event}`,
);

async function settle({ db }: Pick<AppContext, 'db'>, claim: Claim, error: string | null): Promise<void> {
  const wait = error === null ? undefined : BACKOFF[claim.tries - 1];
  await db.transaction(async (tx) => {
    if (wait !== undefined) {
      await postpone(tx, { ...claim, wait });
      return;
    }
    await writeMail(tx, { ...claim, mail: error === null ? 'sent' : 'failed' });
    const payload = { to: claim.mailTo };
    const command = error === null ? 'customerMailSent' : 'customerMailFailed';
    await recompute(tx, [claim.taskId], { command, reason: error ?? '', by: null, payload }, { always: true });
  });
}

/**
 * Sends the mails that are due, at most fifty. Several nodes may run it at once. What fails is tried again, and after the last try the history
 * of the return says so; a mail server that cannot be reached uses up no try. A node that dies between sending and writing it down sends a mail again: the customer hears of it twice rather than
 * never.
 */
export async function sendReturnMails(context: Pick<AppContext, 'db' | 'config' | 'log'>): Promise<void> {
  const { db, config, log } = context;
  for (let count = 0; count < BATCH; count++) {
    const claim = await claimNext.first(db);
    if (!claim) return;
    try {
      const mail = await mailOf(db, claim);
      if (mail) await sendMail(config, mail);
      else await writeMail(db, { ...claim, mail: 'none' });
      if (mail) await settle(context, claim, null);
    } catch (error) {
      if (isUnreached(error)) {
        log.warn({ err: error }, 'the mail server cannot be reached');
        return writeUnsent(db, claim);
      }
      log.warn({ err: error }, 'a mail about a return could not be sent');
      await settle(context, claim, error instanceof Error ? error.message : String(error));
    }
  }
}
