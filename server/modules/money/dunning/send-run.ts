import { sql } from 'drizzle-orm';
import { LOCALE_TAGS } from '#contract/core/limits';
import { heldReason } from '#contract/money/dunning-decision';
import type { DunningStatus, LeftOut } from '#contract/money/dunning-states';
import { paperLanguages } from '#contract/money/paper-languages';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePrint } from '#print/write';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { inTransaction } from '../../../core/db/retry.ts';
import { command, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { loadPage, readHouse } from '../../printing/index.ts';
import { files } from '../../settings/files/table.ts';
import { layoutFor, queueMail, storeFile } from '../../settings/index.ts';
import { dunningLetters } from '../dunning-letters/table.ts';
import { dunningRuns } from '../dunning-runs/table.ts';
import { today } from '../entry.ts';
import { day as dayText, moneyText, say } from '../paper.ts';
import { billedParty } from '../party.ts';
import { dunningItems } from '../tables.ts';
import { type Composed, composeLetter } from './compose-letter.ts';
import { countAgain } from './count-run.ts';
import { activeSchemes, knownRates, openInvoices, schemeOf } from './open-items.ts';

/** Approves, sends and cancels dunning runs. Each letter is sent in a transaction of its own, so a run that was stopped goes on where it was. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `dunningRuns.refusals.${reason}`);
};
const lockRun = statement(
  { status: dunningRuns.status },
  ({ id }: { id: string }) => sql`select status from dunning_runs where id = ${id}::uuid and deleted_at is null for update`,
);
async function runIn(tx: Db, id: string, statuses: readonly DunningStatus[]): Promise<DunningStatus> {
  const run = await lockRun.first(tx, { id });
  if (!run) throw new DomainError('NotFound');
  return statuses.includes(run.status) ? run.status : refuse('status');
}
const writeApproved = command(
  ({ id }: { id: string }) =>
    sql`update dunning_runs set status = 'approved', approved_by = kontor_actor(), approved_at = clock_timestamp() where id = ${id}::uuid`,
);
const writeSending = command(({ id }: { id: string }) => sql`update dunning_runs set status = 'sending' where id = ${id}::uuid`);
const writeCancelled = command(({ id }: { id: string }) => sql`update dunning_runs set status = 'cancelled' where id = ${id}::uuid`);
const cancelLetters = command(({ id }: { id: string }) => sql`update dunning_letters set status = 'cancelled' where run_id = ${id}::uuid`);
const freeItems = command(({ id }: { id: string }) => sql`update dunning_items set live = false where run_id = ${id}::uuid and live`);
const writeSent = command(
  ({ id }: { id: string }) => sql`update dunning_runs r set status = 'sent', sent_at = clock_timestamp()
    where id = ${id}::uuid and status = 'sending' and not exists (select from dunning_letters l where l.run_id = r.id and l.status = 'proposed')`,
);

export async function approveRun(tx: Db, id: string): Promise<void> {
  if ((await runIn(tx, id, ['draft', 'approved'])) === 'draft') await writeApproved(tx, { id });
}

/** The job sends it. Repeating it changes nothing. */
export async function startSending(tx: Db, id: string): Promise<void> {
  if ((await runIn(tx, id, ['approved', 'sending', 'sent'])) === 'approved') await writeSending(tx, { id });
}

/** Takes a run back before it is sent; its items can be in the next one. */
export async function cancelRun(tx: Db, id: string): Promise<void> {
  if ((await runIn(tx, id, ['draft', 'approved', 'cancelled'])) === 'cancelled') return;
  await cancelLetters(tx, { id });
  await freeItems(tx, { id });
  await writeCancelled(tx, { id });
}

const lockLetter = statement(
  {
    id: dunningLetters.id,
    no: dunningLetters.no,
    runId: dunningLetters.runId,
    merchantId: orNull(dunningLetters.merchantId),
    customerId: orNull(dunningLetters.customerId),
    currency: dunningLetters.currency,
  },
  ({ id }: { id: string }) => sql`select l.id, l.no, l.run_id, l.merchant_id, l.customer_id, l.currency from dunning_letters l
    join dunning_runs r on r.id = l.run_id and r.status = 'sending' where l.id = ${id}::uuid and l.status = 'proposed' for update of l`,
);
type Letter = Row<typeof lockLetter>;
const itemsOf = statement(
  { invoiceId: dunningItems.invoiceId, level: dunningItems.level },
  ({ letterId }: { letterId: string }) => sql`select invoice_id, level from dunning_items where letter_id = ${letterId}::uuid and live`,
);
const leaveOut = command(
  ({ letterId, invoiceId, reason }: { letterId: string; invoiceId: string; reason: LeftOut }) =>
    sql`update dunning_items set reason = ${reason}, live = false where letter_id = ${letterId}::uuid and invoice_id = ${invoiceId}::uuid`,
  [{ letterId: '', invoiceId: '', reason: 'paid' }],
);
const writeItem = command(
  ({
    letterId,
    invoiceId,
    day,
    open,
    disputed,
    interest,
  }: {
    letterId: string;
    invoiceId: string;
    day: string;
    open: number;
    disputed: number;
    interest: number;
  }) =>
    sql`update dunning_items set sent_on = ${day}::date, live = false, open = ${open}, disputed = ${disputed}, interest = ${interest}
      where letter_id = ${letterId}::uuid and invoice_id = ${invoiceId}::uuid and live`,
  [{ letterId: '', invoiceId: '', day: '2026-01-01', open: 0, disputed: 0, interest: 0 }],
);
const dropLetter = command(({ id }: { id: string }) => sql`update dunning_letters set status = 'dropped' where id = ${id}::uuid`);
/** Layouts of documents belong to no area, so no screens are needed. */
const NO_SCREENS = new Map<string, never>();

async function writePdf(tx: Db, config: Config, letter: Letter, { paper }: Composed, country: string): Promise<string> {
  const locales = paperLanguages(country);
  const [locale = 'en'] = locales;
  const layout = (await layoutFor(tx, NO_SCREENS, { roles: [], merchantId: letter.merchantId }, 'dunningLetter')) ?? LAYOUTS.dunningLetter;
  const { bytes } = await writePrint(
    {
      document: 'dunningLetter',
      layout,
      records: [paper],
      locales,
      dpi: 203,
      format: 'pdf',
      copies: 1,
      title: letter.no,
      archive: { language: LOCALE_TAGS[locale], files: [] },
    },
    loadPage,
  );
  const stored = await storeFile(config, { bytes: Buffer.from(bytes), name: `${letter.no}.pdf`, visibility: 'intern' });
  await tx.insert(files).values({ ...stored, visibility: 'intern' });
  return stored.id.replaceAll('-', '');
}

async function sendLetter(tx: Db, config: Config, id: string): Promise<void> {
  const letter = await lockLetter.first(tx, { id });
  if (!letter) return;
  const { runId, merchantId, customerId, currency } = letter;
  const partyId = merchantId ?? customerId ?? '';
  const day = await today(tx);
  const open = (await openInvoices(tx, day, { partyId, runId })).filter((item) => item.currency === currency);
  const levels = new Map<string, number>();
  // Looked at again: what was paid, disputed, promised or blocked since the run was prepared.
  for (const { invoiceId, level } of await itemsOf(tx, { letterId: id })) {
    const item = open.find((one) => one.invoiceId === invoiceId);
    const reason = item ? heldReason(item, day)?.reason : 'paid';
    if (reason) await leaveOut(tx, { letterId: id, invoiceId, reason });
    else levels.set(invoiceId, level);
  }
  const scheme = schemeOf(await activeSchemes(tx), partyId);
  if (levels.size === 0 || !scheme) {
    for (const invoiceId of levels.keys()) await leaveOut(tx, { letterId: id, invoiceId, reason: 'noScheme' });
    return dropLetter(tx, { id });
  }
  const [party, house] = [await billedParty(tx, { merchantId, customerId }), await readHouse(tx)];
  const rates = await knownRates(tx);
  const made = composeLetter({
    no: letter.no,
    day,
    party,
    isMerchant: merchantId !== null,
    house,
    scheme,
    rates,
    levels,
    items: open,
    currency,
  });
  const pdfFile = await writePdf(tx, config, letter, made, party.address.country);
  const mailTo = party.invoiceEmail || party.email;
  const locales = paperLanguages(party.address.country);
  const [locale = 'en'] = locales;
  const values = (one: typeof locale): Record<string, string> => ({
    no: letter.no,
    house: house.legalName,
    amount: moneyText(made.paper.total ?? 0, currency, one),
    date: dayText(made.payUntil, one),
  });
  const mailId =
    mailTo === ''
      ? null
      : await queueMail(tx, {
          kind: 'dunning',
          documentNo: letter.no,
          mailTo,
          subject: say([locale], 'dunningLetters.mail.subject', values(locale)),
          text: `${locales.map((one) => say([one], 'dunningLetters.mail.text', values(one))).join('\n\n— — —\n\n')}\n`,
          locale,
          merchantId,
          customerId,
          pdfFile,
          xmlFile: null,
        });
  for (const item of open)
    if (levels.has(item.invoiceId)) {
      const { invoiceId, open: amount, disputed } = item;
      await writeItem(tx, { letterId: id, invoiceId, day, open: amount, disputed, interest: made.interestOf.get(invoiceId) ?? 0 });
    }
  const { level, due, interest, flatSum, fee, payUntil, paper } = made;
  const sums = { level, due, interest, flatSum, fee, payUntil, paper, partyName: party.name };
  await tx
    .update(dunningLetters)
    .set({ ...sums, status: mailId === null ? 'printed' : 'mailed', mailId, pdfFile, sentAt: sql`clock_timestamp()` })
    .where(sql`id = ${id}::uuid`);
}

const findProposed = statement(
  { id: dunningLetters.id, runId: dunningLetters.runId },
  () =>
    sql`select l.id, l.run_id from dunning_letters l join dunning_runs r on r.id = l.run_id where r.status = 'sending' and l.status = 'proposed' order by l.no`,
);
const findSending = statement(
  { id: dunningRuns.id },
  () => sql`select id from dunning_runs where status = 'sending' and deleted_at is null`,
);

/** The party is gone: its letter is dropped, the others go on. */
async function dropWithoutParty(tx: Db, id: string): Promise<void> {
  for (const { invoiceId } of await itemsOf(tx, { letterId: id })) await leaveOut(tx, { letterId: id, invoiceId, reason: 'noParty' });
  await dropLetter(tx, { id });
}

/** Sends what is left of all runs that are being sent. Several nodes may run it at once: a letter is locked while it is sent. */
export async function sendRuns({ db, config }: { db: Db; config: Config }): Promise<void> {
  for (const { id } of await findProposed(db)) {
    try {
      await inTransaction(db, (tx) => sendLetter(tx, config, id));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'NotFound') throw error;
      await db.transaction((tx) => dropWithoutParty(tx, id));
    }
  }
  for (const { id } of await findSending(db)) {
    await countAgain(db, { runId: id });
    await writeSent(db, { id });
  }
}
