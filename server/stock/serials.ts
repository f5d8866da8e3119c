import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/fields';
import type { Db } from '../db/client.ts';
import { DomainError } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';

/**
 * Takes a number for a piece that is packed. One that lies in another parcel, or left without coming back, is not given.
 * @returns id of the serial's row, null where the number is taken
 */
export async function claimSerial(tx: Db, merchantId: string, itemId: string, serial: string): Promise<string | null> {
  const [claimed] = rowsOf(
    await tx.execute(sql`insert into serials as s (merchant_id, item_id, serial, state) values (${merchantId}::uuid, ${itemId}::uuid, ${serial}, 'packed')
      on conflict on constraint serials_key do update set state = 'packed' where s.state not in ('packed', 'shipped') returning id`),
  );
  return (claimed?.['id'] as string | undefined) ?? null;
}

/** A piece in an order's parcel, found by its number. */
export const PackedPiece = z.object({
  taskId: Id,
  taskNo: z.string(),
  lineId: Id,
  itemId: Id,
  sku: z.string(),
  name: z.string(),
  merchant: z.string(),
  parcelNo: z.string(),
  serial: z.string(),
  shipped: z.boolean(),
});

/** Pieces in parcels with this number, of any item whose numbers are first taken down at packing; the newest parcel first, 20 at most. */
export async function packedSerials(tx: Db, serial: string): Promise<z.infer<typeof PackedPiece>[]> {
  const rows = rowsOf(
    await tx.execute(sql`select t.id as "taskId", t.no as "taskNo", l.id as "lineId", i.id as "itemId", i.sku, i.name, m.name as merchant,
      p.no as "parcelNo", c.serial, p.handed_over_at is not null as shipped
    from parcel_contents c join parcels p on p.id = c.parcel_id join task_lines l on l.id = c.line_id join tasks t on t.id = l.task_id
      join items i on i.id = l.item_id join merchants m on m.id = l.merchant_id
    where c.serial = ${serial} and i.serial_mode <> 'full' and p.state <> 'void' order by p.id desc limit 20`),
  );
  return z.array(PackedPiece).parse(rows);
}

type Exchange = { taskId: string; old: string; fresh: string; reason: string; lineId?: string | undefined };

/**
 * Gives a packed piece another number, in its parcel and in the records of both numbers, which point to each other from then on.
 * @returns the order line, null where the exchange was made before
 * @throws DomainError NotFound without such a line; StateRefused where the old number is not in this order or the new one is taken
 */
export async function exchangeSerial(tx: Db, { taskId, old, fresh, reason, lineId }: Exchange): Promise<string | null> {
  const lines = rowsOf(
    await tx.execute(sql`select l.id, l.merchant_id, l.item_id, i.serial_mode, exists (select from parcel_contents c where c.line_id = l.id and c.serial = ${old}) as has_old,
        exists (select from parcel_contents c where c.line_id = l.id and c.serial = ${fresh}) as has_fresh
      from task_lines l join items i on i.id = l.item_id where l.task_id = ${taskId}::uuid and (${lineId ?? null}::uuid is null or l.id = ${lineId ?? null}::uuid) order by l.id for update of l`),
  );
  if (lines.length === 0) throw new DomainError('NotFound');
  const line = lines.find((one) => one['has_old'] === true) ?? lines.find((one) => one['has_fresh'] === true) ?? lines[0];
  // The ledger itself knows these pieces by number: another number is another piece, which somebody has to pack.
  if (line?.['serial_mode'] === 'full') throw new DomainError('StateRefused', 'tasks.refusals.serialInLedger');
  if (line?.['has_fresh'] === true) return null;
  const { id, merchant_id: merchantId, item_id: itemId } = line as { id: string; merchant_id: string; item_id: string };
  const [content] = rowsOf(
    await tx.execute(sql`select parcel_id from parcel_contents where line_id = ${id}::uuid and serial = ${old} for update`),
  );
  if (!content) throw new DomainError('StateRefused', 'tasks.refusals.serialNotBound');
  const claimed = await claimSerial(tx, merchantId, itemId, fresh);
  if (!claimed) throw new DomainError('StateRefused', 'tasks.refusals.serialUsed');
  // The new number goes where the old one is: in the parcel, or out of the house with it. The old one was never this piece's.
  await tx.execute(
    sql`update serials n set state = o.state, task_id = o.task_id, shipped_at = o.shipped_at, replaces_id = o.id, replaced_by_id = null, swap_reason = ${reason} from serials o
      where n.id = ${claimed}::uuid and o.merchant_id = n.merchant_id and o.item_id = n.item_id and o.serial = ${old}`,
  );
  await tx.execute(
    sql`update serials set state = 'gone', task_id = null, shipped_at = null, replaced_by_id = ${claimed}::uuid, swap_reason = ${reason}
      where merchant_id = ${merchantId}::uuid and item_id = ${itemId}::uuid and serial = ${old}`,
  );
  await tx.execute(
    sql`update parcel_contents set serial = ${fresh} where parcel_id = ${content['parcel_id'] as string}::uuid and line_id = ${id}::uuid and serial = ${old}`,
  );
  return id;
}
