import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { DomainError } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';
import { recompute } from '../tasks/recompute.ts';
import { type Goods, inStock, OUTSIDE, postMove } from './ledger.ts';

type Decision = { reason: string; by: string };
type Row = Record<string, unknown>;

async function lockCount(tx: Db, id: string, states: readonly string[]): Promise<Row> {
  const [count] = rowsOf(
    await tx.execute(sql`select id, no, state, round from counts where id = ${id}::uuid and deleted_at is null for update`),
  );
  if (!count) throw new DomainError('NotFound');
  if (!states.includes(count['state'] as string)) throw new DomainError('StateRefused', 'counts.refusals.state');
  return count;
}

/**
 * Books the differences of a counted-through count against ADJUST. A difference is what was counted minus what the books said at that moment,
 * so goods that moved meanwhile do not falsify it. Pieces that are missing and were promised are taken from their orders first.
 * @throws DomainError StateRefused `counts.refusals.state`, `counts.refusals.moved` where more is missing than still lies there
 */
export async function approveCount(tx: Db, id: string, { reason, by }: Decision): Promise<void> {
  const count = await lockCount(tx, id, ['review']);
  const lines = rowsOf(
    await tx.execute(
      sql`select l.*, counted - expected as off from count_lines l where count_id = ${id}::uuid and round = ${count['round'] as number} and counted <> expected order by l.id`,
    ),
  );
  const touched = new Set<string>();
  for (const line of lines) {
    const goods: Goods = {
      merchantId: line['merchant_id'] as string,
      itemId: line['item_id'] as string,
      lot: line['lot'] as string,
      expiry: line['expiry'] as string | null,
      serial: line['serial'] as string,
      condition: line['condition'] as Goods['condition'],
    };
    const [place, off] = [line['compartment_id'] as string, line['off'] as number];
    const cause = { reason, userId: by };
    if (off > 0) await postMove(tx, { ...goods, ...cause, qty: off, from: OUTSIDE.adjust, to: inStock(place) });
    else await takeOut(tx, goods, place, -off, cause, touched);
  }
  await tx.execute(
    sql`update counts set state = 'approved', approved_by = ${by}::uuid, approved_at = now(), reason = ${reason} where id = ${id}::uuid`,
  );
  await recompute(tx, touched, { command: 'counted', by, reason });
}

/** Missing pieces: free ones first, then those held for orders (which look for others), those in units last. */
async function takeOut(
  tx: Db,
  goods: Goods,
  place: string,
  qty: number,
  cause: { reason: string; userId: string },
  touched: Set<string>,
): Promise<void> {
  const rows = rowsOf(
    await tx.execute(sql`select id, on_hand, reserved, unit_id from stock_balances where item_id = ${goods.itemId}::uuid and compartment_id = ${place}::uuid and merchant_id = ${goods.merchantId}::uuid and lot = ${goods.lot}
      and expiry is not distinct from ${goods.expiry}::date and serial = ${goods.serial} and condition = ${goods.condition} and on_hand > 0 order by unit_id nulls first, id for update`),
  );
  let left = qty;
  for (const row of rows) {
    const n = Math.min(left, row['on_hand'] as number);
    if (n <= 0) break;
    const free = (row['on_hand'] as number) - (row['reserved'] as number);
    if (n > free) await letGo(tx, row['id'] as string, n - free, touched);
    await postMove(tx, { ...goods, ...cause, qty: n, from: inStock(place, row['unit_id'] as string | null), to: OUTSIDE.adjust });
    left -= n;
  }
  if (left > 0) throw new DomainError('StateRefused', 'counts.refusals.moved');
}

/** Ends holds on a balance, the youngest orders first; their lines count the pieces as short, so that others are picked. */
async function letGo(tx: Db, balanceId: string, qty: number, touched: Set<string>): Promise<void> {
  const holds = rowsOf(
    await tx.execute(sql`select v.line_id, v.qty, l.task_id from reservations v join task_lines l on l.id = v.line_id join tasks t on t.id = l.task_id
      where v.balance_id = ${balanceId}::uuid and not v.picked order by array_position(array['low', 'normal', 'urgent'], t.priority), t.sort_at desc`),
  );
  let left = qty;
  for (const held of holds) {
    const n = Math.min(left, held['qty'] as number);
    if (n <= 0) break;
    const lineId = held['line_id'] as string;
    await tx.execute(sql`update stock_balances set reserved = reserved - ${n} where id = ${balanceId}::uuid`);
    await tx.execute(sql`select kontor_unhold(${lineId}::uuid, ${balanceId}::uuid, ${n})`);
    await tx.execute(sql`update task_lines set reserved = reserved - ${n} where id = ${lineId}::uuid`);
    await tx.execute(
      sql`update picklist_lines set short = least(qty - picked, short + ${n}), short_reason = 'counted', open = picked + least(qty - picked, short + ${n}) < qty where open and line_id = ${lineId}::uuid and balance_id = ${balanceId}::uuid`,
    );
    touched.add(held['task_id'] as string);
    left -= n;
  }
  if (left > 0) throw new DomainError('StateRefused', 'counts.refusals.moved');
}

/** All places are counted again, by whoever: the next round. */
export async function recount(tx: Db, id: string, { reason }: Decision): Promise<void> {
  await lockCount(tx, id, ['counting', 'review']);
  await tx.execute(
    sql`update counts set state = 'open', round = round + 1, variance = 0, differing = 0, remark = ${reason} where id = ${id}::uuid`,
  );
}

export async function cancelCount(tx: Db, id: string, { reason }: Decision): Promise<void> {
  await lockCount(tx, id, ['open', 'counting', 'review']);
  await tx.execute(sql`update counts set state = 'cancelled', reason = ${reason} where id = ${id}::uuid`);
}
