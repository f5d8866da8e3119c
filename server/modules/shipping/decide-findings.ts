import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { decideLines } from '../billing/index.ts';
import { labelFindings } from './label-findings/table.ts';
import { takeOff } from './void-found.ts';

/** What people decide about labels to check. Each row is decided for itself; what does not fit is refused, and repeating changes nothing. */

const NO_ID = '00000000-0000-7000-8000-000000000000';
const lock = statement(
  {
    id: labelFindings.id,
    kind: labelFindings.kind,
    state: labelFindings.state,
    parcelId: labelFindings.parcelId,
    trackingNo: labelFindings.trackingNo,
    canVoid: labelFindings.canVoid,
  },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select id, kind, state, parcel_id, tracking_no, can_void from label_findings where id = any(${uuids(ids)}) and deleted_at is null order by id for update`,
  [{ ids: [] }],
);
type Finding = Row<typeof lock>;
/** The undecided lines of a bill that a row stands for. */
const findLines = statement(
  { id: cell.uuid },
  ({
    id,
  }: {
    id: string;
  }) => sql`select l.id from label_findings f join carrier_bill_lines l on l.carrier_bill_id = f.carrier_bill_id and l.state = 'open'
    and case when f.kind = 'notBought' then l.result = 'notOurs' and l.currency = f.currency and l.tracking_key = (select s.tracking_key from carrier_bill_lines s where s.id = f.subject)
      else l.result = 'labelVoid' and l.purchase_id = f.subject end
    where f.id = ${id}::uuid`,
  [{ id: NO_ID }],
);
const mark = command(
  ({ id, state, reason }: { id: string; state: 'accepted' | 'disputed' | 'voiding'; reason: string }) =>
    sql`update label_findings set state = ${state}, reason = ${reason}, message = case when ${state} = 'voiding' then '' else message end,
      decided_at = clock_timestamp(), decided_by = kontor_actor() where id = ${id}::uuid`,
  [{ id: NO_ID, state: 'accepted', reason: '' }],
);
const reopen = command(
  ({ id }: { id: string }) =>
    sql`update label_findings set state = 'open', reason = '', decided_at = null, decided_by = null where id = ${id}::uuid`,
  [{ id: NO_ID }],
);

export type Decided = { id: string; code: 'OK' | 'StateRefused'; data?: string }[];

/** Runs a decision for each row. @param run returns the key of a refusal, or null */
async function decide(tx: Db, ids: readonly string[], run: (found: Finding) => Promise<string | null>): Promise<Decided> {
  const known = new Map((await lock(tx, { ids })).map((one) => [one.id, one]));
  const results: Decided = [];
  for (const id of ids) {
    const found = known.get(id);
    const refusal = found ? await run(found) : 'gone';
    results.push(refusal === null ? { id, code: 'OK' } : { id, code: 'StateRefused', data: `labelFindings.refusals.${refusal}` });
  }
  return results;
}

async function decideBill(tx: Db, id: string, decision: 'accept' | 'dispute'): Promise<number> {
  const ids = (await findLines(tx, { id })).map((line) => line.id);
  if (ids.length === 0) return 0;
  return (await decideLines(tx, { ids }, decision)).results.filter(({ code }) => code === 'OK').length;
}

/** The house bears the cost. @param mayPay whether the caller may accept what a carrier bills */
export const acceptFindings = (tx: Db, ids: readonly string[], reason: string, mayPay: boolean): Promise<Decided> =>
  decide(tx, ids, async ({ id, kind, state }) => {
    if (state === 'accepted') return null;
    if (state !== 'open') return 'notOpen';
    if (kind === 'notBought') {
      if (!mayPay) return 'bill';
      await decideBill(tx, id, 'accept');
    }
    await mark(tx, { id, state: 'accepted', reason });
    return null;
  });

/** The cost is asked back from the carrier, with the dispute of its bill. */
export const disputeFindings = (tx: Db, ids: readonly string[]): Promise<Decided> =>
  decide(tx, ids, async ({ id, state }) => {
    if (state === 'disputed') return null;
    if (state !== 'open') return 'notOpen';
    if ((await decideBill(tx, id, 'dispute')) === 0) return 'notBilled';
    await mark(tx, { id, state: 'disputed', reason: '' });
    return null;
  });

/** The carrier is asked to take it back. Send the job `labels.review` after the commit. */
export const voidFindings = (tx: Db, ids: readonly string[], by: string): Promise<Decided> =>
  decide(tx, ids, async ({ id, state, canVoid, parcelId, trackingNo }) => {
    if (state === 'voiding') return null;
    if (state !== 'open') return 'notOpen';
    if (!canVoid || parcelId === null) return 'cannotVoid';
    if (!(await takeOff(tx, { parcelId, trackingNo, by }))) return 'handedOver';
    await mark(tx, { id, state: 'voiding', reason: '' });
    return null;
  });

/** Takes back that a label was accepted. What is billed is reopened on the bill. */
export const reopenFindings = (tx: Db, ids: readonly string[]): Promise<Decided> =>
  decide(tx, ids, async ({ id, kind, state }) => {
    if (state === 'open') return null;
    if (state !== 'accepted' || kind === 'notBought') return 'notAccepted';
    await reopen(tx, { id });
    return null;
  });
