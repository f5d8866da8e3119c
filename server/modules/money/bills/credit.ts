import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import type { bills as area, BillLine } from '#contract/money/bills';
import { divide, EXPONENTS } from '#contract/money/scale';
import { lineNet, totalsOf } from '#contract/money/sums';
import type { Db } from '../../../core/db/client.ts';
import { cell, type Row, statement } from '../../../core/db/statement.ts';
import type { Written } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { runAsHouse } from '../../../core/http/write.ts';
import { bills } from './table.ts';

/** Credits of suppliers and carriers: what they take back of a bill, line by line. Amounts are positive. */

type Bill = Written<typeof area>;

const ORIGINAL = {
  id: bills.id,
  supplierId: bills.supplierId,
  carrierId: bills.carrierId,
  currency: bills.currency,
  lines: bills.lines,
  gross: bills.gross,
  open: bills.open,
  rate: bills.rate,
  approvedAt: bills.approvedAt,
};
const ORIGINAL_COLUMNS = sql`select id, supplier_id, carrier_id, currency, lines, gross, open, rate, approved_at from bills`;
const findOriginal = statement(
  ORIGINAL,
  ({ id }: { id: string }) => sql`${ORIGINAL_COLUMNS} where id = ${id}::uuid and kind = 'bill' and deleted_at is null`,
);
const lockOriginal = statement(
  ORIGINAL,
  ({ id }: { id: string }) => sql`${ORIGINAL_COLUMNS} where id = ${id}::uuid and kind = 'bill' and deleted_at is null for update`,
);
type Original = Row<typeof findOriginal>;

const findCredits = statement(
  { lines: bills.lines, gross: bills.gross, refused: bills.refused, isApproved: cell.boolean },
  ({ id, without }: { id: string; without: string | null }) =>
    sql`select lines, gross, refused, approved_at is not null as is_approved from bills
      where credits_id = ${id}::uuid and deleted_at is null and id is distinct from ${without}::uuid`,
);
type Credit = Row<typeof findCredits>;

/** The net that a credit takes from a line. Of a credit that was approved in part, the refused share does not count. */
function creditedOf({ lines, gross, refused }: Credit, lineId: string, currency: Original['currency']): number {
  const net = lines.filter(({ ofLine }) => ofLine === lineId).reduce((sum, line) => sum + lineNet(line, currency), 0);
  const whole = gross + refused;
  return refused === 0 || whole === 0 ? net : Number(divide(BigInt(net) * BigInt(gross), BigInt(whole)));
}

export type CreditableLine = { line: BillLine; net: number; left: number };
export type Creditable = { original: Original; lines: CreditableLine[]; left: number };

function creditableOf(original: Original, credits: readonly Credit[]): Creditable {
  const { currency, lines, gross } = original;
  return {
    original,
    lines: lines.map((line) => {
      const net = lineNet(line, currency);
      return { line, net, left: net - credits.reduce((sum, credit) => sum + creditedOf(credit, line.id, currency), 0) };
    }),
    left: gross - credits.reduce((sum, credit) => sum + credit.gross, 0),
  };
}

/** What can still be credited of a bill: net of each line, and in all with VAT, in the smallest unit. Null if there is no such bill. */
export async function creditable(tx: Db, id: string): Promise<Creditable | null> {
  const original = await findOriginal.first(tx, { id });
  return original && creditableOf(original, await findCredits(tx, { id, without: null }));
}

/**
 * Locks the bill, so that two credits that are entered at the same time see each other.
 * `without`: the credit that is being changed.
 */
const lockCreditable = (tx: Db, id: string, without: string | null): Promise<Creditable | null> =>
  runAsHouse(tx, async () => {
    const original = await lockOriginal.first(tx, { id });
    return original && creditableOf(original, await findCredits(tx, { id, without }));
  });

/**
 * Checks of a credit: it names a bill of the same party in the same currency, says why, and credits each of its lines at most as far as the
 * bill charges it and no other credit takes it back.
 */
export async function creditFaults(tx: Db, row: Bill, id: string | null): Promise<FieldError[]> {
  const found = await lockCreditable(tx, row.creditsId ?? '', id);
  if (!found) return [{ path: 'creditsId', rule: 'reference' }];
  const { original, left } = found;
  const { currency } = original;
  const lines = row.lines ?? [];
  const errors: FieldError[] = [];
  if (row.supplierId !== original.supplierId || row.carrierId !== original.carrierId) errors.push({ path: 'creditsId', rule: 'reference' });
  if (row.currency !== currency) errors.push({ path: 'currency', rule: 'otherCurrency', params: { currency } });
  if ((row.remark ?? '').trim() === '') errors.push({ path: 'remark', rule: 'required' });
  if (lines.length === 0) errors.push({ path: 'lines', rule: 'required' });
  const open = new Map(found.lines.map((one) => [one.line.id, one.left]));
  lines.forEach((line, i) => {
    const of = line.ofLine === null ? undefined : open.get(line.ofLine);
    if (line.ofLine === null || of === undefined) return errors.push({ path: `lines.${i}.ofLine`, rule: 'reference' });
    const net = lineNet(line, currency);
    open.set(line.ofLine, of - net);
    return net > of ? errors.push({ path: `lines.${i}.unitPrice`, rule: 'aboveCreditable', params: { max: inWords(of, currency) } }) : 0;
  });
  if (errors.length === 0 && totalsOf(withTax(lines, original), currency).gross > left)
    errors.push({ path: 'lines', rule: 'aboveCreditable', params: { max: inWords(left, currency) } });
  return errors;
}

const inWords = (amount: number, currency: Original['currency']): string =>
  `${(Math.max(0, amount) / 10 ** EXPONENTS[currency]).toFixed(EXPONENTS[currency])} ${currency}`;

/** A credited line has the order, the charge and the tax of the bill's line. */
const withTax = (lines: readonly BillLine[], original: Original): BillLine[] =>
  lines.map((line) => {
    const of = original.lines.find(({ id }) => id === line.ofLine);
    if (!of) return line;
    const { orderNo, charge, vatCategory, vatRate } = of;
    return { ...line, orderNo, charge, vatCategory, vatRate, ordered: null, orderedPrice: null, received: null };
  });

/** The lines of a credit with what the bill says about them. */
export async function creditLines(tx: Db, row: Bill): Promise<BillLine[]> {
  const original = await runAsHouse(tx, () => findOriginal.first(tx, { id: row.creditsId ?? '' }));
  return original ? withTax(row.lines ?? [], original) : (row.lines ?? []);
}

/**
 * The bill that an approved credit lowers, locked. `left`: what approved credits have not taken back, with VAT.
 * @throws DomainError StateRefused `creditBeforeBill` if the bill is not approved yet
 */
export async function approvedOriginal(
  tx: Db,
  credit: { id: string; creditsId: string | null },
): Promise<{ id: string; open: number; rate: number; left: number }> {
  const id = credit.creditsId ?? '';
  const original = await lockOriginal.first(tx, { id });
  if (!original?.approvedAt || original.rate === null) throw new DomainError('StateRefused', 'bills.refusals.creditBeforeBill');
  const earlier = (await findCredits(tx, { id, without: credit.id })).filter(({ isApproved }) => isApproved);
  const left = original.gross - earlier.reduce((sum, { gross }) => sum + gross, 0);
  return { id, open: original.open, rate: original.rate, left };
}
