import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PARTY_KINDS } from '#contract/bank/proposal';
import type { Address } from '#contract/core/fields';
import { partyFaults } from '#contract/parties/party';
import type { Db } from '../../core/db/client.ts';
import { nextNumber } from '../../core/db/number-series.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { nextPaymentNo, today } from '../money/index.ts';
import { bankAccounts } from './bank-accounts/table.ts';
import { painFile } from './pain-file.ts';
import { paymentRuns } from './payment-runs/table.ts';
import { bankFiles, paymentOrders } from './tables.ts';

/** Payment runs: what is due, preparation, approval by a second person, the file. The only writer of their status. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `paymentRuns.refusals.${reason}`);
};

/** Why a bill cannot be paid now. Texts: `paymentRuns.blocked`. */
export const BLOCKED = ['disputed', 'ibanOpen', 'noIban', 'wrongIban', 'currency', 'inRun'] as const;

const findDue = statement(
  {
    id: cell.uuid,
    no: cell.text,
    partyKind: cell.oneOf(PARTY_KINDS),
    partyId: cell.uuid,
    party: cell.text,
    iban: cell.text,
    address: cell.jsonb<Partial<Address>>(),
    dueOn: cell.date,
    currency: cell.text,
    open: cell.bigint,
    discount: cell.bigint,
    discountUntil: orNull(cell.date),
    disputed: cell.boolean,
    ibanOpen: cell.boolean,
    inRun: cell.boolean,
  },
  ({ until, executeOn }: { until: string; executeOn: string }) => sql`select * from (
    select b.id, b.their_no as no, case when b.supplier_id is null then 'carriers' else 'suppliers' end as party_kind, coalesce(b.supplier_id, b.carrier_id) as party_id,
      coalesce(s.name, c.name) as party, coalesce(s.iban, p.iban, '') as iban, coalesce(s.address, p.address, '{}'::jsonb) as address, coalesce(b.due_date, b.bill_date) as due_on, b.currency, b.open,
      case when b.settled = 0 and s.discount_days > 0 and b.bill_date + s.discount_days >= ${executeOn}::date then round(b.gross * s.discount_percent / 10000.0)::bigint else 0 end as discount,
      case when s.discount_days > 0 then b.bill_date + s.discount_days end as discount_until, b.disputed_at is not null as disputed,
      exists (select from incoming_bills i where i.bill_id = b.id and i.iban_state = 'open') as iban_open,
      exists (select from payment_orders o where o.bill_id = b.id and o.live and o.entry_id is null) as in_run
    from bills b left join suppliers s on s.id = b.supplier_id left join carriers c on c.id = b.carrier_id left join suppliers p on p.id = c.supplier_id
    where b.open > 0 and b.kind = 'bill' and b.approved_at is not null and b.deleted_at is null) d
    where d.due_on <= ${until}::date or (d.discount > 0 and d.discount_until <= ${until}::date) order by case when d.discount > 0 then d.discount_until else d.due_on end, d.due_on, d.no limit 500`,
  [{ until: '2026-01-01', executeOn: '2026-01-01' }],
);

/** Bills due by a day, or whose cash discount ends by it, each with what stands against paying it. */
export async function dueBills(tx: Db, until: string, executeOn: string) {
  const rows = await findDue(tx, { until, executeOn });
  return rows.map(({ disputed, ibanOpen, inRun, ...row }) => {
    const blocked: (typeof BLOCKED)[number] | null = disputed
      ? 'disputed'
      : ibanOpen
        ? 'ibanOpen'
        : row.currency !== 'EUR'
          ? 'currency'
          : inRun
            ? 'inRun'
            : row.iban === ''
              ? 'noIban'
              : partyFaults({ iban: row.iban }).length > 0
                ? 'wrongIban'
                : null;
    return { ...row, blocked };
  });
}

const findAccount = statement(
  { name: bankAccounts.name, holder: bankAccounts.holder, iban: bankAccounts.iban, bic: bankAccounts.bic, currency: cell.text },
  ({ id }: { id: string }) =>
    sql`select b.name, b.holder, b.iban, b.bic, a.currency from bank_accounts b join accounts a on a.id = b.account_id where b.id = ${id}::uuid and b.deleted_at is null and b.active`,
);
const lockBills = command(
  ({ ids }: { ids: readonly string[] }) => sql`select id from bills where id = any(${uuids(ids)}) order by id for update`,
);
const insertRun = statement(
  { id: paymentRuns.id },
  (row: { no: string; bankAccountId: string; executeOn: string; orders: number; total: number }) =>
    sql`insert into payment_runs (no, bank_account_id, execute_on, orders, total, prepared_by) values (${row.no}, ${row.bankAccountId}::uuid, ${row.executeOn}::date, ${row.orders}::int, ${row.total}, kontor_actor()) returning id`,
  [{ no: 'X', bankAccountId: '00000000-0000-7000-8000-000000000000', executeOn: '2026-01-01', orders: 1, total: 1 }],
);
const FAR = '9999-12-31';

export type Chosen = { billId: string; withDiscount: boolean };

/**
 * Prepares a run of bills that are not blocked. Each order takes the number of the payment that the statement will book.
 * @throws DomainError InvalidInput for a day that is over; StateRefused `holderMissing`, `blocked`, `currency`
 */
