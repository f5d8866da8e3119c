import { sql } from 'drizzle-orm';
import type { DisputeState } from '#contract/billing/carrier-costs';
import type { Locale } from '#contract/core/limits';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { safeText } from '../../core/http/cells.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { textIn } from '../../core/http/texts.ts';
import { carrierBillLines } from './carrier-bill-lines/table.ts';
import { carrierBills } from './carrier-bills/table.ts';
import { carrierDisputes } from './carrier-disputes/table.ts';
import { countLines } from './compare-lines.ts';

/** Disputes with carriers: lines of a bill that the house asks back. The only writer of their state. */

const NO_ID = '00000000-0000-7000-8000-000000000000';

const findOpen = statement(
  { id: carrierDisputes.id },
  ({ carrierBillId }: { carrierBillId: string }) =>
    sql`select id from carrier_disputes where carrier_bill_id = ${carrierBillId}::uuid and state = 'open' and deleted_at is null for update`,
  [{ carrierBillId: NO_ID }],
);
const insertDispute = statement(
  { id: carrierDisputes.id },
  ({ carrierBillId }: { carrierBillId: string }) => sql`insert into carrier_disputes (no, carrier_id, carrier_bill_id, currency)
    select bill_no || '/' || (select count(*) + 1 from carrier_disputes d where d.carrier_bill_id = b.id), carrier_id, id, currency from carrier_bills b where b.id = ${carrierBillId}::uuid returning id`,
  [{ carrierBillId: NO_ID }],
);

/** The open dispute of a bill. One is opened if there is none. */
export async function addToDispute(tx: Db, { carrierBillId }: { carrierBillId: string }): Promise<string> {
  const found = (await findOpen.first(tx, { carrierBillId })) ?? (await insertDispute.one(tx, { carrierBillId }));
  return found.id;
}

/** Counts the open dispute of a bill; one without lines is gone. */
export const countDisputes = command(
  ({
    carrierBillId,
  }: {
    carrierBillId: string;
  }) => sql`update carrier_disputes d set lines = n.lines, amount = n.amount, deleted_at = case when n.lines = 0 then now() end
    from (select d.id, count(l.id)::int as lines, coalesce(sum(l.difference), 0)::bigint as amount from carrier_disputes d left join carrier_bill_lines l on l.dispute_id = d.id and l.state = 'disputed'
      where d.carrier_bill_id = ${carrierBillId}::uuid and d.state = 'open' and d.deleted_at is null group by d.id) n where d.id = n.id`,
  [{ carrierBillId: NO_ID }],
);

const lockDispute = statement(
  { state: carrierDisputes.state, amount: carrierDisputes.amount, carrierBillId: carrierDisputes.carrierBillId },
  ({ id }: { id: string }) =>
    sql`select state, amount, carrier_bill_id from carrier_disputes where id = ${id}::uuid and deleted_at is null for update`,
  [{ id: NO_ID }],
);
const writeAnswer = command(
  ({
    id,
    state,
    credited,
  }: {
    id: string;
    state: string;
    credited: number;
  }) => sql`update carrier_disputes set state = ${state}, credited = ${credited}::bigint,
    answered_at = case when ${state} = 'open' then null else clock_timestamp() end, answered_by = case when ${state} = 'open' then null else kontor_actor() end where id = ${id}::uuid`,
  [{ id: NO_ID, state: 'open', credited: 0 }],
);
/** What the carrier does not give back is decided anew: it is accepted, or charged to the merchant. */
const reopenLines = command(
  ({ id }: { id: string }) =>
    sql`update carrier_bill_lines set state = 'open', decision_id = null, decided_at = null, decided_by = null where dispute_id = ${id}::uuid and state = 'disputed'`,
  [{ id: NO_ID }],
);
const disputeAgain = command(
  ({ id }: { id: string }) =>
    sql`update carrier_bill_lines set state = 'disputed', decided_at = clock_timestamp(), decided_by = kontor_actor() where dispute_id = ${id}::uuid and state = 'open'`,
  [{ id: NO_ID }],
);

/**
 * Writes what the carrier answered. `credited` with an amount, `closed`: the house gives up, `rejected`: the lines are undecided again,
 * `open`: the answer is taken back. Repeating it changes nothing.
 * @throws DomainError StateRefused, InvalidInput
 */
