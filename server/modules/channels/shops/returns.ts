import { sql } from 'drizzle-orm';
import type { ReturnLine } from '#contract/orders/returns';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { makeRetour } from '../../orders/index.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { channelOrders } from '../channel-orders/table.ts';
import { channelDue, channelReturns } from '../tables.ts';
import type { CountedLine, ReturnedLine, ShopReturn } from './platform.ts';

/** Returns that a shop announces become returns of the house. Money is never moved: that is the merchant's decision, in the shop. */

const insertDue = statement(
  { key: channelDue.key },
  ({ channelId, ids }: { channelId: string; ids: string }) => sql`insert into channel_due (channel_id, kind, key)
    select distinct ${channelId}::uuid, 'return', k from jsonb_array_elements_text(${ids}::jsonb) as k on conflict do nothing returning key`,
);
/** Returns to look at. Each is decided once, however often the shop names it. @returns those that were not known */
export async function addReturns(tx: Db, channelId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await insertDue(tx, { channelId, ids: JSON.stringify(ids) })).map(({ key }) => key));
}

type Piece = { id: string; ordered: number; open: number };
/** Units of the shop that left the house and that were announced before, by line. A bundle left when its last part did. */
const lockLines = statement(
  {
    orderId: channelOrders.id,
    externalId: channelOrders.externalId,
    state: channelOrders.state,
    taskId: orNull(channelOrders.taskId),
    line: cell.text,
    qty: cell.integer,
    shipped: cell.integer,
    announced: cell.integer,
    pieces: cell.json<Piece[]>(),
  },
  ({ channelId, orders }: { channelId: string; orders: string }) => sql`
    with o as (select id, external_id, state, task_id from channel_orders where channel_id = ${channelId}::uuid
      and external_id in (select jsonb_array_elements_text(${orders}::jsonb)) order by id for update)
    select o.id as order_id, o.external_id, o.state, o.task_id, x.external_line as line, x.qty,
      coalesce((select min(floor(l.shipped::numeric * x.qty / l.ordered)) from task_lines l where l.id = any(x.task_line_ids) and l.ordered > 0), 0)::int as shipped,
      coalesce((select sum(n.qty) from channel_returns r, jsonb_to_recordset(r.lines) as n(line text, qty int) where r.order_id = o.id and n.line = x.external_line), 0)::int as announced,
      coalesce((select json_agg(json_build_object('id', l.id, 'ordered', l.ordered, 'open', kontor_returnable(l.id)) order by l.position) from task_lines l where l.id = any(x.task_line_ids)), '[]') as pieces
    from o join channel_lines x on x.order_id = o.id order by o.id, x.position`,
);
type Known = Row<typeof lockLines>;
const storeReturn = command(
  (row: { channelId: string; externalId: string; orderId: string; taskId: string; lines: string }) => sql`insert into channel_returns
    (channel_id, external_id, order_id, task_id, lines) values (${row.channelId}::uuid, ${row.externalId}, ${row.orderId}::uuid, ${row.taskId}::uuid, ${row.lines}::jsonb)`,
);
const findStored = statement(
  { id: channelReturns.id },
  ({ channelId, externalId }: { channelId: string; externalId: string }) =>
    sql`select id from channel_returns where channel_id = ${channelId}::uuid and external_id = ${externalId}`,
);

const UNFINISHED: readonly string[] = ['new', 'held', 'taken', 'cancelAsked'];

/** Pieces of the house for units of a line of the shop. */
const piecesOf = ({ pieces, qty }: Known, units: number, reason: ReturnLine['reason']): ReturnLine[] =>
  pieces.flatMap(({ id: lineId, ordered, open }) => {
    const wanted = Math.min(open, Math.round((units * ordered) / qty));
    return wanted > 0 ? [{ lineId, qty: wanted, reason }] : [];
  });

