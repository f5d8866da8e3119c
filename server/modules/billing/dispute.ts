import { DISPUTE_DAYS } from '#contract/billing/charge-states';
import { creditQuantity, grossOf } from '#contract/billing/dispute-amounts';
import { houseToday } from '#contract/core/house-day';
import type { InvoiceLine } from '#contract/money/invoices';
import { EXPONENTS, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { lineNet } from '#contract/money/sums';
import { roundedExact } from '#contract/trade/price';
import type { Db } from '../../core/db/client.ts';
import type { Actor } from '../../core/http/actor.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { billedParty, creditedOf, draftCredit, postInvoice, taxFor } from '../money/index.ts';
import { lockBilling } from './billing-lock.ts';
import { chargeDisputes } from './charge-disputes/table.ts';
import { unpriceGroups } from './collect-charges.ts';
import {
  addRest,
  type Charge,
  findDispute,
  findInvoice,
  findNet,
  findOnLine,
  holdCharge,
  lockCharge,
  lockDispute,
  releaseCharge,
  takeChargeBack,
  voidCharge,
  writeDecision,
  writeWithdrawn,
} from './dispute-statements.ts';
import { payerOf, termsOf } from './run-terms.ts';

/** Opens, answers and withdraws disputes. The only writer of their status. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `chargeDisputes.refusals.${reason}`);
};
type Asked = { reason: string; amount: number | null };
type Opened = { merchantId: string; chargeId: string | null; invoiceId: string | null; lineId: string | null; subject: string };

/** What a charge comes to, in the smallest unit. */
const chargeAmount = ({ exact, topUp, currency }: Charge): number => roundedExact(BigInt(exact), currency ?? 'EUR') + topUp;

async function insertDispute(
  tx: Db,
  of: Opened,
  { reason, amount }: Asked,
  most: number,
  currency: 'EUR' | 'USD',
  rate: number,
): Promise<string> {
  if (await findDispute.first(tx, of)) refuse('alreadyDisputed');
  if (most <= 0) refuse('nothingToDispute');
  if (amount !== null && amount > most) throw invalid([{ path: 'amount', rule: 'tooBig', params: { max: most / 100 } }]);
  const net = amount ?? most;
  const gross = grossOf(net, rate);
  const [made] = await tx
    .insert(chargeDisputes)
    .values({ ...of, reason, amount: net, gross, currency, openedOn: houseToday() })
    .returning({ id: chargeDisputes.id });
  if (!made) throw new Error('no dispute was written');
  return made.id;
}

/** Rows of another merchant are not found. */
const isForeign = ({ merchantId }: Actor, owner: string | null): boolean => merchantId !== null && merchantId !== owner;

async function disputable(tx: Db, actor: Actor, invoiceId: string) {
  const invoice = await findInvoice.first(tx, { id: invoiceId, usual: DISPUTE_DAYS });
  if (!invoice?.merchantId || isForeign(actor, invoice.merchantId)) throw new DomainError('NotFound');
  // The deadline binds merchants; the house may note what it was told.
  if (actor.merchantId !== null && invoice.daysLeft < 0) refuse('tooLate');
  return { ...invoice, merchantId: invoice.merchantId };
}

/** The net amount of a line that is not credited yet. */
async function lineLeft(tx: Db, invoiceId: string, line: InvoiceLine, currency: 'EUR' | 'USD'): Promise<number> {
  const credited = (await creditedOf(tx, invoiceId)).get(line.id) ?? 0;
  return line.qty > credited ? lineNet({ ...line, qty: line.qty - credited }, currency) : 0;
}

/**
 * A merchant disputes a charge, or a part of it. One that is not billed yet is put on hold.
 * @returns the id of the dispute @throws DomainError NotFound; StateRefused `alreadyDisputed`, `nothingToDispute`, `tooLate`
 */
export async function disputeCharge(tx: Db, actor: Actor, id: string, asked: Asked): Promise<string> {
  await lockBilling(tx);
  const charge = await lockCharge.first(tx, { id });
  if (!charge || isForeign(actor, charge.merchantId)) throw new DomainError('NotFound');
  const { merchantId, currency, invoiceId, lineId, text, state } = charge;
  if (charge.isTakenBack || state === 'void' || currency === null) return refuse('nothingToDispute');
  const party = await billedParty(tx, payerOf(await termsOf(tx, merchantId, houseToday()), merchantId));
  let rate = (await taxFor(tx, party, houseToday())).vatRate;
  if (invoiceId !== null) {
    const invoice = await disputable(tx, actor, invoiceId);
    rate = invoice.lines.find((line) => line.id === lineId)?.vatRate ?? rate;
  }
  const subject = text[actor.locale] || text.en;
  const made = await insertDispute(
    tx,
    { merchantId, chargeId: id, invoiceId, lineId, subject },
    asked,
    chargeAmount(charge),
    currency,
    rate,
  );
  if (state === 'open') await holdCharge(tx, { id, reason: asked.reason.slice(0, 500) });
  return made;
}

/** A merchant disputes a line of a posted invoice. @param asked `line`: its number on the invoice */
export async function disputeLine(tx: Db, actor: Actor, invoiceId: string, asked: Asked & { line: number }): Promise<string> {
  const { merchantId, currency, lines } = await disputable(tx, actor, invoiceId);
  const line = lines[asked.line - 1];
  if (!line) throw invalid([{ path: 'line', rule: 'notOnInvoice' }]);
  const most = await lineLeft(tx, invoiceId, line, currency);
  return insertDispute(
    tx,
    { merchantId, chargeId: null, invoiceId, lineId: line.id, subject: line.text },
    asked,
    most,
    currency,
    line.vatRate,
  );
}

type Open = NonNullable<Awaited<ReturnType<typeof lockDispute.first>>>;
async function openDispute(tx: Db, id: string): Promise<Open> {
  const dispute = await lockDispute.first(tx, { id });
  if (!dispute) throw new DomainError('NotFound');
  if (dispute.status !== 'open') refuse('decided');
  return dispute;
}

export async function withdrawDispute(tx: Db, actor: Actor, id: string): Promise<void> {
  await lockBilling(tx);
  const dispute = await lockDispute.first(tx, { id });
  if (!dispute || isForeign(actor, dispute.merchantId)) throw new DomainError('NotFound');
  if (dispute.status === 'withdrawn') return;
  if (dispute.status !== 'open') refuse('decided');
  await writeWithdrawn(tx, { id });
  if (dispute.chargeId !== null) await releaseCharge(tx, { id: dispute.chargeId });
}

export async function rejectDispute(tx: Db, id: string, answer: string): Promise<void> {
  await lockBilling(tx);
  const { chargeId } = await openDispute(tx, id);
  await writeDecision(tx, { id, status: 'rejected', answer, accepted: 0, creditId: null, invoiceId: null });
  if (chargeId !== null) await releaseCharge(tx, { id: chargeId });
}

/** Takes a charge back that is not billed, and charges what is left of it. */
async function reduceCharge(tx: Db, disputeId: string, charge: Charge, accepted: number): Promise<void> {
  const { id, currency } = charge;
  await voidCharge(tx, { id });
  await takeChargeBack(tx, { id, disputeId, state: 'void', creditId: null });
  await unpriceGroups(tx, { ids: `{${id}}` });
  const left = chargeAmount(charge) - accepted;
  if (left > 0) await addRest(tx, { id, disputeId, state: 'open', ...priceOf(left, currency ?? 'EUR') });
}

/** One unit at an amount in the smallest unit. */
function priceOf(amount: number, currency: 'EUR' | 'USD'): { unitPrice: number; exact: string } {
  const unitPrice = amount * 10 ** (PRICE_SCALE - EXPONENTS[currency]);
  return { unitPrice, exact: String(BigInt(unitPrice) * 10n ** BigInt(QTY_SCALE)) };
}

type Credited = { creditId: string; accepted: number; isWholeLine: boolean };
/** A credit note over a part of a line. @throws DomainError StateRefused if not that much of it is left */
async function creditLine(tx: Db, invoiceId: string, lineId: string, amount: number, qty: number | null): Promise<Credited> {
  const invoice = await findInvoice.first(tx, { id: invoiceId, usual: DISPUTE_DAYS });
  const line = invoice?.lines.find((one) => one.id === lineId);
  if (!invoice || !line) throw new DomainError('NotFound');
  const left = line.qty - ((await creditedOf(tx, invoiceId)).get(lineId) ?? 0);
  const taken = qty ?? creditQuantity(line, amount, invoice.currency);
  if (taken > left || taken <= 0) refuse('creditedAlready');
  const creditId = await draftCredit(tx, invoiceId, new Map([[lineId, taken]]));
  await postInvoice(tx, creditId);
  return { creditId, accepted: (await findNet.one(tx, { id: creditId })).net, isWholeLine: taken === line.qty };
}

/**
 * Agrees to a dispute, or to a part of it. What is not billed is taken back; what is billed becomes a credit note, in steps of a thousandth of
 * the quantity. @param amount null: all that is disputed
 * @throws DomainError NotFound; InvalidInput; StateRefused `decided`, `inRun`, `creditedAlready`
 */
export async function acceptDispute(tx: Db, id: string, answer: string, amount: number | null): Promise<void> {
  await lockBilling(tx);
  const dispute = await openDispute(tx, id);
  const agreed = amount ?? dispute.amount;
  if (agreed > dispute.amount) throw invalid([{ path: 'amount', rule: 'tooBig', params: { max: dispute.amount / 100 } }]);
  const status = agreed < dispute.amount ? 'part' : 'accepted';
  const charge = dispute.chargeId === null ? null : await lockCharge.first(tx, { id: dispute.chargeId });
  if (charge?.state === 'inRun') refuse('inRun');
  if (charge && charge.state !== 'billed') {
    if (charge.isTakenBack) refuse('creditedAlready');
    await reduceCharge(tx, id, charge, agreed);
    return writeDecision(tx, { id, status, answer, accepted: agreed, creditId: null, invoiceId: null });
  }
  const [invoiceId, lineId] = charge ? [charge.invoiceId, charge.lineId] : [dispute.invoiceId, dispute.lineId];
  if (invoiceId === null || lineId === null || charge?.isTakenBack) return refuse('creditedAlready');
  const whole = charge ? chargeAmount(charge) === agreed && charge.unitPrice !== null && charge.topUp === 0 : false;
  const made = await creditLine(tx, invoiceId, lineId, agreed, whole && charge ? charge.qty : null);
  const { creditId, accepted } = made;
  // The charge is taken back too, so that it is not credited again when its fact is undone.
  if (charge) {
    await takeChargeBack(tx, { id: charge.id, disputeId: id, state: 'billed', creditId });
    const left = chargeAmount(charge) - accepted;
    if (left > 0) await addRest(tx, { id: charge.id, disputeId: id, state: 'billed', ...priceOf(left, dispute.currency) });
  } else if (made.isWholeLine)
    for (const one of await findOnLine(tx, { invoiceId, lineId }))
      await takeChargeBack(tx, { id: one.id, disputeId: id, state: 'billed', creditId });
  await writeDecision(tx, { id, status, answer, accepted, creditId, invoiceId });
}