export async function answerDispute(tx: Db, id: string, state: DisputeState, credited = 0): Promise<void> {
  const dispute = await lockDispute.first(tx, { id });
  if (!dispute) throw new DomainError('NotFound');
  if (dispute.state === state) return;
  if ((dispute.state === 'open') === (state === 'open')) throw new DomainError('StateRefused', 'carrierDisputes.refusals.answered');
  if (state === 'credited' && credited > dispute.amount) throw invalid([{ path: 'credited', rule: 'aboveBill' }]);
  if (state === 'open' && (await findOpen.first(tx, { carrierBillId: dispute.carrierBillId })))
    throw new DomainError('StateRefused', 'carrierDisputes.refusals.otherOpen');
  await writeAnswer(tx, { id, state, credited: state === 'credited' ? credited : 0 });
  if (state === 'rejected') await reopenLines(tx, { id });
  if (state === 'open' && dispute.state === 'rejected') {
    await disputeAgain(tx, { id });
    await countDisputes(tx, { carrierBillId: dispute.carrierBillId });
  }
  await countLines(tx, { id: dispute.carrierBillId });
}

const findLines = statement(
  {
    no: carrierDisputes.no,
    billNo: carrierBills.billNo,
    line: carrierBillLines.line,
    trackingNo: carrierBillLines.trackingNo,
    billedOn: orNull(carrierBillLines.billedOn),
    kind: carrierBillLines.kind,
    heading: carrierBillLines.heading,
    result: carrierBillLines.result,
    currency: carrierBillLines.currency,
    amount: carrierBillLines.amount,
    expected: orNull(carrierBillLines.expected),
    difference: carrierBillLines.difference,
    weight: orNull(carrierBillLines.weight),
    labelWeight: orNull(carrierBillLines.labelWeight),
    zone: carrierBillLines.zone,
    labelZone: carrierBillLines.labelZone,
    earlier: cell.text,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select d.no, b.bill_no, l.line, l.tracking_no, l.billed_on, l.kind, l.heading, l.result, l.currency, l.amount, l.expected, l.difference, l.weight, l.label_weight,
      l.zone, l.label_zone, coalesce(e.bill_no, '') as earlier
    from carrier_disputes d join carrier_bills b on b.id = d.carrier_bill_id join carrier_bill_lines l on l.dispute_id = d.id left join carrier_bills e on e.id = l.earlier_id
    where d.id = ${id}::uuid and d.deleted_at is null order by l.position`,
  [{ id: NO_ID }],
);
const quoted = (text: string): string => `"${safeText(text).replaceAll('"', '""')}"`;
const money = (amount: number | null): string => (amount === null ? '' : (amount / 100).toFixed(2));
const number = (value: number | null): string => (value === null ? '' : String(value));
const HEADS = [
  'line',
  'trackingNo',
  'billedOn',
  'kind',
  'heading',
  'result',
  'amount',
  'expected',
  'difference',
  'currency',
  'weight',
  'labelWeight',
  'zone',
  'labelZone',
  'earlierId',
] as const;

/** The lines of a dispute as CSV, to be sent to the carrier: UTF-8 with byte order mark, protected against formulas. */
export async function disputeFile(db: Db, id: string, locale: Locale): Promise<{ name: string; text: string }> {
  const lines = await findLines(db, { id });
  const [first] = lines;
  if (!first) throw new DomainError('NotFound');
  const head = HEADS.map((name) => quoted(textIn(locale, `carrierBillLines.fields.${name}`)));
  const rows = lines.map((l) => [
    String(l.line),
    quoted(l.trackingNo),
    l.billedOn ?? '',
    quoted(textIn(locale, `carrierBillLines.kinds.${l.kind}`)),
    quoted(l.heading),
    quoted(textIn(locale, `carrierBillLines.results.${l.result}`)),
    money(l.amount),
    money(l.expected),
    money(l.difference),
    l.currency,
    number(l.weight),
    number(l.labelWeight),
    quoted(l.zone),
    quoted(l.labelZone),
    quoted(l.earlier),
  ]);
  return {
    name: `${first.no.replaceAll(/[^\w.-]+/g, '-')}.csv`,
    text: `\ufeff${[head, ...rows].map((cells) => `${cells.join(';')}\r\n`).join('')}`,
  };
}
