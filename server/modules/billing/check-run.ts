import { eq, sql } from 'drizzle-orm';
import type { RunState } from '#contract/billing/charge-states';
import { type BilledLine, type Bundle, billedLines, minimumLine } from '#contract/billing/run-lines';
import type { Billed } from '#contract/money/circles';
import { lineNet } from '#contract/money/sums';
import { TWO_PEOPLE_KEY } from '#contract/settings/house';
import { roundedExact } from '#contract/trade/price';
import type { Db } from '../../core/db/client.ts';
import { cell, type Row, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { lockBilling } from './billing-lock.ts';
import { billingRuns } from './billing-runs/table.ts';
import { readGaps } from './gaps.ts';
import { type Finding, findingsOf, findingsOfFacts, findingsOfParty, gapFindings, type Total } from './run-findings.ts';
import {
  clearMerchants,
  findBundles,
  findFormer,
  findTakenBack,
  insertMerchant,
  lockRun,
  releaseCharges,
  sumByHand,
  takeCharges,
} from './run-statements.ts';
import { termsOf } from './run-terms.ts';

const needsTwo = statement(
  { two: cell.boolean },
  () =>
    sql`select coalesce((select value = 'true'::jsonb from settings where key = ${TWO_PEOPLE_KEY} and deleted_at is null), false) as two`,
);

export type Run = Row<typeof lockRun>;
export type MerchantLines = { merchantId: string; currency: Billed; lines: BilledLine[]; bundles: Row<typeof findBundles>[] };

export const refuseRun = (reason: string): never => {
  throw new DomainError('StateRefused', `billingRuns.refusals.${reason}`);
};

/** Locks a run that must be in one of these states. @throws DomainError NotFound, StateRefused */
export async function runIn(tx: Db, id: string, states: readonly RunState[]): Promise<Run> {
  const run = await lockRun.first(tx, { id });
  if (!run) throw new DomainError('NotFound');
  if (!states.includes(run.state)) refuseRun('state');
  return run;
}

const asBundle = ({ categoryId, storehouseId, lateFrom, unitPrice, qty, exact, topUp, count }: Row<typeof findBundles>): Bundle => ({
  categoryId,
  storehouseId,
  lateFrom,
  unitPrice,
  qty,
  exact: BigInt(exact),
  topUp,
  count,
});

/** The lines of the invoices of a run, with the minimum of the terms; by merchant. `only`: of one merchant. */
export async function linesOfRun(tx: Db, run: Run, only: string | null = null): Promise<MerchantLines[]> {
  const rows = await findBundles(tx, { runId: run.id, from: run.from, to: run.to, merchantId: only });
  const made: MerchantLines[] = [];
  for (const merchantId of new Set(rows.map((row) => row.merchantId))) {
    const bundles = rows.filter((row) => row.merchantId === merchantId);
    const currency = bundles[0]?.currency ?? 'EUR';
    const lines = billedLines(bundles.map(asBundle), currency);
    const net = lines.reduce((sum, line) => sum + lineNet(line, currency), 0);
    const { minimum } = await termsOf(tx, merchantId, run.to);
    if (net < minimum) lines.push(minimumLine(minimum - net, currency, bundles[0]?.categoryId ?? ''));
    made.push({ merchantId, currency, lines, bundles });
  }
  return made;
}

/** What the lines come to by category, beside the run before. */
function totalsOf({ lines, currency }: MerchantLines, former: readonly Total[]): Total[] {
  const ids = new Set([...lines, ...former].map(({ categoryId }) => categoryId));
  return [...ids].map((categoryId) => ({
    categoryId,
    amount: lines
      .filter((line) => line.categoryId === categoryId && line.kind !== 'minimum')
      .reduce((sum, line) => sum + lineNet(line, currency), 0),
    before: former.find((one) => one.categoryId === categoryId)?.amount ?? 0,
  }));
}

/**
 * Takes the charges of the run and writes what each merchant would pay, beside the run before, with what to look at. Checking again takes
 * them anew. Collect before, outside of this transaction.
 */
export async function checkRun(tx: Db, id: string): Promise<void> {
  const run = await runIn(tx, id, ['draft', 'checked']);
  await lockBilling(tx);
  await releaseCharges(tx, { runId: id });
  await clearMerchants(tx, { runId: id });
  await takeCharges(tx, { runId: id, to: run.to, merchantIds: `{${run.merchantIds.join(',')}}` });
  const { gaps } = await readGaps(tx, run);
  const back = await findTakenBack(tx, { runId: id });
  for (const made of await withCreditsOnly(tx, run, back)) {
    const { merchantId, currency } = made;
    const former = await findFormer.first(tx, { merchantId, from: run.from });
    const totals = totalsOf(made, former?.totals ?? []);
    const open = gaps.filter((gap) => gap.merchantId === merchantId);
    const findings: Finding[] = [
      ...gapFindings(open),
      ...findingsOf(made, totals, former !== null),
      ...(await findingsOfFacts(tx, run, made)),
      ...(await findingsOfParty(tx, run, made)),
      ...findingsOfCredits(back.filter((row) => row.merchantId === merchantId)),
      ...(await findingsByHand(tx, merchantId, run.to)),
    ];
    const amount = made.lines.reduce((sum, line) => sum + lineNet(line, currency), 0);
    await insertMerchant(tx, {
      runId: id,
      merchantId,
      currency,
      amount,
      before: former?.amount ?? 0,
      totals: JSON.stringify(totals),
      findings: JSON.stringify(findings),
    });
  }
  const notApprovedBy = (await needsTwo.one(tx)).two ? run.createdBy : null;
  await tx.update(billingRuns).set({ state: 'checked', checkedAt: new Date().toISOString(), notApprovedBy }).where(eq(billingRuns.id, id));
}

type TakenBack = Pick<Row<typeof findTakenBack>, 'merchantId' | 'currency' | 'exact'>;
/** What becomes credit notes, by the currency of the invoices that are credited. */
function findingsOfCredits(back: readonly TakenBack[]): Finding[] {
  const sums = new Map<Billed, bigint>();
  for (const { currency, exact } of back) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(exact));
  return [...sums]
    .filter(([, sum]) => sum > 0n)
    .map(([currency, sum]) => ({ code: 'credited', amount: roundedExact(sum, currency), currency }));
}

/** What was undone and has to be credited by hand. */
async function findingsByHand(tx: Db, merchantId: string, to: string): Promise<Finding[]> {
  const rows = await sumByHand(tx, { merchantId, to });
  return rows.map(({ currency, count, exact }) => ({ code: 'byHand', count, amount: roundedExact(BigInt(exact), currency), currency }));
}

/** Also merchants of whom something is only taken back, in the currency of its invoice. */
async function withCreditsOnly(tx: Db, run: Run, back: readonly TakenBack[]): Promise<MerchantLines[]> {
  const made = await linesOfRun(tx, run);
  const without = new Map(back.map(({ merchantId, currency }) => [merchantId, currency]));
  for (const { merchantId } of made) without.delete(merchantId);
  return [...made, ...[...without].map(([merchantId, currency]): MerchantLines => ({ merchantId, currency, lines: [], bundles: [] }))];
}
