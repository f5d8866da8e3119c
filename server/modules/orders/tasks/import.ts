import { sql } from 'drizzle-orm';
import { plainZip, splitStreet } from '#contract/core/address';
import type { FieldError } from '#contract/core/envelope';
import { type Address, EMPTY_ADDRESS, withoutHidden } from '#contract/core/fields';
import type { FieldSpec } from '#contract/core/mask';
import { servicesOfAmounts } from '#contract/orders/amounts';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../../../core/db/client.ts';
import { TENANT_ROLE } from '../../../core/db/role-names.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import type { RecordImport, Values } from '../../../core/http/area.ts';
import { invalid } from '../../../core/http/errors.ts';
import { faultsOfIssues } from '../../../core/http/validate.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { carriers } from '../../shipping/carriers/table.ts';
import { release } from '../allocate.ts';
import { createTask } from '../create.ts';
import { recompute } from '../recompute.ts';
import { tasks } from './table.ts';

/** Columns that a file may set. Fields that bypass a check of the house are not among them. */
const HEAD = [
  'refOrderId',
  'externalId',
  'orderedAt',
  'source',
  'consignee',
  'carrierId',
  'service',
  'transportMode',
  'priority',
  'labelSource',
  'codAmount',
  'insuredAmount',
  'currency',
  'remark',
] as const;
const LINES: Record<'sku' | 'qty' | 'price' | 'name', FieldSpec> = {
  sku: { kind: 'text', label: 'taskLines.fields.sku', required: true },
  qty: { kind: 'number', label: 'taskLines.fields.ordered', required: true },
  price: { kind: 'money', label: 'taskLines.fields.price' },
  name: { kind: 'text', label: 'taskLines.fields.source' },
};
/** Used by the list of outbound orders. */
export const orderImport = { fields: HEAD, match: ['refOrderId'], lines: LINES } as const;

const STREET_NUMBER_MAX = 20;
const IMPORTED = 'import';
/** Timeline entry of an order whose import was undone. Unlike a cancelled order, it can be imported again from the same file. */
const TAKEN_BACK = 'importTakenBack';

const oneLine = (text: string): string => withoutHidden(text.replace(/\s*[\r\n]+\s*/g, ', ').replaceAll('\t', ' ')).trim();

/**
 * The address in the form carriers expect. Text that fits no field (an unknown country) goes to the addition, where the address check finds
 * it.
 */
function addressOf(given: Partial<Address>): Address {
  const cleaned = Object.fromEntries(Object.entries(given).map(([part, text]) => [part, oneLine(text)]));
  const address: Address = { ...EMPTY_ADDRESS, ...cleaned };
  const country = address.country.toUpperCase();
  const known = /^([A-Z]{2})?$/.test(country);
  const whole = { streetName: address.streetName, streetNumber: address.streetNumber, addition: '' };
  const parts = address.streetNumber === '' ? splitStreet(address.streetName, country) : whole;
  const { streetName, streetNumber, addition } = parts.streetNumber.length > STREET_NUMBER_MAX ? whole : parts;
  return {
    ...address,
    streetName,
    streetNumber,
    addition: [addition, address.addition, known ? '' : address.country].filter(Boolean).join(', '),
    country: known ? country : '',
    zip: plainZip(address.zip, country),
  };
}

/** An existing order with this reference, including cancelled ones, but not one whose import was undone. */
const findOrder = statement(
  { id: tasks.id, pieces: cell.integer },
  ({
    merchantId,
    source,
    refOrderId,
  }: {
    merchantId: string;
    source: string;
    refOrderId: string;
  }) => sql`select t.id, (select coalesce(sum(l.ordered), 0)::int from task_lines l where l.task_id = t.id) as pieces from tasks t
      where t.merchant_id = ${merchantId}::uuid and t.source = ${source} and t.ref_order_id = ${refOrderId}
        and (t.deleted_at is null or not exists (select from task_events e where e.task_id = t.id and e.command = ${TAKEN_BACK}))
      order by t.deleted_at is not null, t.sort_at limit 1`,
);
const findCarrier = statement(
  { id: carriers.id },
  ({ service }: { service: string }) =>
    sql`select id from carriers where deleted_at is null and active and (lower(name) = lower(${service}) or lower(code) = lower(${service})) limit 1`,
);
const markDeleted = command(({ id }: { id: string }) => sql`update tasks set deleted_at = now() where id = ${id}::uuid`);
const lockTask = statement(
  { untouched: cell.boolean },
  ({
    id,
  }: {
    id: string;
  }) => sql`select t.deleted_at is null and t.picked = 0 and t.parcel_count = 0 and not exists (select from picklist_lines q where q.task_id = t.id)
        and not exists (select from task_events e where e.task_id = t.id and e.command not in ('created', 'allocated')) as untouched from tasks t where t.id = ${id}::uuid for update`,
);

