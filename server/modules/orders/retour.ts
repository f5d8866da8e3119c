import { sql } from 'drizzle-orm';
import type { Address } from '#contract/core/fields';
import type { ReturnLine, ReturnReason } from '#contract/orders/returns';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { storehouseAddress } from '../stock/index.ts';
import { storehouses } from '../stock/storehouses/table.ts';
import { openBlocker } from './blockers.ts';
import { createTask } from './create.ts';
import { returnLines } from './return-lines.ts';
import { tasks } from './tasks/table.ts';

const findOpenRetour = statement(
  { id: tasks.id, no: tasks.no, by: orNull(cell.uuid), at: cell.text },
  ({
    parentId,
  }: {
    parentId: string;
  }) => sql`select id, no, (select e.by from task_events e where e.task_id = t.id order by e.id limit 1) as by, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from tasks t where parent_id = ${parentId}::uuid and kind = 'retour' and receipt_closed_at is null and closed_at is null and deleted_at is null order by sort_at limit 1`,
);
export type OpenRetour = Row<typeof findOpenRetour>;

const findParent = statement(
  {
    no: tasks.no,
    merchantId: tasks.merchantId,
    carrierId: tasks.carrierId,
    service: tasks.service,
    consignee: tasks.consignee,
  },
  ({ id }: { id: string }) =>
    sql`select no, merchant_id, carrier_id, service, consignee from tasks where id = ${id}::uuid and deleted_at is null`,
);
/** The storehouse that the order left; the first one if that is not known. */
const findStorehouse = statement(
  { id: storehouses.id },
  ({ orderId }: { orderId: string | null }) => sql`select s.id from storehouses s where s.deleted_at is null
      order by (s.id = (select w.storehouse_id from task_lines l join stock_moves m on m.line_id = l.id and m.to_place = 'customer'
        join compartments c on c.id = m.from_id join warehouses w on w.id = c.warehouse_id where l.task_id = ${orderId}::uuid order by m.id desc limit 1)) desc nulls last, s.sort_at limit 1`,
);
/** The first return of an order has the number of the order, a later one also its own place: R10027, R10027-2. */
const findFreeNumber = statement(
  { no: cell.text },
  ({ base }: { base: string }) => sql`select n.no from generate_series(1, 10000) i
      cross join lateral (select case when i = 1 then ${base}::text else ${base}::text || '-' || i end as no) n
      where not exists (select from tasks t where t.kind = 'retour' and t.retour_no = n.no) order by i limit 1`,
);
/** An open return of an order: the oldest, if several expect pieces of it. */
export const openRetourOf = (tx: Db, parentId: string): Promise<OpenRetour | null> => findOpenRetour.first(tx, { parentId });

/** Where a return is sent to. */
const storehouseOf = async (tx: Db, orderId: string | null): Promise<Address> =>
  storehouseAddress(tx, (await findStorehouse.first(tx, { orderId }))?.id ?? null);

export type Retour = {
  by: string | null;
  remark: string;
  id?: string | undefined;
  trackingNo?: string;
  /** The pieces that come back; without them all that are not back yet and not expected by another return. */
  lines?: readonly ReturnLine[] | undefined;
  /** The same by SKU, for those who do not know the lines of the order. */
  bySku?: readonly { sku: string; qty: number; reason: ReturnReason }[] | undefined;
  /** The merchant's own number of the return. Default: made of the number of the order. */
  retourNo?: string;
};

/**
 * Creates a return of pieces that were shipped with an order: from its consignee to the storehouse that it left.
 * @returns the new task's id
 * @throws DomainError NotFound if the order does not exist; InvalidInput or StateRefused if more pieces are named than can still come back
 */
export async function makeRetour(
  tx: Db,
  parentId: string,
  { by, remark, id, trackingNo = '', lines: wanted, bySku, retourNo }: Retour,
): Promise<string> {
  const parent = await findParent.first(tx, { id: parentId });
  if (!parent) throw new DomainError('NotFound');
  const lines = bySku ? bySku.map(({ reason, ...line }) => ({ ...line, returnReason: reason })) : await returnLines(tx, parentId, wanted);
  const head = NewTask.omit({ lines: true, consignor: true, consignee: true }).parse({
    kind: 'retour',
    merchantId: parent.merchantId,
    source: 'retour',
    carrierId: parent.carrierId,
    service: parent.service,
    labelSource: 'none',
    remark,
    retourNo: retourNo ?? (await findFreeNumber.one(tx, { base: `R${parent.no.replace(/\D/g, '') || parent.no}` })).no,
    trackingNo,
    parentId,
  });
  // Addresses are not checked again: the order was shipped with them.
  const way = { consignor: parent.consignee, consignee: await storehouseOf(tx, parentId) };
  return createTask(tx, { ...head, ...way, lines }, by, { id });
}

/**
 * Creates a return for an unannounced parcel of no known order (domain 3.5). The dock says whose it is; the inspection finds out what is in
 * it.
 */
export async function makeUnknownRetour(tx: Db, merchantId: string, { by, remark, id, trackingNo = '' }: Retour): Promise<string> {
  const head = NewTask.parse({ kind: 'retour', merchantId, source: 'retour', labelSource: 'none', remark, trackingNo });
  const made = await createTask(tx, { ...head, consignee: await storehouseOf(tx, null) }, by, { id, bare: true });
  await openBlocker(tx, made, { kind: 'problematic', reason: 'orderUnknown', by });
  return made;
}