/** Units that come back of each line: those that left, less those that the customer keeps and those that were announced before. */
function unitsBack(known: readonly Known[], wanted: readonly ReturnedLine[]) {
  const left = new Map(known.map((one) => [one, one.shipped - one.announced]));
  return wanted.flatMap(({ places, qty, kept, reason }) => {
    let missing = qty;
    return places.flatMap(({ order, line }) => {
      const one = known.find(({ externalId, line: own }) => externalId === order && own === line);
      const units = Math.min(missing, Math.max(0, (one ? (left.get(one) ?? 0) : 0) - kept));
      if (!one || units <= 0) return [];
      missing -= units;
      left.set(one, (left.get(one) ?? 0) - units);
      return [{ known: one, units, reason }];
    });
  });
}

/** @returns false if an order is not shipped yet, so that it has to be looked at again */
export async function announceReturn(tx: Db, channelId: string, found: ShopReturn): Promise<boolean> {
  const { externalId, remark } = found;
  if (await findStored.first(tx, { channelId, externalId })) return true;
  const orders = [...new Set(found.lines.flatMap(({ places }) => places.map(({ order }) => order)))];
  const known = await lockLines(tx, { channelId, orders: JSON.stringify(orders) });
  const back = unitsBack(known, found.lines);
  if (back.length === 0) return !known.some(({ state }) => UNFINISHED.includes(state));
  for (const orderId of new Set(back.map((one) => one.known.orderId))) {
    const mine = back.filter((one) => one.known.orderId === orderId);
    const parent = mine[0]?.known.taskId;
    const lines = mine.flatMap((one) => piecesOf(one.known, one.units, one.reason));
    if (!parent || lines.length === 0) continue;
    const taskId = await makeRetour(tx, parent, { by: null, remark, lines });
    const units = mine.map((one) => ({ line: one.known.line, qty: one.units }));
    await storeReturn(tx, { channelId, externalId, orderId, taskId, lines: JSON.stringify(units) });
  }
  return true;
}

/** What the house counted, by line of the shop. What came without being announced has no line there. */
const findCounted = statement(
  {
    externalId: channelReturns.externalId,
    order: channelOrders.externalId,
    no: tasks.retourNo,
    lines: cell.json<CountedLine[]>(),
  },
  ({ channelId, taskId }: { channelId: string; taskId: string }) => sql`
    with moved as (select m.line_id, m.condition, sum(case when m.from_place = 'customer' then m.qty else -m.qty end)::int as qty from stock_moves m
      where m.line_id in (select id from task_lines where task_id = ${taskId}::uuid) and (m.from_place = 'customer' or m.to_place = 'customer') group by m.line_id, m.condition),
    counted as (select l.id, l.order_line_id, l.sku, l.position, l.ordered,
        coalesce(sum(v.qty) filter (where v.condition = 'good'), 0)::int as good, coalesce(sum(v.qty) filter (where v.condition <> 'good'), 0)::int as bad
      from task_lines l left join moved v on v.line_id = l.id where l.task_id = ${taskId}::uuid group by l.id),
    units as (select c.id, x.external_line, n.qty as announced, floor(c.good::numeric * x.qty / p.ordered)::int as good, floor(c.bad::numeric * x.qty / p.ordered)::int as bad
      from channel_returns r join channel_lines x on x.order_id = r.order_id join jsonb_to_recordset(r.lines) as n(line text, qty int) on n.line = x.external_line
      join counted c on c.order_line_id = any(x.task_line_ids) join task_lines p on p.id = c.order_line_id and p.ordered > 0 where r.task_id = ${taskId}::uuid)
    select r.external_id, o.external_id as "order", t.retour_no as no,
      (select coalesce(json_agg(json_build_object('line', coalesce(u.external_line, ''), 'sku', c.sku, 'announced', c.ordered, 'good', c.good, 'bad', c.bad,
          'units', json_build_object('announced', coalesce(u.announced, 0), 'good', coalesce(u.good, 0), 'bad', coalesce(u.bad, 0))) order by c.position, c.id), '[]')
        from counted c left join units u on u.id = c.id) as lines
    from channel_returns r join channel_orders o on o.id = r.order_id join tasks t on t.id = r.task_id where r.channel_id = ${channelId}::uuid and r.task_id = ${taskId}::uuid`,
);
export const readCounted = (db: Db, channelId: string, taskId: string) => findCounted.first(db, { channelId, taskId });
