import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { items } from '../catalog/items/table.ts';
import { serials } from '../catalog/serials/table.ts';
import { parcelContents } from '../orders/tables.ts';
import { taskLines } from '../orders/task-lines/table.ts';
import { tasks } from '../orders/tasks/table.ts';
import { merchants } from '../parties/merchants/table.ts';
import { parcels } from '../shipping/parcels/table.ts';

const claim = statement(
  { id: serials.id },
  ({
    merchantId,
    itemId,
    serial,
  }: {
    merchantId: string;
    itemId: string;
    serial: string;
  }) => sql`insert into serials as s (merchant_id, item_id, serial, state) values (${merchantId}::uuid, ${itemId}::uuid, ${serial}, 'packed')
      on conflict on constraint serials_key do update set state = 'packed' where s.state not in ('packed', 'shipped') returning id`,
);

/**
 * Claims a serial number for a packed piece. A number that is in another parcel, or was shipped and not returned, is refused.
 * @returns id of the serial's row; null if the number is taken
 */
export async function claimSerial(tx: Db, merchantId: string, itemId: string, serial: string): Promise<string | null> {
  return (await claim.first(tx, { merchantId, itemId, serial }))?.id ?? null;
}

/** A packed piece, found by its serial number. */
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

const findPacked = statement(
  {
    taskId: tasks.id,
    taskNo: tasks.no,
    lineId: taskLines.id,
    itemId: items.id,
    sku: items.sku,
    name: items.name,
    merchant: merchants.name,
    parcelNo: parcels.no,
    serial: parcelContents.serial,
    shipped: cell.boolean,
  },
  ({
    serial,
  }: {
    serial: string;
  }) => sql`select t.id as "taskId", t.no as "taskNo", l.id as "lineId", i.id as "itemId", i.sku, i.name, m.name as merchant,
      p.no as "parcelNo", c.serial, p.handed_over_at is not null as shipped
    from parcel_contents c join parcels p on p.id = c.parcel_id join task_lines l on l.id = c.line_id join tasks t on t.id = l.task_id
      join items i on i.id = l.item_id join merchants m on m.id = l.merchant_id
    where c.serial = ${serial} and i.serial_mode <> 'full' and p.state <> 'void' order by p.id desc limit 20`,
);

/** Packed pieces with this number, of items whose numbers are recorded on dispatch; newest parcel first, at most 20. */
export const packedSerials = (tx: Db, serial: string): Promise<z.infer<typeof PackedPiece>[]> => findPacked(tx, { serial });

type Exchange = { taskId: string; old: string; fresh: string; reason: string; lineId?: string | undefined };

const lockLines = statement(
  {
    id: taskLines.id,
    merchantId: taskLines.merchantId,
    itemId: taskLines.itemId,
    serialMode: items.serialMode,
    hasOld: cell.boolean,
    hasFresh: cell.boolean,
  },
  ({
    taskId,
    old,
    fresh,
    lineId,
  }: Pick<Exchange, 'taskId' | 'old' | 'fresh'> & {
    lineId: string | null;
  }) => sql`select l.id, l.merchant_id, l.item_id, i.serial_mode, exists (select from parcel_contents c where c.line_id = l.id and c.serial = ${old}) as has_old,
        exists (select from parcel_contents c where c.line_id = l.id and c.serial = ${fresh}) as has_fresh
      from task_lines l join items i on i.id = l.item_id where l.task_id = ${taskId}::uuid and (${lineId}::uuid is null or l.id = ${lineId}::uuid) order by l.id for update of l`,
);
const lockContent = statement(
  { parcelId: parcelContents.parcelId },
  ({ id, old }: { id: string; old: string }) =>
    sql`select parcel_id from parcel_contents where line_id = ${id}::uuid and serial = ${old} for update`,
);

const replaceSerial = command(
  ({
    reason,
    claimed,
    old,
  }: {
    reason: string;
    claimed: string;
    old: string;
  }) => sql`update serials n set state = o.state, task_id = o.task_id, shipped_at = o.shipped_at, replaces_id = o.id, replaced_by_id = null, swap_reason = ${reason} from serials o
      where n.id = ${claimed}::uuid and o.merchant_id = n.merchant_id and o.item_id = n.item_id and o.serial = ${old}`,
);

const retireSerial = command(
  ({
    claimed,
    reason,
    merchantId,
    itemId,
    old,
  }: {
    claimed: string;
    reason: string;
    merchantId: string;
    itemId: string;
    old: string;
  }) => sql`update serials set state = 'gone', task_id = null, shipped_at = null, replaced_by_id = ${claimed}::uuid, swap_reason = ${reason}
      where merchant_id = ${merchantId}::uuid and item_id = ${itemId}::uuid and serial = ${old}`,
);

const renumberContent = command(
  ({ fresh, parcelId, id, old }: { fresh: string; parcelId: string; id: string; old: string }) =>
    sql`update parcel_contents set serial = ${fresh} where parcel_id = ${parcelId}::uuid and line_id = ${id}::uuid and serial = ${old}`,
);

/**
 * Replaces the serial number of a packed piece, in its parcel and in the records of both numbers, which refer to each other afterwards.
 * @returns the order line; null if the exchange was already made
 * @throws DomainError NotFound without such a line; StateRefused if the old number is not in this order or the new one is taken
 */
export async function exchangeSerial(tx: Db, { taskId, old, fresh, reason, lineId }: Exchange): Promise<string | null> {
  const lines = await lockLines(tx, { taskId, old, fresh, lineId: lineId ?? null });
  const line = lines.find(({ hasOld }) => hasOld) ?? lines.find(({ hasFresh }) => hasFresh) ?? lines[0];
  if (!line) throw new DomainError('NotFound');
  // The ledger tracks these pieces by number. Another number is another piece and has to be packed.
  if (line.serialMode === 'full') throw new DomainError('StateRefused', 'tasks.refusals.serialInLedger');
  if (line.hasFresh) return null;
  const { id, merchantId, itemId } = line;
  const content = await lockContent.first(tx, { id, old });
  if (!content) throw new DomainError('StateRefused', 'tasks.refusals.serialNotBound');
  const claimed = await claimSerial(tx, merchantId, itemId, fresh);
  if (!claimed) throw new DomainError('StateRefused', 'tasks.refusals.serialUsed');
  // The new number gets the place of the old one: in the parcel, or shipped. The old number is marked as never having been this piece's.
  await replaceSerial(tx, { reason, claimed, old });
  await retireSerial(tx, { claimed, reason, merchantId, itemId, old });
  await renumberContent(tx, { fresh, parcelId: content.parcelId, id, old });
  return id;
}
