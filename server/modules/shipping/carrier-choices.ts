import { sql } from 'drizzle-orm';
import { addressFaults } from '#contract/core/address';
import { AMOUNT_OF } from '#contract/orders/amounts';
import type { TaskStatus } from '#contract/orders/statuses';
import { type CarrierChoice, chooseRate, type OfferedRate, type SkippedCarrier } from '#contract/shipping/carrier-choice';
import { isDeclared } from '#contract/shipping/customs-union';
import { limitsWith, oversizeOf, type SizeLimits, type Sizes } from '#contract/shipping/parcel-limits';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { cell, command, orNull, type Row, statement } from '../../core/db/statement.ts';
import { cutOff, lockTask, recompute } from '../orders/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { merchants } from '../parties/merchants/table.ts';
import { storehouseAddress } from '../stock/index.ts';
import { asked, CarrierError, type RateRequest } from './adapter.ts';
import { carriers } from './carriers/table.ts';
import { type Connection, REACHABLE, readConnection } from './connections.ts';
import { referenceOf } from './numbers.ts';
import { adapterOf, BUYING_APIS, type CarrierContext, RATING_APIS } from './registry.ts';
import { oversizeReason } from './services-at.ts';
import { carrierChoices } from './tables.ts';

/**
 * Chooses the carrier of an order by what carriers ask for it, when its goods are reserved and nothing is packed yet. The order never waits for
 * it: until it is chosen, and where nobody answers, it keeps the carrier it has. No carrier is asked inside a transaction.
 */

/** Longest wait for prices, in seconds. A carrier that takes longer is not compared. */
const LONGEST = 8;
/** Seconds after which another node may ask for an order again. */
const LEASE = 120;
const AT_ONCE = 20;
/** Released and not packed. */
const RELEASED: TaskStatus[] = ['readyToPick', 'inPicklist', 'picklistPrinted', 'readyToPack'];
const list = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;

