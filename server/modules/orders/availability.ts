import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { taskLines } from './task-lines/table.ts';

/**
 * Why pieces cannot be picked: not put away yet, on a pack table or cart, locked compartment, kept apart, not in good condition, or held
 * for others.
 */
const REASONS = ['atDock', 'atWork', 'locked', 'apart', 'notGood', 'held'] as const;
export const Available = z.object({
  lineId: Id,
  /** Pieces the line still needs. */
  wanted: z.int(),
  places: z.array(z.object({ place: z.string(), qty: z.int(), why: z.enum(REASONS).nullable() })),
});
export type Available = z.infer<typeof Available>;

const findPlaces = statement(
  { lineId: taskLines.id, wanted: cell.integer, places: cell.json<Available['places']>() },
  ({ taskId }: { taskId: string }) => sql`select l.id as "lineId", l.ordered - l.cancelled - l.reserved - l.picked as wanted,
        coalesce((select json_agg(json_build_object('place', p.place, 'qty', p.qty, 'why', p.why) order by p.why nulls first, p.place) from (
          select b.place, sum(n.qty)::int as qty, n.why from stock_balances b join compartments c on c.id = b.compartment_id
          cross join lateral (
            select b.on_hand - b.reserved as qty, case
              when c.kind = 'dock' then 'atDock' when c.kind in ('pack', 'cart') then 'atWork' when c.kind in ('quarantine', 'returns') then 'apart'
              when c.blocked_reason <> '' then 'locked' when b.condition <> 'good' then 'notGood' end as why
            union all select b.reserved - coalesce((select sum(v.qty) from reservations v join task_lines o on o.id = v.line_id where v.balance_id = b.id and o.task_id = ${taskId}::uuid), 0), 'held'
          ) n where b.item_id = l.item_id and b.merchant_id = l.merchant_id and b.on_hand > 0 and n.qty > 0
          group by b.place, n.why order by n.why nulls first, b.place limit 30) p), '[]') as places
      from task_lines l where l.task_id = ${taskId}::uuid and l.ordered - l.cancelled - l.reserved - l.picked > 0 order by l.position, l.id`,
);

/** For each line that still needs pieces: where its item is in stock and why it cannot be picked there (null if it can). */
export const availability = (tx: Db, taskId: string): Promise<Available[]> => findPlaces(tx, { taskId });
