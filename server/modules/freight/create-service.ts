import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { FieldError } from '#contract/core/envelope';
import { packedOf, readPackingList } from '#contract/freight/packing-list';
import type { TaskKind } from '#contract/orders/statuses';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Values } from '../../core/http/area.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { becomeHouse, runAsHouse } from '../../core/http/write.ts';
import { createTask, unknownSkus } from '../orders/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { offers } from './offers/table.ts';

type Saving = { tx: Db; actor: Actor; values: Values; current: Values | null };

/**
 * Creates the task of a new service before the row is written; the row gets the task's id and number. Edits are passed through unchanged.
 */
export const withTask =
  (kind: TaskKind, more: (values: Values) => Values = (values) => values) =>
  async ({ tx, actor, values, current }: Saving): Promise<Values> => {
    if (current) return more(values);
    // The merchant was checked in the actor's scope. The task is created with the rights of the house.
    await becomeHouse(tx);
    const head = NewTask.parse({
      kind,
      merchantId: values['merchantId'],
      source: kind,
      labelSource: 'none',
      remark: values['remark'] ?? '',
    });
    return { ...more(values), ...(await numbered(tx, head, actor.userId)) };
  };

const findOffer = statement(
  { id: offers.id },
  ({ taskId }: { taskId: string }) => sql`select id from offers where task_id = ${taskId}::uuid limit 1`,
);
const markDeleted = command(({ id }: { id: string }) => sql`update tasks set deleted_at = clock_timestamp() where id = ${id}::uuid`);
/**
 * Deletes the task with its service; without the service it would be open work that no list shows.
 * @throws DomainError InUse once carriers were asked for a price
 */
export async function deleteTask({ tx, id }: { tx: Db; actor: Actor; id: string }): Promise<void> {
  await becomeHouse(tx);
  if ((await findOffer.first(tx, { taskId: id })) !== null) throw new DomainError('InUse', 'offers');
  await markDeleted(tx, { id });
}

const findNo = statement({ no: tasks.no }, ({ id }: { id: string }) => sql`select no from tasks where id = ${id}::uuid`);

/** Creates a task for a service row. Returns id and number for that row. */
export async function numbered(tx: Db, head: z.infer<typeof NewTask>, by: string | null): Promise<{ id: string; no: string }> {
  const id = await createTask(tx, head, by);
  return { id, no: (await findNo.one(tx, { id })).no };
}

/** The merchant of a service cannot be changed. */
export const fixedMerchant = ({ values, current }: Pick<Saving, 'values' | 'current'>): FieldError[] =>
  current && 'merchantId' in values && values['merchantId'] !== current['merchantId'] ? [{ path: 'merchantId', rule: 'fixed' }] : [];

/** Each SKU of a changed packing list that is no item of the merchant, at most 20: said while it is typed, and not weeks later at the dock. */
export async function packingFaults({ tx, values, current }: Pick<Saving, 'tx' | 'values' | 'current'>): Promise<FieldError[]> {
  const text = values['packingList'];
  const merchantId = values['merchantId'] ?? current?.['merchantId'];
  if (typeof text !== 'string' || typeof merchantId !== 'string' || text === current?.['packingList']) return [];
  const skus = readPackingList(text).map(({ sku }) => sku);
  const unknown = skus.length === 0 ? [] : await runAsHouse(tx, () => unknownSkus(tx, merchantId, skus));
  return unknown.slice(0, 20).map((sku) => ({ path: 'packingList', rule: 'unknownItem', params: { sku } }));
}

type Delivery = {
  id: string;
  merchantId: string;
  packingList: string;
  source: TaskKind;
  refOrderId: string;
  boxQty?: number | null;
  palletQty?: number | null;
};

/**
 * Creates the inbound order of a service, with the lines of its packing list, so that the dock can receive it.
 * @throws DomainError InvalidInput at `packingList` with the SKU that is not an item of the merchant; StateRefused without lines
 */
export async function makeInbound(tx: Db, { id, packingList, ...head }: Delivery, by: string | null): Promise<string> {
  const packed = readPackingList(packingList);
  if (packed.length === 0) throw new DomainError('StateRefused', 'services.refusals.noPackingList');
  const lines = packed.map(({ sku, qty }) => ({ sku, qty }));
  const boxQty = head.boxQty ?? packedOf(packed).packages ?? null;
  try {
    return await createTask(tx, NewTask.parse({ ...head, boxQty, kind: 'inbound', labelSource: 'none', parentId: id, lines }), by);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'InvalidInput') throw error;
    const faults = error.data as FieldError[];
    throw invalid(faults.map((fault) => (fault.path.startsWith('lines.') ? { ...fault, path: 'packingList' } : fault)));
  }
}
