import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { annexOf, hashOf } from './annex.ts';
import { billingRuns } from './billing-runs/table.ts';
import { linesOfRun, refuseRun, runIn } from './check-run.ts';
import { creditsOf, invoiceOf } from './run-invoice.ts';
import {
  findPosting,
  findUnposted,
  finishMerchant,
  lockMerchant,
  lockRun,
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
