import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import type { tasks as area } from '#contract/orders/tasks';
import type { Db } from '../../../core/db/client.ts';
import { type Actor, isStaff } from '../../../core/http/actor.ts';
import type { Saved, Values } from '../../../core/http/area.ts';
import { becomeHouse, lookAsHouse } from '../../../core/http/write.ts';
import { readdressLabels } from '../../shipping/index.ts';
import { refuseAgreedOrder } from '../agreed.ts';
import { allocate } from '../allocate.ts';
import { checkAddress } from '../create.ts';
import { recompute } from '../recompute.ts';

/** What a task is and whose; stands from the first minute, because numbers, stock and labels hang on it. */
const FOR_EVER = ['no', 'kind', 'merchantId', 'source', 'parentId'] as const;
/** What passes a gate of the house. */
const OURS = ['forceShipLabel'] as const;

/** Which fields of a task this person may change. A value that stays the same is no change. */
export function editFaults({ actor, values, current }: { actor: Actor; values: Values; current: Values | null }): FieldError[] {
  if (!current) return [];
  const closed = isStaff(actor) ? FOR_EVER : [...FOR_EVER, ...OURS];
  return closed.filter((name) => name in values && values[name] !== current[name]).map((path) => ({ path, rule: 'fixed' }));
}

/** What was agreed with another side is changed with it. An outside user may not read the quote that says so. */
export async function keepAgreed({ tx, values, current }: { tx: Db; values: Values; current: Values | null }): Promise<Values> {
  if (current) await lookAsHouse(tx, () => refuseAgreedOrder(tx, String(current['id']), values, current));
  return values;
}

/** An edit changes facts too: labels of a former address are void, the address is checked anew, and the status follows (a label of another source, another carrier). */
export async function followEdit({ tx, actor, row, current }: Saved<typeof area>): Promise<void> {
  const { id } = row;
  await becomeHouse(tx);
  if (JSON.stringify(row.consignee) !== JSON.stringify(current?.consignee)) await readdressLabels(tx, id);
  await checkAddress(tx, id, row.kind, row.consignee, actor.userId);
  await recompute(tx, [id], { command: 'edited', by: actor.userId });
}

/** A cancelled order comes back: its pieces are wanted again and looked for. */
export async function bringBack({ tx, actor, id }: { tx: Db; actor: Actor; id: string }): Promise<void> {
  await becomeHouse(tx);
  await tx.execute(sql`update task_lines set cancelled = 0 where task_id = ${id}::uuid`);
  await tx.execute(sql`update tasks set cancel_reason = '' where id = ${id}::uuid`);
  await recompute(tx, [id], { command: 'recovered', by: actor.userId }, { always: true });
  await allocate(tx, [id], actor.userId);
}
