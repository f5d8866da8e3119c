import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { forgetCosts } from '../shipping/index.ts';
import { lockBilling } from './billing-lock.ts';
import { carrierBills } from './carrier-bills/table.ts';
import { compareBill, lockCarrier } from './compare-lines.ts';
import { UNDO_DAYS } from './decide-lines.ts';
import { countDisputes } from './dispute-lines.ts';
import { carrierDecisions } from './tables.ts';

/** Takes the list of a carrier back with all its effects, as long as nobody was billed because of it and the carrier answered nothing. */

type Bill = { id: string };
const EXAMPLE = [{ id: '00000000-0000-7000-8000-000000000000' }];

const lockBill = statement(
  { state: carrierBills.state, carrierId: carrierBills.carrierId },
  ({ id }: Bill) => sql`select state, carrier_id from carrier_bills where id = ${id}::uuid for update`,
  EXAMPLE,
);
/** Charges of its surcharges, and charges of labels whose cost it told. */
const findObstacles = statement(
  { isBilled: cell.boolean, isAnswered: cell.boolean, isOld: cell.boolean },
  ({
    id,
  }: Bill) => sql`with standing as (select c.source_id, c.source_kind from charges c where c.state in ('inRun', 'billed') and not exists (select from charges r where r.reverses_id = c.id))
    select exists (select from standing s join carrier_bill_lines l on l.id = s.source_id where s.source_kind = 'carrierBillLine' and l.carrier_bill_id = ${id}::uuid)
        or exists (select from standing s join carrier_decisions d on d.carrier_bill_id = ${id}::uuid and d.undone_at is null cross join jsonb_array_elements(d.learned) x
          where s.source_kind = 'label' and s.source_id = (x->>'id')::uuid) as is_billed,
      exists (select from carrier_disputes where carrier_bill_id = ${id}::uuid and state in ('credited', 'closed') and deleted_at is null) as is_answered,
      exists (select from carrier_bill_lines where carrier_bill_id = ${id}::uuid and state = 'charged' and decided_at < now() - make_interval(days => ${UNDO_DAYS}::int)) as is_old`,
  EXAMPLE,
);
const findLearned = statement(
  { learned: carrierDecisions.learned },
  ({ id }: Bill) =>
    sql`select learned from carrier_decisions where carrier_bill_id = ${id}::uuid and undone_at is null and learned <> '[]'`,
  EXAMPLE,
);
const undoDecisionsOf = command(
  ({ id }: Bill) =>
    sql`update carrier_decisions set undone_at = clock_timestamp(), undone_by = kontor_actor() where carrier_bill_id = ${id}::uuid and undone_at is null`,
  EXAMPLE,
);
const takeLines = command(
  ({ id }: Bill) =>
    sql`update carrier_bill_lines set state = 'takenBack', decided_at = null, decided_by = null, dispute_id = null where carrier_bill_id = ${id}::uuid and state <> 'takenBack'`,
  EXAMPLE,
);
const takeBill = command(
  ({ id }: Bill) =>
    sql`update carrier_bills set state = 'takenBack', taken_back_at = clock_timestamp(), taken_back_by = kontor_actor(), undecided = 0 where id = ${id}::uuid`,
  EXAMPLE,
);
/** Lists with costs of the same parcels: what was billed twice may now be billed once. */
const findOthers = statement(
  { id: carrierBills.id },
  ({ id }: Bill) => sql`select b.id from carrier_bills b where b.state = 'compared' and b.id <> ${id}::uuid and exists (
      select from carrier_bill_lines l join carrier_bill_lines o on o.carrier_id = l.carrier_id and o.tracking_key = l.tracking_key
      where l.carrier_bill_id = ${id}::uuid and o.carrier_bill_id = b.id) order by b.sort_at`,
  EXAMPLE,
);

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `carrierBills.refusals.${reason}`);
};

/** Repeating it changes nothing. @throws DomainError NotFound, StateRefused */
export async function takeListBack(tx: Db, id: string): Promise<void> {
  // No run may take the charges meanwhile.
  await lockBilling(tx);
  const bill = await lockBill.first(tx, { id });
  if (!bill) throw new DomainError('NotFound');
  if (bill.state === 'takenBack') return;
  await lockCarrier(tx, bill);
  const { isBilled, isAnswered, isOld } = await findObstacles.one(tx, { id });
  if (isBilled) refuse('billed');
  if (isAnswered) refuse('answered');
  if (isOld) refuse('tooOld');
  await forgetCosts(
    tx,
    (await findLearned(tx, { id })).flatMap(({ learned }) => learned),
  );
  await undoDecisionsOf(tx, { id });
  await takeLines(tx, { id });
  await countDisputes(tx, { carrierBillId: id });
  await takeBill(tx, { id });
  for (const other of await findOthers(tx, { id })) await compareBill(tx, other.id);
}
