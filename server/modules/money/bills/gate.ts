import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { CURRENCIES } from '#contract/core/fields';
import type { bills as area, BillLine } from '#contract/money/bills';
import { matchLine } from '#contract/money/match';
import { type Currency, EXPONENTS, HOUSE_CURRENCY, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { isStaff } from '../../../core/http/actor.ts';
import type { AreaRow, Written } from '../../../core/http/area.ts';
import { lookAsHouse } from '../../../core/http/write.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { bills } from './table.ts';

/** Bills for a carrier's own orders (`/carriergate/bills`), entered by its people or, where they came on paper, by the house. */

type Bill = Written<typeof area>;
type Agreed = { price: number | null; currency: Currency };
const ONE = 10 ** QTY_SCALE;

/**
 * The carrier whose orders the lines are held against: who writes, or whose paper the house enters, as soon as one of its lines names an
 * order. A bill that stands is the house's to set right. Null: no carrier's.
 */
export function gateOf(actor: Actor, values: Bill, current: Bill | null): string | null {
  if (!isStaff(actor)) return actor.carrierId;
  const named = (values.lines ?? []).some(({ orderNo }) => orderNo);
  return current === null && named ? (values.carrierId ?? null) : null;
}

const numbersOf = (lines: readonly BillLine[]): string[] => [...new Set(lines.map(({ orderNo }) => orderNo).filter(Boolean))];
const texts = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

/** The offer that was taken: of the quote that the order came from, of the quote itself, or of the collection. */
const TAKEN = sql`left join lateral (select q.carrier_id, q.price, q.currency from transport_quotes q where q.id = t.id or q.order_id = t.id
  union all select c.carrier_id, c.price, c.currency from collections c where c.id = t.id limit 1) taken on true`;

const findOrders = statement(
  { no: tasks.no, price: orNull(cell.double), currency: orNull(cell.oneOf(CURRENCIES)) },
  ({
    carrierId,
    numbers,
  }: {
    carrierId: string;
    numbers: readonly string[];
  }) => sql`select t.no, taken.price::float8 as price, taken.currency from tasks t ${TAKEN}
      where t.no = any(${texts(numbers)}) and t.deleted_at is null and coalesce(taken.carrier_id, t.carrier_id) = ${carrierId}::uuid`,
  [{ carrierId: '', numbers: [''] }],
);
const findAgreed = statement(
  { carrierId: orNull(cell.uuid), price: orNull(cell.double), currency: orNull(cell.oneOf(CURRENCIES)) },
  ({ no }: { no: string }) =>
    sql`select coalesce(taken.carrier_id, t.carrier_id) as carrier_id, taken.price::float8 as price, taken.currency from tasks t ${TAKEN} where t.no = ${no}`,
);
const findBilled = statement(
  { orderNo: cell.text, theirNo: bills.theirNo },
  ({
    carrierId,
    numbers,
  }: {
    carrierId: string;
    numbers: readonly string[];
  }) => sql`select line->>'orderNo' as order_no, b.their_no from bills b cross join lateral jsonb_array_elements(b.lines) line
      where b.carrier_id = ${carrierId}::uuid and b.deleted_at is null and line->>'orderNo' = any(${texts(numbers)})`,
  [{ carrierId: '', numbers: [''] }],
);

/** Orders of this carrier by their numbers, with the price of the offer that was taken. Those of others are not there. */
async function ordersOf(tx: Db, carrierId: string, numbers: readonly string[]): Promise<Map<string, Agreed>> {
  if (numbers.length === 0) return new Map();
  const rows = await lookAsHouse(tx, () => findOrders(tx, { carrierId, numbers }));
  return new Map(rows.map(({ no, price, currency }) => [no, { price, currency: currency ?? HOUSE_CURRENCY }]));
}

/** What was agreed for an order, and with whom. */
export async function agreedFor(tx: Db, no: string): Promise<Agreed & { carrierId: string | null }> {
  const row = await lookAsHouse(tx, () => findAgreed.first(tx, { no }));
  return { carrierId: row?.carrierId ?? null, price: row?.price ?? null, currency: row?.currency ?? HOUSE_CURRENCY };
}

/** Which of these orders stand on another bill of this carrier that nobody took away: order number → number of the bill. */
async function billed(tx: Db, carrierId: string, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await lookAsHouse(tx, () => findBilled(tx, { carrierId, numbers }));
  return new Map(rows.map(({ orderNo, theirNo }) => [orderNo, theirNo]));
}

/**
 * What is wrong with a carrier's bill beyond any bill's faults: each line is for an order of its own, and for each order once. The house
 * may enter what else stands on the paper.
 */
export async function gateFaults(tx: Db, actor: Actor, carrierId: string, values: Bill): Promise<FieldError[]> {
  const lines = values.lines ?? [];
  if (lines.length === 0) return [{ path: 'lines', rule: 'required' }];
  const numbers = numbersOf(lines);
  const [own, twice] = [await ordersOf(tx, carrierId, numbers), await billed(tx, carrierId, numbers)];
  const errors: FieldError[] = [];
  lines.forEach(({ orderNo }, i) => {
    const path = `lines.${i}.orderNo`;
    const no = twice.get(orderNo);
    if (orderNo === '') errors.push(...(isStaff(actor) ? [] : [{ path, rule: 'required' }]));
    else if (!own.has(orderNo)) errors.push({ path, rule: 'reference' });
    else if (no !== undefined) errors.push({ path, rule: 'billedTwice', params: { no } });
  });
  // Prices compare in one currency only: that of the offer.
  if ([...own.values()].some(({ price, currency }) => price !== null && currency !== values.currency))
    errors.push({ path: 'currency', rule: 'choice' });
  return errors;
}

/** The bill as it is kept: whose it is, and beside each line what was agreed. What its writer says about these does not count. */
export async function atGate(tx: Db, actor: Actor, carrierId: string, values: Bill): Promise<Bill> {
  const lines = values.lines ?? [];
  const own = await ordersOf(tx, carrierId, numbersOf(lines));
  const currency = values.currency ?? HOUSE_CURRENCY;
  const priced = lines.map((line): BillLine => {
    const agreed = own.get(line.orderNo);
    const price = agreed?.currency === currency ? (agreed.price ?? null) : null;
    return {
      ...line,
      ordered: price === null ? null : ONE,
      orderedPrice: price === null ? null : price * 10 ** (PRICE_SCALE - EXPONENTS[currency]),
      received: null,
    };
  });
  if (isStaff(actor)) return { ...values, lines: priced };
  return { ...values, no: '', supplierId: null, purchaseOrderId: null, carrierId, byCarrier: true, lines: priced };
}

/** Why a carrier's bill is in question, in figures that need no language: more billed than the offer said. Empty: it is not. */
export function overAgreed({ lines, currency }: AreaRow<typeof area>): string {
  const amount = (price: number): string => (price / 10 ** PRICE_SCALE).toFixed(2);
  return lines
    .filter((line) => matchLine(line, currency).some(({ worth }) => worth > 0))
    .map(({ orderNo, qty, unitPrice, orderedPrice }) => {
      const times = qty === ONE ? '' : `${qty / ONE} × `;
      return `${orderNo}: ${times}${amount(unitPrice)} > ${amount(orderedPrice ?? 0)} ${currency}`;
    })
    .join('; ')
    .slice(0, 500);
}
