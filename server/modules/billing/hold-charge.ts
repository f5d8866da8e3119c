import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { lockBilling } from './billing-lock.ts';
import { charges } from './charges/table.ts';
import { checkRun, runIn } from './check-run.ts';
import { holdCharge, lockCharge, releaseCharge } from './dispute-statements.ts';

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `charges.refusals.${reason}`);
};
export const findRun = statement(
  { runId: charges.runId },
  ({ id }: { id: string }) => sql`select run_id from charges where id = ${id}::uuid and state = 'inRun'`,
);
export const isDisputed = statement(
  { open: cell.boolean },
  ({ id }: { id: string }) => sql`select exists (select from charge_disputes where charge_id = ${id}::uuid and status = 'open') as open`,
);

/**
 * Leaves a charge out of billing runs until it is released. A run that it is in is checked again, while it is not approved.
 * @throws DomainError NotFound; StateRefused `notHeld` if it is billed, taken back or in an approved run
 */
export async function hold(tx: Db, id: string, reason: string): Promise<void> {
  const runId = (await findRun.first(tx, { id }))?.runId ?? null;
  if (runId !== null) await runIn(tx, runId, ['draft', 'checked']);
  await lockBilling(tx);
  const charge = await lockCharge.first(tx, { id });
  if (!charge) throw new DomainError('NotFound');
  if (charge.state === 'onHold') return;
  if (charge.isTakenBack || charge.runId !== runId || !['open', 'inRun'].includes(charge.state)) refuse('notHeld');
  await holdCharge(tx, { id, reason });
  if (runId !== null) await checkRun(tx, runId);
}

/** @throws DomainError NotFound; StateRefused `disputed` while a dispute is open */
export async function release(tx: Db, id: string): Promise<void> {
  await lockBilling(tx);
  const charge = await lockCharge.first(tx, { id });
  if (!charge) throw new DomainError('NotFound');
  if ((await isDisputed.one(tx, { id })).open) refuse('disputed');
  await releaseCharge(tx, { id });
}
