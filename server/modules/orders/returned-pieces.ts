import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { CONDITIONS, RETURN_OUTCOMES } from '#contract/scanning/commands';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { stockMoves } from '../stock/stock-moves/table.ts';
import { taskEvents } from './tables.ts';

/** The event of a remark on a returned piece. Its payload names the piece and the photo; the last one of a piece counts. */
export const PIECE_NOTED = 'pieceNoted';

export const ReturnedPiece = z.object({
  /** The movement that took it back. */
  id: Id,
  at: z.string(),
  lineId: Id,
  sku: z.string(),
  qty: z.int(),
  serial: z.string(),
  lot: z.string(),
  outcome: z.enum(RETURN_OUTCOMES),
  condition: z.enum(CONDITIONS),
  /** Why a piece was taken that the return did not announce; a code of the station. */
  note: z.string(),
  remark: z.string(),
  photo: z.string().nullable(),
});
export type ReturnedPiece = z.infer<typeof ReturnedPiece>;

const OUTCOMES = `{${RETURN_OUTCOMES.join(',')}}`;
const findPieces = statement(
  {
    id: stockMoves.id,
    at: cell.text,
    lineId: { required: stockMoves.lineId },
    sku: stockMoves.sku,
    qty: stockMoves.qty,
    serial: stockMoves.serial,
    lot: stockMoves.lot,
    outcome: cell.oneOf(RETURN_OUTCOMES),
    condition: stockMoves.toCondition,
    note: cell.text,
    remark: cell.text,
    photo: orNull(cell.text),
  },
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`select m.id, to_char(m.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, m.line_id as "lineId", m.sku, m.qty, m.serial, m.lot, m.reason as outcome,
      m.to_condition as condition, coalesce(s.body->'act'->>'note', '') as note, coalesce(e.reason, '') as remark, e.payload->>'file' as photo
    from task_lines l join stock_moves m on m.line_id = l.id and m.from_place = 'customer' and m.reverses_id is null and m.reason = any(${OUTCOMES}::text[])
    left join scans s on s.id = m.scan_id
    left join lateral (select reason, payload from task_events where task_id = l.task_id and command = ${PIECE_NOTED} and payload->>'piece' = m.id::text order by id desc limit 1) e on true
    where l.task_id = ${taskId}::uuid and not exists (select from stock_moves r where r.reverses_id = m.id) order by m.at, m.id limit 2000`,
);

/** Who accepted the difference says why; otherwise the office or the station said so when the count was closed. */
const findAbsence = statement(
  { reason: taskEvents.reason },
  ({ taskId }: { taskId: string }) => sql`select reason from (
      select 1 as place, e.id, e.reason from task_events e where e.task_id = ${taskId}::uuid and e.command = 'acceptDifference'
      union all select 2, e.id, e.reason from task_events e where e.task_id = ${taskId}::uuid and e.command = 'closeReceipt'
      union all select 3, s.id, s.body->'act'->>'reason' from scans s where s.task_id = ${taskId}::uuid and s.act = 'closeReceipt' and s.outcome = 'applied'
        and not exists (select from scans u where u.undoes = s.id)
    ) r where reason <> '' order by place, id desc limit 1`,
);

/** The pieces of a return that came back, one row for each scan, in the order of their inspection. Undone scans are left out. */
export const returnedPieces = (tx: Db, taskId: string): Promise<ReturnedPiece[]> => findPieces(tx, { taskId });

/** Why announced pieces did not come: a code or the words of a person. Empty if nobody said so. */
export const absenceReason = async (tx: Db, taskId: string): Promise<string> => (await findAbsence.first(tx, { taskId }))?.reason ?? '';
