import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { BilledLine } from '#contract/billing/run-lines';
import type { InvoiceLine } from '#contract/money/invoices';
import { paperLanguages } from '#contract/money/paper-languages';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { textIn } from '../../core/http/texts.ts';
import { billedParty, draftCredit, draftInvoice, postInvoice, taxFor } from '../money/index.ts';
import { annexOf, hashOf } from './annex.ts';
import { billingRuns } from './billing-runs/table.ts';
import { linesOfRun, type MerchantLines, type Run, refuseRun, runIn, termsOf } from './check-run.ts';
import {
  billCharges,
  billTakenBack,
  findPosting,
  findTakenBack,
  findUnposted,
  finishMerchant,
  lockMerchant,
  lockRun,
  noteDocument,
  refuseMerchant,
  releaseCharges,
  releaseMerchant,
} from './run-statements.ts';

/** Approves, posts and cancels runs. Each merchant is posted in a transaction of its own, so that a run that was killed goes on where it was. */

const countMissing = statement(
  { n: cell.bigint },
  ({ id }: { id: string }) =>
    sql`select count(*) as n from billing_run_merchants m, jsonb_array_elements(m.findings) f where m.run_id = ${id}::uuid and f->>'code' in ('noPrice', 'notCollected', 'notMeasured')`,
);

/** @throws DomainError InvalidInput with gaps and no reason; StateRefused by the one who made the run where two people are needed */
export async function approveRun(tx: Db, id: string, by: string, reason: string): Promise<void> {
  const run = await runIn(tx, id, ['checked', 'approved']);
  if (run.state === 'approved') return;
  if (reason === '' && (await countMissing.one(tx, { id })).n > 0) throw invalid([{ path: 'reason', rule: 'factsMissing' }]);
  if (run.notApprovedBy === by) refuseRun('twoPeople');
  await tx
    .update(billingRuns)
    .set({ state: 'approved', approvedAt: new Date().toISOString(), approvedBy: by, reason })
    .where(eq(billingRuns.id, id));
}

/** The job posts it. Repeating it changes nothing. */
export async function startPosting(tx: Db, id: string): Promise<void> {
  const run = await runIn(tx, id, ['approved', 'posting', 'posted']);
  if (run.state === 'approved') await tx.update(billingRuns).set({ state: 'posting' }).where(eq(billingRuns.id, id));
}

/** Gives the charges back. A run of which something is posted cannot be cancelled. */
export async function cancelRun(tx: Db, id: string): Promise<void> {
  await runIn(tx, id, ['draft', 'checked', 'approved', 'cancelled']);
  await releaseCharges(tx, { runId: id });
  await tx.update(billingRuns).set({ state: 'cancelled' }).where(eq(billingRuns.id, id));
}

