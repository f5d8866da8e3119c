import { sql } from 'drizzle-orm';
import type { LeftOut } from '#contract/money/dunning-states';
import type { ReminderLetter } from '#contract/money/reminder';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { dunningLetters } from '../dunning-letters/table.ts';
import { today } from '../entry.ts';
import { dunningItems } from '../tables.ts';
import { decideOverdue, type Group } from './decide-overdue.ts';
import { activeSchemes, type PartyScheme } from './open-items.ts';
import { lockDunning, writeRun } from './prepare-run.ts';
import { letterSources, proposeLetter } from './propose-letter.ts';
import { approveRun, startSending } from './send-run.ts';

/** The reminder of an invoice: its run, and the number of its letter. */
export type SentReminder = { runId: string; letterNo: string };

const refused = (reason: LeftOut): DomainError => new DomainError('StateRefused', `dunningRuns.refusals.notDue.${reason}`);

/** The letter that asks for an invoice on a day: it was sent on that day, or its run is being sent. */
const findSent = statement(
  { runId: dunningItems.runId, letterNo: dunningLetters.no },
  ({ invoiceId, day }: { invoiceId: string; day: string }) => sql`select d.run_id, l.no as letter_no
    from dunning_items d join dunning_letters l on l.id = d.letter_id join dunning_runs r on r.id = d.run_id
    where d.invoice_id = ${invoiceId}::uuid and (d.sent_on = ${day}::date or d.live and r.status = 'sending') limit 1`,
  [{ invoiceId: '00000000-0000-0000-0000-000000000000', day: '2026-01-01' }],
);

type Asked = { schemes: PartyScheme[]; group: Group };

/**
 * What asks for one invoice alone on a day. Decided as in a run of all parties: what is disputed, promised, blocked or covered is not asked for.
 * @throws DomainError StateRefused `noScheme`, `notOverdue`, or why no reminder is due
 */
async function askedAlone(tx: Db, day: string, invoiceId: string): Promise<Asked> {
  const schemes = await activeSchemes(tx);
  if (schemes.length === 0) throw new DomainError('StateRefused', 'dunningRuns.refusals.noScheme');
  const groups = await decideOverdue(tx, day, schemes, [invoiceId]);
  const group = groups.find(({ items }) => items.some((item) => item.invoiceId === invoiceId));
  const item = group?.items.find((one) => one.invoiceId === invoiceId);
  if (!group || !item) throw new DomainError('StateRefused', 'dunningRuns.refusals.notOverdue');
  if (item.reason !== null) throw refused(item.reason);
  return { schemes, group: { ...group, items: [item] } };
}

/** What the reminder of an invoice would say if it were sent now. Writes nothing. @throws DomainError as `remindInvoice` */
export async function previewReminder(tx: Db, invoiceId: string): Promise<ReminderLetter> {
  const day = await today(tx);
  const { schemes, group } = await askedAlone(tx, day, invoiceId);
  const made = await proposeLetter(tx, await letterSources(tx, day, schemes), group, async () => '');
  if (!made) throw refused('noParty');
  const { level, due, interest, flatSum, fee, payUntil, party } = made;
  const total = due + interest + flatSum + fee;
  return { level, currency: group.currency, due, interest, flatSum, fee, total, payUntil, mailTo: party.invoiceEmail || party.email };
}

/**
 * Reminds of one overdue invoice: a run of its own with one letter, approved and being sent. An invoice is asked for once a day: called again,
 * it answers the letter of that day.
 * @throws DomainError StateRefused `noScheme`, `notOverdue`, or why no reminder is due
 */
export async function remindInvoice(tx: Db, invoiceId: string): Promise<SentReminder> {
  await lockDunning(tx);
  const day = await today(tx);
  const before = await findSent.first(tx, { invoiceId, day });
  if (before) return before;
  const { schemes, group } = await askedAlone(tx, day, invoiceId);
  const runId = await writeRun(tx, day, schemes, [group]);
  // Writing the letter may find that its party is gone.
  const reason = group.items[0]?.reason ?? null;
  if (reason !== null) throw refused(reason);
  await approveRun(tx, runId);
  await startSending(tx, runId);
  const { letterNo } = await findSent.one(tx, { invoiceId, day });
  return { runId, letterNo };
}
