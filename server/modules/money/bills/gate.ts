import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { CURRENCIES } from '#contract/core/fields';
import type { bills as area, BillLine } from '#contract/money/bills';
import { type Currency, EXPONENTS, HOUSE_CURRENCY, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { isStaff } from '../../../core/http/actor.ts';
import type { Written } from '../../../core/http/area.ts';
import { runAsHouse } from '../../../core/http/write.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { bills } from './table.ts';

/** Bills for a carrier's own orders (`/carriergate/bills`), entered by the carrier or, if received on paper, by the house. */

type Bill = Written<typeof area>;
type Agreed = { price: number | null; currency: Currency };
const ONE = 10 ** QTY_SCALE;

/**
 * The carrier whose orders the lines are checked against: the carrier of the user, or the carrier of a paper bill as soon as one line names
 * an order. Null: not a carrier's bill, or an existing bill, which the house corrects without these checks.
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

/** The accepted offer: of the quote behind the order, of the quote itself, or of the collection. */
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
      where b.carrier_id = ${carrierId}::uuid and b.deleted_at is null and line->>'orderNo' = any(${texts(numbers)})
        and b.kind = 'bill' and coalesce(line->>'charge', 'freight') = 'freight'
        and b.gross > (select coalesce(sum(c.gross), 0) from bills c where c.credits_id = b.id and c.approved_at is not null)`,
  [{ carrierId: '', numbers: [''] }],
);

/** Orders of this carrier by number, with the price of the accepted offer. Orders of other carriers are not returned. */
async function ordersOf(tx: Db, carrierId: string, numbers: readonly string[]): Promise<Map<string, Agreed>> {
  if (numbers.length === 0) return new Map();
  const rows = await runAsHouse(tx, () => findOrders(tx, { carrierId, numbers }));
  return new Map(rows.map(({ no, price, currency }) => [no, { price, currency: currency ?? HOUSE_CURRENCY }]));
}

/** The agreed price of an order, and its carrier. */
export async function agreedFor(tx: Db, no: string): Promise<Agreed & { carrierId: string | null }> {
  const row = await runAsHouse(tx, () => findAgreed.first(tx, { no }));
  return { carrierId: row?.carrierId ?? null, price: row?.price ?? null, currency: row?.currency ?? HOUSE_CURRENCY };
}

/** Orders whose transport is already on another (not deleted) bill of this carrier, unless it was credited in full: order number → bill number. */
async function billed(tx: Db, carrierId: string, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await runAsHouse(tx, () => findBilled(tx, { carrierId, numbers }));
  return new Map(rows.map(({ orderNo, theirNo }) => [orderNo, theirNo]));
}

const findNotBegun = statement(
  { no: tasks.no },
  ({ numbers }: { numbers: readonly string[] }) => sql`select t.no from tasks t where t.no = any(${texts(numbers)}) and t.deleted_at is null
      and coalesce(t.under_way_at, t.arrived_at, t.delivered_at) is null
      and not exists (select from parcels p where p.task_id = t.id and p.handed_over_at is not null) limit 1`,
  [{ numbers: [''] }],
);
/** Whether a line charges for an order of which nothing was picked up, handed over or delivered yet. */
export async function isBeforeService(tx: Db, lines: readonly BillLine[]): Promise<boolean> {
  const numbers = numbersOf(lines);
  return numbers.length > 0 && Boolean(await runAsHouse(tx, () => findNotBegun.first(tx, { numbers })));
}

/**
 * Additional checks of a carrier's bill: each line names an order of this carrier, and charges its transport once over all bills. Surcharges
 * come in any number. The house may also enter other lines of the paper bill.
 */
export async function gateFaults(tx: Db, actor: Actor, carrierId: string, values: Bill): Promise<FieldError[]> {
  const lines = values.lines ?? [];
  if (lines.length === 0) return [{ path: 'lines', rule: 'required' }];
  const numbers = numbersOf(lines);
  const [own, twice] = [await ordersOf(tx, carrierId, numbers), await billed(tx, carrierId, numbers)];
  const errors: FieldError[] = [];
  lines.forEach(({ orderNo, charge }, i) => {
    const path = `lines.${i}.orderNo`;
    const no = charge === 'surcharge' ? undefined : twice.get(orderNo);
    if (orderNo === '') errors.push(...(isStaff(actor) ? [] : [{ path, rule: 'required' }]));
    else if (!own.has(orderNo)) errors.push({ path, rule: 'reference' });
    else if (no !== undefined) errors.push({ path, rule: 'billedTwice', params: { no } });
  });
  // Prices can only be compared in the currency of the offer.
  if ([...own.values()].some(({ price, currency }) => price !== null && currency !== values.currency))
    errors.push({ path: 'currency', rule: 'choice' });
  return errors;
}

/** Fills in the owner of the bill and the agreed price of each line. Values given by the client for these are ignored. */
export async function atGate(tx: Db, actor: Actor, carrierId: string, values: Bill): Promise<Bill> {
  const lines = values.lines ?? [];
  const own = await ordersOf(tx, carrierId, numbersOf(lines));
  const currency = values.currency ?? HOUSE_CURRENCY;
  const priced = lines.map((line): BillLine => {
    const agreed = own.get(line.orderNo);
    // Nobody agreed to a surcharge: it is a difference in full.
    if (line.charge === 'surcharge') return { ...line, ordered: 0, orderedPrice: null, received: null };
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