/** The same id whenever it is calculated, so that a charge finds the line that it is on. */
function lineId(
  run: string,
  merchantId: string,
  { categoryId, kind, unitPrice }: Pick<BilledLine, 'categoryId' | 'kind' | 'unitPrice'>,
): string {
  const hex = createHash('sha256').update([run, merchantId, categoryId, kind, unitPrice].join('|')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function invoiceOf(tx: Db, run: Run, made: MerchantLines): Promise<string | null> {
  const { merchantId, currency, lines, bundles } = made;
  if (lines.length === 0) return null;
  const party = await billedParty(tx, { merchantId });
  const terms = await termsOf(tx, merchantId, run.to);
  const tax = await taxFor(tx, party, run.to);
  const locales = paperLanguages(party.address.country);
  const textOf = ({ categoryId, kind }: BilledLine): string =>
    locales
      .map((locale) => {
        const name = bundles.find((row) => row.categoryId === categoryId)?.text[locale] ?? '';
        if (kind === 'minimum') return textIn(locale, 'billingRuns.lines.minimum');
        return kind === 'topUp' ? textIn(locale, 'billingRuns.lines.topUp').replace('{{name}}', name) : name;
      })
      .join(' / ')
      .slice(0, 200);
  const noteOf = ({ kind, count }: BilledLine): string =>
    kind === 'sum' ? locales.map((locale) => textIn(locale, 'billingRuns.lines.count').replace('{{n}}', String(count))).join(' / ') : '';
  const invoiceLines = lines.map(
    (line): InvoiceLine => ({
      id: lineId(run.id, merchantId, line),
      text: textOf(line),
      note: noteOf(line),
      qty: line.qty,
      unit: '',
      unitPrice: line.unitPrice,
      discount: 0,
      ...tax,
      ofLine: null,
    }),
  );
  const { paymentDays, reference } = terms;
  const head = { merchantId, currency, serviceFrom: run.from, serviceTo: run.to, paymentDays, reference: reference || run.no };
  const id = await draftInvoice(tx, { ...head, lines: invoiceLines });
  await noteDocument(tx, { runId: run.id, merchantId, kind: 'invoice', ofInvoiceId: null, invoiceId: id });
  await postInvoice(tx, id);
  const found = lines.map((line) => ({
    id: lineId(run.id, merchantId, line),
    categoryId: line.categoryId,
    unitPrice: line.kind === 'price' ? line.unitPrice : null,
  }));
  const onLine = found.filter((_, n) => lines[n]?.kind === 'price' || lines[n]?.kind === 'sum');
  await billCharges(tx, { runId: run.id, merchantId, invoiceId: id, lines: JSON.stringify(onLine) });
  return id;
}

/** A credit note for each invoice of which something is taken back. */
async function creditsOf(tx: Db, run: Run, merchantId: string): Promise<void> {
  const back = (await findTakenBack(tx, { runId: run.id })).filter((row) => row.merchantId === merchantId);
  for (const ofInvoiceId of new Set(back.map(({ invoiceId }) => invoiceId))) {
    const taken = new Map<string, number>();
    for (const { categoryId, unitPrice, qty, ofRunId, invoiceId } of back) {
      if (invoiceId !== ofInvoiceId || unitPrice === null || qty <= 0) continue;
      taken.set(lineId(ofRunId, merchantId, { categoryId, kind: 'price', unitPrice }), qty);
    }
    if (taken.size === 0) continue;
    const creditId = await draftCredit(tx, ofInvoiceId, taken);
    await noteDocument(tx, { runId: run.id, merchantId, kind: 'creditNote', ofInvoiceId, invoiceId: creditId });
    await postInvoice(tx, creditId);
    await billTakenBack(tx, { runId: run.id, merchantId, ofInvoiceId, creditId });
  }
}

async function postMerchant(tx: Db, runId: string, merchantId: string): Promise<void> {
  const run = await lockRun.first(tx, { id: runId });
  const row = await lockMerchant.first(tx, { runId, merchantId });
  if (!run || !row || row.postedAt !== null) return;
  const [made] = await linesOfRun(tx, run, merchantId);
  // Before it is billed, because billing takes what was free out of the run.
  const annex = await annexOf(tx, runId, merchantId);
  const invoiceId = made ? await invoiceOf(tx, run, made) : null;
  await creditsOf(tx, run, merchantId);
  if (invoiceId === null) await releaseMerchant(tx, { runId, merchantId });
  await finishMerchant(tx, { id: row.id, hash: hashOf(annex) });
}

/**
 * Posts what is left of a run. What is refused for a merchant, such as a missing address, is noted and tried again by the next run of the
 * job; the others go on.
 */
export async function postRun(db: Db, id: string): Promise<void> {
  for (const { merchantId } of await findUnposted(db, { runId: id })) {
    try {
      await inTransaction(db, (tx) => postMerchant(tx, id, merchantId));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await refuseMerchant(db, { runId: id, merchantId, refusal: typeof error.data === 'string' ? error.data : error.code });
    }
  }
  if ((await findUnposted(db, { runId: id })).length > 0) return;
  await db
    .update(billingRuns)
    .set({ state: 'posted', postedAt: new Date().toISOString() })
    .where(sql`id = ${id}::uuid and state = 'posting'`);
}

/** Goes on with all runs that are being posted. */
export async function postRuns(db: Db): Promise<void> {
  for (const { id } of await findPosting(db)) await postRun(db, id);
}
