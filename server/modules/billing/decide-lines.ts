import { sql } from 'drizzle-orm';
import { CHARGEABLE, type LineDecision, type LineResult } from '#contract/billing/carrier-costs';
import type { Db } from '../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError } from '../../core/http/errors.ts';
import { forgetCosts, learnCosts } from '../shipping/index.ts';
import { carrierBillLines } from './carrier-bill-lines/table.ts';
import { countLines } from './compare-lines.ts';
import { addToDispute, countDisputes } from './dispute-lines.ts';
import { carrierDecisions } from './tables.ts';

/**
 * What becomes of a difference: it is accepted, asked back from the carrier, or charged to the merchant. The only writer of the state of a
 * line besides the comparison and taking a file back. The collector makes the charge (meters/surcharge.ts).
 */

/** After this many days the collector no longer takes a charge back by itself. */
export const UNDO_DAYS = 40;
const NO_ID = '00000000-0000-7000-8000-000000000000';

/** Lines by their ids, or all undecided ones of a list with this result. */
export type Which = { ids: readonly string[] } | { carrierBillId: string; result: LineResult };

const LINE = {
  id: carrierBillLines.id,
  carrierBillId: carrierBillLines.carrierBillId,
  carrierId: carrierBillLines.carrierId,
  currency: carrierBillLines.currency,
  kind: carrierBillLines.kind,
  amount: carrierBillLines.amount,
  difference: carrierBillLines.difference,
  result: carrierBillLines.result,
  state: carrierBillLines.state,
  purchaseId: carrierBillLines.purchaseId,
};
const COLUMNS = sql`id, carrier_bill_id, carrier_id, currency, kind, amount, difference, result, state, purchase_id`;
const lockByIds = statement(
  LINE,
  ({ ids }: { ids: readonly string[] }) =>
    sql`select ${COLUMNS} from carrier_bill_lines where id = any(${uuids(ids)}) order by carrier_bill_id, position for update`,
  [{ ids: [] }],
);
const lockByResult = statement(
  LINE,
  ({ carrierBillId, result }: { carrierBillId: string; result: string }) =>
    sql`select ${COLUMNS} from carrier_bill_lines where carrier_bill_id = ${carrierBillId}::uuid and result = ${result} and state = 'open' order by position for update`,
  [{ carrierBillId: NO_ID, result: 'ok' }],
);
type Line = Row<typeof lockByIds>;

const markDecided = command(
  ({ ids, state, decisionId, disputeId }: { ids: readonly string[]; state: string; decisionId: string; disputeId: string | null }) =>
    sql`update carrier_bill_lines set state = ${state}, decision_id = ${decisionId}::uuid, decided_at = clock_timestamp(), decided_by = kontor_actor(),
      dispute_id = ${disputeId}::uuid where id = any(${uuids(ids)}) and state = 'open'`,
  [{ ids: [], state: 'accepted', decisionId: NO_ID, disputeId: null }],
);
const noteDecision = statement(
  { id: carrierDecisions.id },
  (d: { carrierBillId: string; decision: string; lines: number; amount: number; learned: string }) =>
    sql`insert into carrier_decisions (created_by, carrier_bill_id, decision, lines, amount, learned)
      values (kontor_actor(), ${d.carrierBillId}::uuid, ${d.decision}, ${d.lines}::int, ${d.amount}::bigint, ${d.learned}::jsonb) returning id`,
  [{ carrierBillId: NO_ID, decision: 'accept', lines: 1, amount: 0, learned: '[]' }],
);

const countServices = statement(
  { n: cell.bigint },
  () =>
    sql`select count(*) as n from quotation_categories where meter = 'label.surcharge' and metered_from <= (select kontor_day()) and active and deleted_at is null`,
);

/** Whether a decision fits a line: money is asked back or charged only where some is billed above what is right, and to a merchant only what the carrier billed rightly. */
const fits = (decision: LineDecision, { state, result, difference, purchaseId }: Line): boolean => {
  if (state !== 'open') return false;
  if (decision === 'accept') return true;
  return difference > 0 && (decision === 'dispute' || (purchaseId !== null && CHARGEABLE.includes(result)));
};

export type Decided = { id: string; code: 'OK' | 'StateRefused'; data?: string }[];
const STATE = { accept: 'accepted', dispute: 'disputed', charge: 'charged' } as const;

/** Decides lines of one list at once. @returns the decision, by which it is undone */
async function decideOfBill(tx: Db, carrierBillId: string, lines: readonly Line[], decision: LineDecision): Promise<string> {
  const [first] = lines;
  const disputeId = decision === 'dispute' && first ? await addToDispute(tx, first) : null;
  const unknown = lines.filter(({ result, kind }) => decision === 'accept' && result === 'costUnknown' && kind === 'base');
  // What the carrier bills becomes the cost of a label whose cost nobody knew, so that it can be charged.
  const learned = await learnCosts(
    tx,
    unknown.flatMap(({ purchaseId, amount: cost, currency }) => (purchaseId === null ? [] : [{ id: purchaseId, cost, currency }])),
  );
  const amount = lines.reduce((sum, { difference }) => sum + difference, 0);
  const { id } = await noteDecision.one(tx, { carrierBillId, decision, lines: lines.length, amount, learned: JSON.stringify(learned) });
  await markDecided(tx, { ids: lines.map((line) => line.id), state: STATE[decision], decisionId: id, disputeId });
  if (disputeId !== null) await countDisputes(tx, { carrierBillId });
  await countLines(tx, { id: carrierBillId });
  return id;
}

