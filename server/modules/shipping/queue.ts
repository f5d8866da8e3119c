import { type SQL, sql } from 'drizzle-orm';
import { addressFaults } from '#contract/core/address';
import type { Address } from '#contract/core/fields';
import { AMOUNT_OF } from '#contract/orders/amounts';
import { isDeclared } from '#contract/shipping/customs-union';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { items } from '../catalog/items/table.ts';
import { taskLines } from '../orders/task-lines/table.ts';
import { tasks } from '../orders/tasks/table.ts';
import { merchants } from '../parties/merchants/table.ts';
import { storehouseAddress } from '../stock/index.ts';
import type { Declaration, LabelRequest } from './adapter.ts';
import { carriers } from './carriers/table.ts';
import { REACHABLE } from './connections.ts';
import { referenceOf } from './numbers.ts';
import { parcels } from './parcels/table.ts';
import { BUYING_APIS, RETURN_APIS } from './registry.ts';

/** Seconds until the next try, after the first, second … failure. After one more a person is asked. */
export const BACKOFF = [5, 30, 120, 600] as const;
/** Seconds after which another node may take over a parcel. Any call to a carrier ends well before. */
export const LEASE_SECONDS = 300;

/** A parcel that this node has claimed until its lease ends. No other node asks the carrier about it. */
export type Claim = {
  id: string;
  taskId: string;
  merchantId: string;
  carrierId: string;
  /** Number of this claim of the parcel. A later claim has a higher one. */
  tries: number;
  round: number;
  /** Failures in a row, and the last thing the carrier said. */
  faults: number;
  error: string;
  request: LabelRequest;
};

const texts = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;
const DUE = sql`coalesce(p.label_due_at, '-infinity') <= now()`;
/** Nobody here measures the box of a customer. */
const MEASURED = sql`(not c.dimensions or t.gates_forced_at is not null or (p.length is not null and p.width is not null and p.height is not null))`;
/**
 * Labels to buy: the parcel is closed, weighed, and measured if the carrier requires it; its order is not blocked. A return label is bought
 * until the goods arrive.
 */
const TO_BUY = sql`p.label_state in ('none', 'requested') and p.state = 'closed' and p.weight is not null
  and t.deleted_at is null and t.closed_at is null and c.active and c.deleted_at is null and ${REACHABLE}
  and ((p.kind <> 'return' and t.label_source = 'own' and t.kind in ('outbound', 'transportLabel') and t.blocker is null and c.api = any(${texts(BUYING_APIS)}) and ${MEASURED})
    or (p.kind = 'return' and t.kind = 'retour' and t.arrived_at is null and c.api = any(${texts(RETURN_APIS)})))`;
/** Labels to void: no longer used, or possibly booked for a voided parcel. */
const TO_VOID = sql`p.handed_over_at is null and c.api = any(${texts(BUYING_APIS)}) and ${REACHABLE}
  and ((p.label_state = 'voided' and p.shipment_id <> '') or (p.state = 'void' and p.label_state in ('requested', 'failed', 'bought', 'unclear')))`;

/** The purchase that is prepared or under way declared them already. */
const DECLARED = sql`exists (select from label_attempts a where a.parcel_id = p.id and a.round = p.label_round and a.state in ('draft', 'asked'))`;
/**
 * What is collected for an order is collected once: with the first of its parcels that has no label yet, unless another one collects it. The
 * insured value is divided by pieces, because a carrier pays for the parcel that it lost.
 */
const AMOUNTS = sql`case when p.kind = 'return' then null when ${DECLARED} then p.cod_amount
    when 'cashOnDelivery' = any(t.delivery_services) and not exists (select from parcels q where q.task_id = p.task_id and q.id <> p.id and q.kind <> 'return' and q.state <> 'void'
      and (q.cod_amount is not null or (q.seq < p.seq and q.label_state not in ('bought', 'foreign', 'voided')))) then t.cod_amount end as cod_amount,
  case when p.kind = 'return' then null when ${DECLARED} then p.insured_amount
    when 'insurance' = any(t.delivery_services) then least(t.insured_amount, coalesce(ceil(t.insured_amount::numeric * nullif(p.pieces, 0) / nullif(t.pieces, 0)), t.insured_amount))::bigint end as insured_amount,
  t.currency, array_remove(array[case when t.cod_amount is null then 'cashOnDelivery' end, case when t.insured_amount is null then 'insurance' end], null) as amount_missing`;