/** The carrier whose code or name equals the shipping method given by the shop. */
async function carrierNamed(tx: Db, service: string): Promise<string | null> {
  return service === '' ? null : ((await findCarrier.first(tx, { service }))?.id ?? null);
}

const priceOf = (line: Values | undefined): number | null => (typeof line?.['price'] === 'number' ? line['price'] : null);

function orderOf(head: Values, lines: readonly Values[]) {
  const stated = Object.fromEntries(HEAD.flatMap((name) => (head[name] === undefined || head[name] === '' ? [] : [[name, head[name]]])));
  const input = {
    ...stated,
    kind: 'outbound',
    source: stated['source'] ?? IMPORTED,
    merchantId: head['merchantId'],
    deliveryServices: servicesOfAmounts(stated),
    consignee: addressOf(head['consignee'] ?? {}),
    lines: lines.map(({ sku, qty }) => ({ sku, qty })),
  };
  const missing: FieldError[] = [
    ...(stated['refOrderId'] === undefined ? [{ path: 'refOrderId', rule: 'required' }] : []),
    ...lines.flatMap((line, n) =>
      (['sku', 'qty'] as const).flatMap((name) => ((line[name] ?? '') === '' ? [{ path: `lines.${n}.${name}`, rule: 'required' }] : [])),
    ),
  ];
  const parsed = NewTask.safeParse(input);
  const faults = parsed.success ? [] : faultsOfIssues(parsed.error.issues, input);
  const others = faults.filter((fault) => !missing.some(({ path }) => path === fault.path));
  if (!parsed.success || missing.length > 0) throw invalid([...missing, ...others]);
  return parsed.data;
}

/**
 * Imports orders from a file. An existing order is not changed; if the file differs from it, the row is an error. An invalid address opens
 * the address check; an unknown item refuses only its order. Stock is allocated after the whole import, most urgent orders first.
 */
export const orderRecords: RecordImport = {
  by: 'refOrderId',
  async book({ tx, actor, head, lines }) {
    const order = orderOf(head, lines);
    await becomeHouse(tx);
    const known = await findOrder.first(tx, { merchantId: order.merchantId, source: order.source, refOrderId: order.refOrderId });
    const pieces = order.lines.reduce((sum, line) => sum + line.qty, 0);
    if (known && known.pieces !== pieces)
      throw invalid([{ path: 'refOrderId', rule: 'orderDiffers', params: { n: known.pieces, now: pieces } }]);
    const carrierId = order.carrierId ?? (await carrierNamed(tx, order.service));
    const priced = order.lines.map((line, n) => ({
      ...line,
      price: priceOf(lines[n]),
      name: String(lines[n]?.['name'] ?? '').slice(0, 300),
    }));
    const id = known?.id ?? (await createTask(tx, { ...order, carrierId, lines: priced }, actor.userId, { allocating: false }));
    if (actor.merchantId !== null) await tx.execute(sql`select set_config('role', ${TENANT_ROLE}, true)`);
    return { id, created: known === null };
  },
  async takeBack({ tx, actor, id }) {
    if (!(await lockTask.first(tx, { id }))?.untouched) return 'changedSince';
    await release(tx, [id]);
    await recompute(tx, [id], { command: TAKEN_BACK, by: actor.userId }, { always: true });
    await markDeleted(tx, { id });
    return null;
  },
  afterwards: ({ jobs }) => jobs.send('tasks.allocate', {}),
};