/**
 * Decides each line that the decision fits; the others are refused one by one. Repeating it changes nothing.
 * @throws DomainError StateRefused `noService`: nothing would charge what is passed on, and nobody would notice
 */
export async function decideLines(tx: Db, which: Which, decision: LineDecision): Promise<{ results: Decided; decisionIds: string[] }> {
  if (decision === 'charge' && (await countServices.one(tx)).n === 0)
    throw new DomainError('StateRefused', 'carrierBillLines.refusals.noService');
  const lines = 'ids' in which ? await lockByIds(tx, which) : await lockByResult(tx, which);
  const right = lines.filter((line) => fits(decision, line));
  const bills = [...new Set(right.map(({ carrierBillId }) => carrierBillId))];
  const decisionIds: string[] = [];
  for (const bill of bills)
    decisionIds.push(
      await decideOfBill(
        tx,
        bill,
        right.filter(({ carrierBillId }) => carrierBillId === bill),
        decision,
      ),
    );
  const done = new Set(right.map(({ id }) => id));
  const again = (line: Line): boolean => line.state === STATE[decision];
  const refusal = `carrierBillLines.refusals.${decision}`;
  const asked = 'ids' in which ? which.ids : lines.map(({ id }) => id);
  const results = asked.map((id) => {
    const line = lines.find((one) => one.id === id);
    if (done.has(id) || (line && again(line))) return { id, code: 'OK' as const };
    return { id, code: 'StateRefused' as const, data: refusal };
  });
  return { results, decisionIds };
}

const lockDecided = statement(
  {
    id: carrierBillLines.id,
    carrierBillId: carrierBillLines.carrierBillId,
    isOld: cell.boolean,
    isAnswered: cell.boolean,
    purchaseId: carrierBillLines.purchaseId,
  },
  ({ ids, decisionIds }: { ids: readonly string[]; decisionIds: readonly string[] }) =>
    sql`select l.id, l.carrier_bill_id, l.state = 'charged' and l.decided_at < now() - make_interval(days => ${UNDO_DAYS}::int) as is_old,
        l.state = 'disputed' and d.state is distinct from 'open' as is_answered, l.purchase_id
      from carrier_bill_lines l left join carrier_disputes d on d.id = l.dispute_id
      where (l.id = any(${uuids(ids)}) or l.decision_id = any(${uuids(decisionIds)})) and l.state in ('accepted', 'disputed', 'charged') order by l.carrier_bill_id, l.position for update of l`,
  [{ ids: [], decisionIds: [] }],
);
const findLearned = statement(
  { learned: carrierDecisions.learned },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select d.learned from carrier_decisions d where d.id in (select decision_id from carrier_bill_lines where id = any(${uuids(ids)}) and decision_id is not null)`,
  [{ ids: [] }],
);
const markOpen = command(
  ({ ids }: { ids: readonly string[] }) =>
    sql`update carrier_bill_lines set state = 'open', decision_id = null, decided_at = null, decided_by = null, dispute_id = null where id = any(${uuids(ids)})`,
  [{ ids: [] }],
);
const noteUndone = command(
  ({ ids }: { ids: readonly string[] }) => sql`update carrier_decisions d set undone_at = clock_timestamp(), undone_by = kontor_actor()
    where undone_at is null and id in (select decision_id from carrier_bill_lines where id = any(${uuids(ids)}))
      and not exists (select from carrier_bill_lines l where l.decision_id = d.id and l.id <> all(${uuids(ids)}))`,
  [{ ids: [] }],
);

/**
 * Takes decisions back: the lines are undecided again. The collector takes their charges back, with a credit note if they are billed.
 * @throws DomainError StateRefused `answered` for a dispute that the carrier answered, `tooOld`
 */
export async function undoDecisions(
  tx: Db,
  { ids = [], decisionIds = [] }: { ids?: readonly string[]; decisionIds?: readonly string[] },
): Promise<number> {
  const lines = await lockDecided(tx, { ids, decisionIds });
  if (lines.some(({ isAnswered }) => isAnswered)) throw new DomainError('StateRefused', 'carrierBillLines.refusals.answered');
  if (lines.some(({ isOld }) => isOld)) throw new DomainError('StateRefused', 'carrierBillLines.refusals.tooOld');
  const found = lines.map(({ id }) => id);
  const purchases = new Set(lines.map(({ purchaseId }) => purchaseId));
  const learned = (await findLearned(tx, { ids: found })).flatMap((one) => one.learned).filter(({ id }) => purchases.has(id));
  await forgetCosts(tx, learned);
  await noteUndone(tx, { ids: found });
  await markOpen(tx, { ids: found });
  for (const carrierBillId of new Set(lines.map((one) => one.carrierBillId))) {
    await countDisputes(tx, { carrierBillId });
    await countLines(tx, { id: carrierBillId });
  }
  return found.length;
}
