import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { ActionSpec, NextStep } from '#contract/core/mask';
import type { RequestChange } from '#contract/freight/offers';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError } from '../../core/http/errors.ts';
import { notifyAsked } from './notify-offers.ts';
import { offers } from './offers/table.ts';

/** Asks carriers for a price, for a transport quote or a collect request. */
export const ASK_CARRIERS: ActionSpec = {
  key: 'ask',
  label: 'services.actions.ask',
  done: 'services.done.ask',
  on: 'row',
  call: { method: 'POST', path: '/v0/offers/ask/:id' },
  privilege: 'offers.ask',
  when: {
    and: [
      { field: 'orderId', op: 'empty' },
      { field: 'status', op: 'ne', value: 'finish' },
    ],
  },
  ask: { carrierIds: { kind: 'references', area: 'carriers', label: 'services.ask.carriers', required: true } },
};

/** What happens next with a request: an offer is accepted, or carriers are asked. */
export const OFFER_STEPS: NextStep[] = [
  {
    when: {
      and: [
        { field: 'orderId', op: 'empty' },
        { field: 'offers', op: 'gt', value: 0 },
        { field: 'status', op: 'ne', value: 'finish' },
      ],
    },
    text: 'transportQuotes.next.decide',
    meaning: 'wait',
  },
  { action: 'ask', text: 'transportQuotes.next.ask' },
];

const place = (column: string) =>
  sql.raw(
    `concat_ws(', ', nullif(${column}->>'name1', ''), nullif(concat_ws(' ', ${column}->>'streetName', ${column}->>'streetNumber'), ' '), nullif(concat_ws(' ', ${column}->>'country', ${column}->>'zip', ${column}->>'city'), ''))`,
  );

const hours = (from: string, to: string) => sql.raw(`concat_ws('–', nullif(${from}, ''), nullif(${to}, ''))`);

/** Summary of the request. Each offer stores it as it was when the carrier was asked. */
const REQUESTS = sql`select id, no, merchant_id, ${place('origin')} as origin, ${place('destination')} as destination,
    concat_ws(' · ', replace(pieces, E'\n', '; '), nullif('UN ' || nullif(un_no, ''), ''), case when tail_lift then 'tail lift' end) as goods, weight, loading_metres,
    pickup_date, '' as wanted_time, null::date as deliver_on, '' as deliver_time, remark, order_id
  from transport_quotes
  union all select id, no, merchant_id, ${place('pickup')},
    (select concat_ws(', ', s.name, nullif(concat_ws(' ', s.address->>'streetName', s.address->>'streetNumber'), ' '), nullif(concat_ws(' ', s.address->>'country', s.address->>'zip', s.address->>'city'), '')) from storehouses s where s.deleted_at is null order by (s.id = storehouse_id) desc nulls last, s.code limit 1),
    concat_ws(' · ', goods, case when tail_lift then 'tail lift' end), weight, null,
    pickup_date, ${hours('time_from', 'time_to')}, delivery_date, ${hours('delivery_from', 'delivery_to')}, remark, order_id
  from collections where kind = 'collectRequest'`;

const findRequest = statement(
  { orderId: orNull(cell.uuid) },
  ({ taskId }: { taskId: string }) => sql`select r.order_id from (${REQUESTS}) r where r.id = ${taskId}::uuid`,
);
const insertOffers = statement(
  { id: offers.id },
  ({
    taskId,
    carrierIds,
  }: {
    taskId: string;
    carrierIds: readonly string[];
  }) => sql`insert into offers (no, task_id, merchant_id, carrier_id, origin, destination, goods, weight, loading_metres, wanted_on, wanted_time, deliver_on, deliver_time, remark)
      select r.no, r.id, r.merchant_id, c.id, left(r.origin, 300), left(r.destination, 300), left(r.goods, 1000), nullif(r.weight, 0), nullif(r.loading_metres, 0), r.pickup_date,
        r.wanted_time, r.deliver_on, r.deliver_time, r.remark
      from (${REQUESTS}) r cross join carriers c where r.id = ${taskId}::uuid and c.id = any(${uuids(carrierIds)}) and c.deleted_at is null and c.active
      on conflict (task_id, carrier_id) do nothing returning id`,
);
const findUndecided = statement(
  { id: offers.id, carrierId: offers.carrierId, changes: offers.changes },
  ({ taskId }: { taskId: string }) =>
    sql`select id, carrier_id, changes from offers where task_id = ${taskId}::uuid and state in ('asked', 'askedAgain', 'offered', 'declined') order by id for update`,
);
const askAnew = command(
  ({
    id,
    changes,
  }: {
    id: string;
    changes: string;
  }) => sql`update offers o set origin = left(r.origin, 300), destination = left(r.destination, 300),
        goods = left(r.goods, 1000), weight = nullif(r.weight, 0), loading_metres = nullif(r.loading_metres, 0), wanted_on = r.pickup_date, wanted_time = r.wanted_time,
        deliver_on = r.deliver_on, deliver_time = r.deliver_time, remark = r.remark, changes = ${changes}::jsonb,
        state = case when o.state = 'asked' then 'asked' else 'askedAgain' end,
        price = null, transit_days = null, pickup_date = null, valid_until = null, answered_at = null
      from (${REQUESTS}) r where o.id = ${id}::uuid and r.id = o.task_id`,
);

/** Asks these carriers about a request, each once. @throws DomainError NotFound; StateRefused once an offer was accepted */
export async function askCarriers(tx: Db, taskId: string, carrierIds: readonly string[]): Promise<number> {
  const request = await findRequest.first(tx, { taskId });
  if (!request) throw new DomainError('NotFound');
  if (request.orderId !== null) throw new DomainError('StateRefused', 'offers.refusals.decided');
  const asked = (await insertOffers(tx, { taskId, carrierIds })).map(({ id }) => id);
  await notifyAsked(tx, asked);
  return asked.length;
}

/** Joins two edits: a field keeps the value before the first one, and is left out where the second took the first one back. */
function joined(first: readonly RequestChange[], second: readonly RequestChange[]): RequestChange[] {
  const byField = new Map(first.map((change) => [change.field, change]));
  for (const change of second) byField.set(change.field, { ...change, from: byField.get(change.field)?.from ?? change.from });
  return [...byField.values()].filter(({ from, to }) => !isDeepStrictEqual(from, to));
}

/**
 * After a change of the request: updates its summary in each offer, removes outdated prices, and notes what changed since the carrier's last
 * answer. Returns the carriers that were asked again.
 */
export async function refreshOffers(tx: Db, taskId: string, changes: readonly RequestChange[]): Promise<string[]> {
  const undecided = await findUndecided(tx, { taskId });
  for (const { id, changes: before } of undecided) await askAnew(tx, { id, changes: JSON.stringify(joined(before, changes)) });
  return undecided.map(({ carrierId }) => carrierId);
}

/** Updates the number of offers on the request. */
export async function countOffers(tx: Db, taskId: string): Promise<void> {
  for (const table of ['transport_quotes', 'collections'])
    await tx.execute(sql`update ${sql.identifier(table)} set offers = (select count(*) from offers o where o.task_id = ${taskId}::uuid and o.price is not null and o.state <> 'declined')
      where id = ${taskId}::uuid`);
}