const claimNext = statement(
  {
    id: parcels.id,
    no: parcels.no,
    kind: parcels.kind,
    taskId: parcels.taskId,
    merchantId: parcels.merchantId,
    weight: parcels.weight,
    length: parcels.length,
    width: parcels.width,
    height: parcels.height,
    service: parcels.service,
    labelTries: parcels.labelTries,
    labelRound: parcels.labelRound,
    labelFaults: parcels.labelFaults,
    labelError: parcels.labelError,
    carrierId: carriers.id,
    storehouseId: carriers.storehouseId,
    consignor: tasks.consignor,
    consignee: tasks.consignee,
    deliveryServices: tasks.deliveryServices,
    codAmount: parcels.codAmount,
    insuredAmount: parcels.insuredAmount,
    currency: parcels.currency,
    amountMissing: cell.texts,
    autoRetourLabel: tasks.autoRetourLabel,
  },
  ({ what, state, carrierId }: { what: SQL; state: 'requested' | null; carrierId: string | null }) => sql`with due as (
        select p.id, c.id as carrier, coalesce(c.storehouse_id, (select s.id from storehouses s where s.deleted_at is null order by s.sort_at limit 1)) as storehouse_id, t.consignor, t.consignee, t.delivery_services, t.auto_retour_label, ${AMOUNTS}
        from parcels p join tasks t on t.id = p.task_id join carriers c on c.id = p.carrier_id
        where ${DUE} and ${what} and (${carrierId}::uuid is null or p.carrier_id = ${carrierId}::uuid) order by p.closed_at, p.id limit 1 for no key update of p skip locked)
      update parcels p set label_state = coalesce(${state}::text, p.label_state), label_tries = p.label_tries + 1, label_due_at = now() + make_interval(secs => ${LEASE_SECONDS}),
        cod_amount = case when ${state}::text is null then p.cod_amount else due.cod_amount end, insured_amount = case when ${state}::text is null then p.insured_amount else due.insured_amount end, currency = due.currency
      from due where p.id = due.id
      returning p.id, p.no, p.kind, p.task_id, p.merchant_id, p.weight, p.length, p.width, p.height, p.service, p.label_tries, p.label_round, p.label_faults, p.label_error,
        due.carrier as carrier_id, due.storehouse_id, due.consignor, due.consignee, due.delivery_services, due.auto_retour_label, p.cod_amount, p.insured_amount, p.currency, due.amount_missing`,
  [
    { what: TO_BUY, state: 'requested', carrierId: null },
    { what: TO_VOID, state: null, carrierId: null },
  ],
);

const findGoods = statement(
  {
    sku: taskLines.sku,
    title: taskLines.name,
    qty: cell.integer,
    weight: items.weight,
    hsCode: items.hsCode,
    origin: items.origin,
    value: orNull(cell.bigint),
    currency: items.currency,
    incoterm: merchants.incoterm,
    invoice: tasks.no,
  },
  ({
    parcelId,
  }: {
    parcelId: string;
  }) => sql`select l.sku, l.name as title, n.qty, i.weight, i.hs_code, i.origin, coalesce(l.price, i.price)::bigint as value, case when l.price is null then i.currency else m.currency end as currency, m.incoterm, t.no as invoice
    from (select line_id, sum(qty)::int as qty from parcel_contents where parcel_id = ${parcelId}::uuid group by 1) n
    join task_lines l on l.id = n.line_id join items i on i.id = l.item_id join tasks t on t.id = l.task_id join merchants m on m.id = t.merchant_id order by l.position, l.id`,
);
/** What is declared to the customs; null within the customs union. */
async function customsOf(db: Db, parcelId: string, to: Address): Promise<Declaration | null> {
  if (to.country === '' || !isDeclared(to)) return null;
  const rows = await findGoods(db, { parcelId });
  const { incoterm = 'DAP', invoice = '' } = rows[0] ?? {};
  return { goods: rows, incoterm, invoice };
}