/** Claims released orders whose merchant compares carriers. An order that names a service keeps it: somebody paid for it. */
const claimDue = statement(
  { id: carrierChoices.taskId },
  () => sql`insert into carrier_choices (task_id, merchant_id)
    select t.id, t.merchant_id from tasks t join merchants m on m.id = t.merchant_id
    where m.carrier_rule <> 'fixed' and t.kind = 'outbound' and t.status = any(${list(RELEASED)}) and t.label_source = 'own' and t.transport_mode in ('parcel', 'express')
      and t.service = '' and t.parcel_count = 0 and t.deleted_at is null
      and not exists (select from carrier_choices c where c.task_id = t.id and (c.decided_at is not null or c.asked_at > clock_timestamp() - make_interval(secs => ${LEASE})))
    order by t.sort_at limit ${AT_ONCE}
    on conflict (task_id) do update set asked_at = clock_timestamp()
      where carrier_choices.decided_at is null and carrier_choices.asked_at < clock_timestamp() - make_interval(secs => ${LEASE})
    returning task_id as id`,
);
const findOrder = statement(
  {
    no: tasks.no,
    merchantId: tasks.merchantId,
    rule: merchants.carrierRule,
    carrierId: tasks.carrierId,
    service: tasks.service,
    consignor: tasks.consignor,
    consignee: tasks.consignee,
    deliveryServices: tasks.deliveryServices,
    autoRetourLabel: tasks.autoRetourLabel,
    codAmount: tasks.codAmount,
    insuredAmount: tasks.insuredAmount,
    currency: tasks.currency,
    weight: orNull(cell.integer),
    sizes: cell.jsonb<Sizes[]>(),
    value: orNull(cell.bigint),
    valueCurrency: merchants.currency,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select t.no, t.merchant_id, m.carrier_rule as rule, t.carrier_id, t.service, t.consignor, t.consignee, t.delivery_services, t.auto_retour_label,
      t.cod_amount, t.insured_amount, t.currency, coalesce(t.weight, (select case when bool_and(i.weight is not null) then sum(i.weight * (l.ordered - l.cancelled))::int end
        from task_lines l join items i on i.id = l.item_id where l.task_id = t.id)) as weight,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('length', i.length, 'width', i.width, 'height', i.height)), '[]')
        from task_lines l join items i on i.id = l.item_id where l.task_id = t.id and l.ordered > l.cancelled and i.length > 0 and i.width > 0 and i.height > 0) as sizes,
      (select case when bool_and(l.price is not null or (i.price is not null and i.currency = m.currency)) then sum(coalesce(l.price, i.price) * (l.ordered - l.cancelled))::bigint end
        from task_lines l join items i on i.id = l.item_id where l.task_id = t.id) as value, m.currency as value_currency
    from tasks t join merchants m on m.id = t.merchant_id where t.id = ${id}::uuid`,
);
type Order = Row<typeof findOrder>;
const findCarriers = statement(
  { id: carriers.id, storehouseId: carriers.storehouseId, reachable: cell.boolean, paused: cell.boolean },
  () => sql`select c.id, coalesce(c.storehouse_id, (select s.id from storehouses s where s.deleted_at is null order by s.sort_at limit 1)) as storehouse_id, (${REACHABLE}) as reachable, c.paused_at is not null as paused
    from carriers c where c.deleted_at is null and c.active and c.api = any(${list(BUYING_APIS)}) order by c.code`,
);

const requestOf = async (db: Db, order: Order, weight: number, storehouseId: string | null): Promise<RateRequest> => ({
  reference: referenceOf(order.no),
  consignor: addressFaults(order.consignor).length === 0 ? order.consignor : await storehouseAddress(db, storehouseId),
  consignee: order.consignee,
  weight,
  sizes: null,
  extras: order.deliveryServices.filter((one) => !(one in AMOUNT_OF)),
  retour: order.autoRetourLabel,
  amounts: { cashOnDelivery: order.codAmount, insurance: order.insuredAmount },
  currency: order.currency,
  value:
    order.value && order.consignee.country !== '' && isDeclared(order.consignee)
      ? { amount: order.value, currency: order.valueCurrency }
      : null,
});

type Answer = { rates: OfferedRate[] } | { skipped: SkippedCarrier };
/**
 * What one carrier asks. Its failures are no failures of the order: it is not compared.
 * @param sizes of the items: the parcel is not packed yet, and is at least as large as the largest of them
 */
async function askCarrier(context: CarrierContext, connection: Connection, request: RateRequest, sizes: readonly Sizes[]): Promise<Answer> {
  const { id: carrierId, name: carrier, maxWeight } = connection;
  const skipped = (reason: SkippedCarrier['why'], message = ''): Answer => ({ skipped: { carrier, why: reason, message } });
  if (maxWeight !== null && request.weight > maxWeight) return skipped('tooHeavy');
  const oversizeAt = (limits: SizeLimits) => sizes.flatMap((one) => oversizeOf(one, limits, request.extras) ?? [])[0];
  const oversize = oversizeAt(connection);
  if (oversize) return skipped('tooLarge', oversizeReason(oversize));
  /** A price of a product that is too small for the goods is none. */
  const takes = (service: string): boolean => {
    const limits = limitsWith(connection, service);
    return (limits.maxWeight === null || request.weight <= limits.maxWeight) && !oversizeAt(limits);
  };
  try {
    const seconds = Math.min(LONGEST, context.config.CARRIER_TIMEOUT);
    const found = await asked(seconds, async (signal) => adapterOf(context, connection).rates?.(request, signal) ?? []);
    return { rates: found.filter(({ service }) => takes(service)).map((rate) => ({ carrierId, carrier, ...rate })) };
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const { kind, message } = error.fault;
    if (kind === 'refused' || kind === 'refusedAddress') return skipped('refused', message.slice(0, 300));
    return skipped(kind === 'misconfigured' ? 'notConnected' : 'noAnswer');
  }
}

/** @param silent carriers that did not answer for another order of this run; they are not waited for again */
async function askAll(context: CarrierContext, order: Order, weight: number, silent: Set<string>) {
  const { db } = context;
  const answers = await Promise.all(
    (await findCarriers(db)).map(async ({ id, storehouseId, reachable, paused }): Promise<Answer> => {
      const connection = await readConnection.one(db, { id });
      if (!RATING_APIS.includes(connection.api)) return { skipped: { carrier: connection.name, why: 'noPrices', message: '' } };
      if (!reachable || silent.has(id))
        return { skipped: { carrier: connection.name, why: paused ? 'notConnected' : 'noAnswer', message: '' } };
      const answer = await askCarrier(context, connection, await requestOf(db, order, weight, storehouseId), order.sizes);
      if ('skipped' in answer && (answer.skipped.why === 'noAnswer' || answer.skipped.why === 'notConnected')) silent.add(id);
      return answer;
    }),
  );
  return {
    rates: answers.flatMap((answer) => ('rates' in answer ? answer.rates : [])),
    skipped: answers.flatMap((answer) => ('skipped' in answer ? [answer.skipped] : [])),
  };
}

const stillOpen = statement(
  { open: cell.boolean },
  ({ id, carrierId, service }: { id: string; carrierId: string | null; service: string }) =>
    sql`select t.parcel_count = 0 and t.closed_at is null and t.deleted_at is null and t.carrier_id is not distinct from ${carrierId}::uuid and t.service = ${service} as open
      from tasks t where t.id = ${id}::uuid`,
);
const changeCarrier = command(
  ({ id, carrierId, service }: { id: string; carrierId: string; service: string }) =>
    sql`update tasks set carrier_id = ${carrierId}::uuid, service = ${service}, cut_off_at = ${cutOff(carrierId)} where id = ${id}::uuid`,
);
const storeChoice = command(
  ({ id, merchantId, choice }: { id: string; merchantId: string; choice: string }) =>
    sql`insert into carrier_choices (task_id, merchant_id, decided_at, choice) values (${id}::uuid, ${merchantId}::uuid, clock_timestamp(), ${choice}::jsonb)
      on conflict (task_id) do update set decided_at = excluded.decided_at, choice = excluded.choice`,
);

/**
 * Asks the carriers, chooses by the merchant's rule, and stores the choice with the order. Repeating it asks again and changes nothing that is
 * as it should be.
 * @param by the user who asked for it; null for the job, which notes only a carrier that it changed
 */
export async function chooseCarrier(context: CarrierContext, id: string, by: string | null, silent = new Set<string>()): Promise<void> {
  const { db } = context;
  const order = await findOrder.one(db, { id });
  const { rule, carrierId, service, merchantId } = order;
  const weighed = order.weight ? await askAll(context, order, order.weight, silent) : { rates: [], skipped: [] };
  const found: ReturnType<typeof chooseRate> = order.weight
    ? chooseRate(rule, weighed.rates, { carrierId, service })
    : { reason: 'noWeight', chosen: null, next: null };
  await inTransaction(db, async (tx) => {
    await lockTask(tx, { id });
    const isOpen = (await stillOpen.one(tx, { id, carrierId, service })).open;
    const choice: Omit<CarrierChoice, 'at'> = {
      rule,
      ...found,
      ...weighed,
      ...(isOpen ? {} : { reason: 'late', chosen: null, next: null }),
    };
    const { chosen } = choice;
    const changes = chosen !== null && (chosen.carrierId !== carrierId || chosen.service !== service);
    if (changes) await changeCarrier(tx, { id, carrierId: chosen.carrierId, service: chosen.service });
    await storeChoice(tx, { id, merchantId, choice: JSON.stringify(choice) });
    const event = changes
      ? { command: 'carrierChosen', by, payload: { carrier: chosen.carrier, service: chosen.service } }
      : { command: 'ratesCompared', by };
    await recompute(tx, [id], event, { always: changes || by !== null, locked: new Set([id]) });
  });
}

/** Chooses the carrier of every order that was released since. Several nodes may run it at the same time. */
export async function chooseDue(context: CarrierContext): Promise<void> {
  const silent = new Set<string>();
  for (let due = await claimDue(context.db); due.length > 0; due = await claimDue(context.db))
    for (const { id } of due)
      await chooseCarrier(context, id, null, silent).catch((error: unknown) =>
        context.log.warn({ err: error, task: id }, 'no carrier was chosen for an order'),
      );
}
