import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { type bills as area, statedRounding } from '#contract/money/bills';
import { HOUSE_CURRENCY } from '#contract/money/scale';
import type { VatGroup } from '#contract/money/sums';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../../core/db/statement.ts';
import type { Written } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { hasBases } from '../incoming/bill-lines.ts';

/** Bills that were made of an e-invoice: its breakdown of VAT is booked, so what it follows from cannot be changed. */

type Bill = Written<typeof area>;

const findVat = statement(
  { theirVat: orNull(cell.jsonb<VatGroup[]>()) },
  ({ id }: { id: string }) => sql`select their_vat from bills where id = ${id}::uuid`,
);
export const statedVatOf = async (tx: Db, id: string | undefined): Promise<VatGroup[] | null> =>
  id ? ((await findVat.first(tx, { id }))?.theirVat ?? null) : null;

/** Net, tax and total as stated, and what the total differs from them. */
export function statedFigures(vat: readonly VatGroup[], { lines, theirTotal }: Bill) {
  const [net, tax] = [vat.reduce((sum, { base }) => sum + base, 0), vat.reduce((sum, group) => sum + group.tax, 0)];
  const rounding = statedRounding(lines?.length ?? 0, vat.length, net + tax, theirTotal ?? net + tax) ?? 0;
  return { net, tax, gross: net + tax + rounding, rounding };
}

const writeVat = command(
  ({ id, vat, net, tax }: { id: string; vat: string; net: number; tax: number }) =>
    sql`update bills set their_vat = ${vat}::jsonb, net = ${net}, tax = ${tax}, gross = their_total, rounding = their_total - ${net} - ${tax} where id = ${id}::uuid and approved_at is null`,
  [{ id: '00000000-0000-7000-8000-000000000000', vat: '[]', net: 1, tax: 1 }],
);
/** Once, when the bill is made. */
export async function stateVat(tx: Db, id: string, vat: readonly VatGroup[]): Promise<void> {
  const { net, tax } = statedFigures(vat, {});
  await writeVat(tx, { id, vat: JSON.stringify(vat), net, tax });
}

const FIXED = ['supplierId', 'carrierId', 'creditsId', 'theirNo', 'billDate', 'receivedOn', 'currency', 'theirTotal', 'file'] as const;

/** Lines may be assigned to those of an order, but their net amounts stay those of the breakdown. */
export function statedFaults(vat: readonly VatGroup[], values: Bill, current: Bill): FieldError[] {
  const errors: FieldError[] = FIXED.filter((name) => name in values && values[name] !== current[name]).map((path) => ({
    path,
    rule: 'fixed',
  }));
  if (values.lines && !hasBases(values.lines, vat, current.currency ?? HOUSE_CURRENCY)) errors.push({ path: 'lines', rule: 'statedVat' });
  return errors;
}

const findIncoming = statement(
  { no: cell.text },
  ({ id }: { id: string }) => sql`select no from incoming_bills where bill_id = ${id}::uuid`,
);
/** @throws DomainError StateRefused: such a bill is taken back where it was received, so that the invoice is not lost */
export async function refuseIncoming({ tx, id }: { tx: Db; id: string }): Promise<void> {
  if (await findIncoming.first(tx, { id })) throw new DomainError('StateRefused', 'bills.refusals.fromEInvoice');
}
/** A bill that was taken back stays deleted: its invoice can be taken over again. */
export async function refuseRecovery({ tx, id }: { tx: Db; id: string }): Promise<void> {
  if (await statedVatOf(tx, id)) throw new DomainError('StateRefused', 'bills.refusals.fromEInvoice');
}