/** Claims the next due parcel; null if none is due. Two nodes never claim the same one. */
async function claim(db: Db, what: SQL, state: 'requested' | null, carrierId: string | null): Promise<Claim | null> {
  const row = await claimNext.first(db, { what, state, carrierId });
  if (!row) return null;
  const { length, width, height } = row;
  const isComplete = addressFaults(row.consignor).length === 0;
  return {
    id: row.id,
    taskId: row.taskId,
    merchantId: row.merchantId,
    carrierId: row.carrierId,
    tries: row.labelTries,
    round: row.labelRound,
    faults: row.labelFaults,
    error: row.labelError,
    request: {
      reference: referenceOf(row.no),
      parcelId: row.id,
      round: row.labelRound,
      tries: row.labelTries,
      again: row.labelTries > 1,
      parcelNo: row.no,
      // Orders without a sender of their own leave the storehouse.
      consignor: isComplete || row.kind === 'return' ? row.consignor : await storehouseAddress(db, row.storehouseId),
      consignee: row.consignee,
      // A parcel without a weight can only be voided, which needs no weight.
      weight: row.weight ?? 0,
      sizes: length && width && height ? { length, width, height } : null,
      service: row.service,
      extras: row.deliveryServices.filter((one) => !(one in AMOUNT_OF) || row.amountMissing.includes(one)),
      amounts: { cashOnDelivery: row.codAmount, insurance: row.insuredAmount },
      currency: row.currency,
      customs: row.kind === 'return' ? null : await customsOf(db, row.id, row.consignee),
      retour: row.autoRetourLabel,
      isReturn: row.kind === 'return',
    },
  };
}
export const claimToBuy = (db: Db, carrierId: string): Promise<Claim | null> => claim(db, TO_BUY, 'requested', carrierId);
/** @param carrierId null: of any carrier */
export const claimToVoid = (db: Db, carrierId: string | null): Promise<Claim | null> => claim(db, TO_VOID, null, carrierId);

/** Carriers at which a label is to be bought or voided now. */
export const findDueCarriers = statement(
  { id: carriers.id },
  () => sql`select c.id from carriers c
    where exists (select from parcels p join tasks t on t.id = p.task_id where p.carrier_id = c.id and ${DUE} and ((${TO_BUY}) or (${TO_VOID})))`,
);

/** Seconds until the next label is due, if that is within a minute. */
export const secondsToNext = statement(
  { seconds: cell.integer },
  () => sql`select ceil(extract(epoch from min(p.label_due_at) - now()))::int as seconds from parcels p
    where p.label_state = 'requested' and p.label_due_at > now() and p.label_due_at < now() + interval '1 minute' having min(p.label_due_at) is not null`,
);

/** Requests failed labels again after their cause was fixed. */
export const retryLabels = (tx: Db, taskId: string): Promise<void> => requestAgain(tx, { taskId });
const requestAgain = command(
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`update parcels set label_state = 'requested', label_faults = 0, label_due_at = null, label_error = ''
    where task_id = ${taskId}::uuid and label_state = 'failed' and state = 'closed'`,
);

const ROUND = sql`label_round = label_round + 1, cod_amount = null, insured_amount = null, label_faults = 0, label_due_at = null, label_error = ''`;
const ANEW = sql`label_state = 'requested', ${ROUND}, tracking_no = '', retour_no = '', label_file = null, customs_file = null, shipment_id = '', loading_list_id = null, state = 'closed'`;

const ofHouse = (taskId: string): SQL => sql`task_id = ${taskId}::uuid and handed_over_at is null and state not in ('open', 'void')`;
const requestAnew = command(
  ({ taskId }: { taskId: string }) =>
    sql`update parcels set ${ANEW} where ${ofHouse(taskId)} and label_state in ('requested', 'bought', 'failed')`,
);
const raiseRound = command(
  ({ taskId }: { taskId: string }) =>
    sql`update parcels set label_round = label_round + 1 where ${ofHouse(taskId)} and label_state = 'unclear'`,
);
const dropPrepared = command(
  ({ id }: { id: string }) => sql`update parcels set ${ROUND} where id = ${id}::uuid and label_state = 'requested'`,
);
const requestOne = command(({ id }: { id: string }) => sql`update parcels set ${ANEW} where id = ${id}::uuid`);
const setVoided = command(
  ({
    id,
  }: {
    id: string;
  }) => sql`update parcels set label_state = 'voided', ${ROUND}, tracking_no = '', retour_no = '', label_file = null, customs_file = null,
    shipment_id = case when shipment_id = '' then 'unknown' else shipment_id end, loading_list_id = null, state = 'closed' where id = ${id}::uuid`,
);

/** Voids labels made or requested with the former address. New ones follow. An unclear label stays unclear until a person has said what it is. */
export async function readdressLabels(tx: Db, taskId: string): Promise<void> {
  await requestAnew(tx, { taskId });
  await raiseRound(tx, { taskId });
}

/** What was prepared with other measures is not bought. */
export const remeasureLabel = (tx: Db, parcelId: string): Promise<void> => dropPrepared(tx, { id: parcelId });

/** Voids one parcel's label and buys a new one. */
export const relabel = (tx: Db, parcelId: string): Promise<void> => requestOne(tx, { id: parcelId });

/** Marks a label as unused. A job informs the carrier, so that an unreachable carrier does not block this call. */
export const voidLabel = (tx: Db, parcelId: string): Promise<void> => setVoided(tx, { id: parcelId });
