import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { FieldError } from '#contract/core/envelope';
import { amountFaults } from '#contract/orders/amounts';
import type { tasks as area } from '#contract/orders/tasks';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { type Actor, isStaff } from '../../../core/http/actor.ts';
import type { Saved, Values } from '../../../core/http/area.ts';
import { becomeHouse, runAsHouse } from '../../../core/http/write.ts';
import { readdressLabels } from '../../shipping/index.ts';
import { refuseAgreedOrder } from '../agreed.ts';
import { allocate } from '../allocate.ts';
import { checkAddress } from '../create.ts';
import { recompute } from '../recompute.ts';

/** Identity and owner of a task. They never change, because numbers, stock and labels depend on them. */
const FOR_EVER = ['no', 'kind', 'merchantId', 'source', 'parentId'] as const;
/** Fields that bypass a check of the house; only staff may change them. */
const OURS = ['forceShipLabel'] as const;

/** Fields of a task that this user may not change but did. An unchanged value is not an error. */
export function editFaults({ actor, values, current }: { actor: Actor; values: Values; current: Values | null }): FieldError[] {
  if (!current) return [];
  const closed = isStaff(actor) ? FOR_EVER : [...FOR_EVER, ...OURS];
  const fixed = closed.filter((name) => name in values && values[name] !== current[name]).map((path) => ({ path, rule: 'fixed' }));
  return changes(values, current, DECLARED) ? [...fixed, ...faultsOfAmounts({ ...current, ...values })] : fixed;
}

/** What is declared to the carrier with the label. */
const DECLARED = ['consignee', 'deliveryServices', 'codAmount', 'insuredAmount', 'currency'] as const;
const changes = (values: Values, current: Values, names: readonly string[]): boolean =>
  names.some((name) => name in values && JSON.stringify(values[name]) !== JSON.stringify(current[name]));
const Declared = z.object({
  deliveryServices: z.array(z.string()),
  codAmount: z.number().nullable(),
  insuredAmount: z.number().nullable(),
});
const faultsOfAmounts = (values: Values): FieldError[] => {
  const { deliveryServices, ...amounts } = Declared.parse(values);
  return amountFaults(deliveryServices, amounts);
};

/** Refuses changes of data that was agreed with another party. Runs as the house, because an outside user may not read the quote. */
export async function keepAgreed({ tx, values, current }: { tx: Db; values: Values; current: Values | null }): Promise<Values> {
  if (current) await runAsHouse(tx, () => refuseAgreedOrder(tx, String(current['id']), values, current));
  return values;
}

/**
 * After an edit: voids labels with a former address, service or amount, checks the address again, and recomputes the status (for example after a change of label
 * source or carrier).
 */
export async function followEdit({ tx, actor, row, current }: Saved<typeof area>): Promise<void> {
  const { id } = row;
  await becomeHouse(tx);
  if (current && changes(row, current, DECLARED)) await readdressLabels(tx, id);
  await checkAddress(tx, id, row.kind, row.consignee, actor.userId);
  await recompute(tx, [id], { command: 'edited', by: actor.userId });
}

const restoreLines = command(({ id }: { id: string }) => sql`update task_lines set cancelled = 0 where task_id = ${id}::uuid`);
const clearReason = command(({ id }: { id: string }) => sql`update tasks set cancel_reason = '' where id = ${id}::uuid`);
/** Restores a cancelled order: its pieces are required and allocated again. */
export async function bringBack({ tx, actor, id }: { tx: Db; actor: Actor; id: string }): Promise<void> {
  await becomeHouse(tx);
  await restoreLines(tx, { id });
  await clearReason(tx, { id });
  await recompute(tx, [id], { command: 'recovered', by: actor.userId }, { always: true });
  await allocate(tx, [id], actor.userId);
}