export async function prepareRun(tx: Db, bankAccountId: string, executeOn: string, chosen: readonly Chosen[]): Promise<string> {
  if (executeOn < (await today(tx))) throw invalid([{ path: 'executeOn', rule: 'inPast' }]);
  const account = await findAccount.first(tx, { id: bankAccountId });
  if (!account) throw new DomainError('NotFound');
  if (account.currency !== 'EUR') refuse('currency');
  if (account.holder === '') refuse('holderMissing');
  await lockBills(tx, { ids: chosen.map(({ billId }) => billId) });
  const due = new Map((await dueBills(tx, FAR, executeOn)).map((bill) => [bill.id, bill]));
  const orders = [];
  for (const { billId, withDiscount } of chosen) {
    const bill = due.get(billId);
    if (!bill || bill.blocked !== null) return refuse('blocked');
    const discount = withDiscount ? bill.discount : 0;
    const { partyKind, partyId, party: name, iban, address, open } = bill;
    orders.push({
      billId,
      partyKind,
      partyId,
      name,
      iban,
      address,
      amount: open - discount,
      discount,
      text: bill.no,
      endToEnd: await nextPaymentNo(tx),
    });
  }
  const total = orders.reduce((sum, { amount }) => sum + amount, 0);
  const no = `ZL-${await nextNumber(tx, 'paymentRuns')}`;
  const { id } = await insertRun.one(tx, { no, bankAccountId, executeOn, orders: orders.length, total });
  await tx.insert(paymentOrders).values(orders.map((order) => ({ ...order, runId: id })));
  return id;
}

const lockRun = statement(
  {
    no: paymentRuns.no,
    bankAccountId: paymentRuns.bankAccountId,
    executeOn: paymentRuns.executeOn,
    status: paymentRuns.status,
    isOwn: cell.boolean,
    at: cell.text,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select no, bank_account_id, execute_on, status, prepared_by = kontor_actor() as is_own, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as at
    from payment_runs where id = ${id}::uuid for update`,
);
async function locked(tx: Db, id: string) {
  const row = await lockRun.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  return row;
}
const writeApproved = command(
  ({ id }: { id: string }) =>
    sql`update payment_runs set status = 'approved', approved_by = kontor_actor(), approved_at = clock_timestamp() where id = ${id}::uuid`,
);
const writeSent = command(
  ({ id, checksum }: { id: string; checksum: string }) =>
    sql`update payment_runs set status = 'sent', sent_at = clock_timestamp(), checksum = ${checksum} where id = ${id}::uuid`,
);
const writeCancelled = command(({ id }: { id: string }) => sql`update payment_runs set status = 'cancelled' where id = ${id}::uuid`);
const freeOrders = command(({ id }: { id: string }) => sql`update payment_orders set live = false where run_id = ${id}::uuid`);

/** @throws DomainError StateRefused `ownRun` for whoever prepared it; `notDraft` */
export async function approveRun(tx: Db, id: string): Promise<void> {
  const row = await locked(tx, id);
  if (row.status !== 'draft') refuse('notDraft');
  if (row.isOwn) refuse('ownRun');
  await writeApproved(tx, { id });
}

/** Frees the bills of a run. One that was sent stands, because the bank has it. @throws DomainError StateRefused `alreadySent` */
export async function cancelRun(tx: Db, id: string): Promise<void> {
  const row = await locked(tx, id);
  if (row.status === 'sent' || row.status === 'settled') refuse('alreadySent');
  await freeOrders(tx, { id });
  await writeCancelled(tx, { id });
}

const ORDER = {
  id: paymentOrders.id,
  billId: paymentOrders.billId,
  name: paymentOrders.name,
  iban: paymentOrders.iban,
  bic: paymentOrders.bic,
  address: paymentOrders.address,
  amount: paymentOrders.amount,
  discount: paymentOrders.discount,
  text: paymentOrders.text,
  endToEnd: paymentOrders.endToEnd,
  entryId: paymentOrders.entryId,
  open: cell.bigint,
  disputed: cell.boolean,
  ibanOpen: cell.boolean,
};
export const ordersOf = statement(
  ORDER,
  ({
    id,
  }: {
    id: string;
  }) => sql`select o.id, o.bill_id, o.name, o.iban, o.bic, o.address, o.amount, o.discount, o.text, o.end_to_end, o.entry_id, b.open, b.disputed_at is not null as disputed,
      exists (select from incoming_bills i where i.bill_id = b.id and i.iban_state = 'open') as iban_open
    from payment_orders o join bills b on b.id = o.bill_id where o.run_id = ${id}::uuid order by o.id`,
);

/**
 * Writes the file of an approved run. The same file comes again on a second call.
 * @throws DomainError StateRefused `notApproved`; `changed` if a bill was paid or disputed since; `dayOver` if its day is over
 */
export async function sendRun(tx: Db, id: string): Promise<void> {
  const row = await locked(tx, id);
  if (row.status === 'sent' || row.status === 'settled') return;
  if (row.status !== 'approved') refuse('notApproved');
  if (row.executeOn < (await today(tx))) refuse('dayOver');
  const account = await findAccount.one(tx, { id: row.bankAccountId });
  const orders = await ordersOf(tx, { id });
  if (orders.some(({ open, amount, discount, disputed, ibanOpen }) => open !== amount + discount || disputed || ibanOpen))
    refuse('changed');
  const text = painFile({
    messageId: row.no,
    createdAt: row.at,
    executeOn: row.executeOn,
    debtor: { name: account.holder, iban: account.iban, bic: account.bic },
    orders,
  });
  const content = Buffer.from(text);
  const checksum = createHash('sha256').update(content).digest('hex');
  await tx.insert(bankFiles).values({ checksum, content }).onConflictDoNothing();
  await writeSent(tx, { id, checksum });
}

export const fileOfRun = statement(
  { content: bankFiles.content, no: paymentRuns.no },
  ({ id }: { id: string }) =>
    sql`select f.content, r.no from payment_runs r join bank_files f on f.checksum = r.checksum where r.id = ${id}::uuid`,
);
