import { sql } from 'drizzle-orm';
import type { ChannelOrderState } from '#contract/channels/channel-orders';
import type { MerchantOrderAnswer } from '#contract/channels/merchant-orders';
import type { Locale } from '#contract/core/limits';
import { readReason } from '#contract/orders/reasons';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { textIn } from '../../core/http/texts.ts';
import { tasks } from '../orders/tasks/table.ts';
import { channelOrders } from './channel-orders/table.ts';

const COLUMNS = {
  id: channelOrders.id,
  externalNo: channelOrders.externalNo,
  state: channelOrders.state,
  reason: channelOrders.reason,
  detail: channelOrders.detail,
  orderNo: orNull(tasks.no),
  status: orNull(tasks.status),
  firstSeen: channelOrders.firstSeen,
  lastSeen: channelOrders.lastSeen,
  order: channelOrders.body,
  shipments: cell.json<MerchantOrderAnswer['shipments']>(),
};
const ROWS = sql`select o.id, o.external_no, o.state, o.reason, o.detail, t.no as order_no, t.status, o.first_seen, o.last_seen, o.body as "order",
    (select coalesce(json_agg(json_build_object('trackingNo', p.tracking_no, 'carrier', coalesce(c.name, ''),
        'handedOverAt', to_char(p.handed_over_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p.handed_over_at, p.id), '[]')
      from parcels p left join carriers c on c.id = p.carrier_id where p.task_id = o.task_id and p.handed_over_at is not null and p.state <> 'void') as shipments
  from channel_orders o left join tasks t on t.id = o.task_id`;
const findByIds = statement(COLUMNS, ({ ids }: { ids: readonly string[] }) => sql`${ROWS} where o.id = any(${uuids(ids)})`);
const findByNo = statement(
  COLUMNS,
  ({ channelId, externalNo }: { channelId: string; externalNo: string }) =>
    sql`${ROWS} where o.channel_id = ${channelId}::uuid and o.external_id = ${externalNo}`,
);
type Page = { channelId: string; state: ChannelOrderState | null; since: string | null; after: string | null; limit: number };
const findPage = statement(
  COLUMNS,
  ({
    channelId,
    state,
    since,
    after,
    limit,
  }: Page) => sql`${ROWS} where o.channel_id = ${channelId}::uuid and (${state}::text is null or o.state = ${state}::text)
    and (${since}::timestamptz is null or o.updated_at >= ${since}::timestamptz) and (${after}::uuid is null or o.id > ${after}::uuid) order by o.id limit ${limit}`,
  [{ channelId: '', state: null, since: null, after: null, limit: 1 }],
);
type Found = Row<typeof findByIds>;

/** Why an order is held, as a sentence. Faults of an address are told by the names of its fields. */
export function heldMessage(locale: Locale, { reason, detail }: Pick<Found, 'reason' | 'detail'>): string | null {
  if (reason === null) return null;
  const read = readReason(detail);
  const words = read.is === 'address' ? read.faults.map(({ path }) => path).join(', ') : detail;
  return textIn(locale, `channelOrders.messages.${reason}`).replace('{{detail}}', () => words);
}

const answerIn =
  (locale: Locale) =>
  ({ id: _id, detail, ...row }: Found): MerchantOrderAnswer => ({ ...row, message: heldMessage(locale, { reason: row.reason, detail }) });

export async function readOrders(db: Db, ids: readonly string[], locale: Locale): Promise<Map<string, MerchantOrderAnswer>> {
  return new Map((await findByIds(db, { ids })).map((row) => [row.id, answerIn(locale)(row)]));
}
export async function readOrder(db: Db, channelId: string, externalNo: string, locale: Locale): Promise<MerchantOrderAnswer | null> {
  const row = await findByNo.first(db, { channelId, externalNo });
  return row ? answerIn(locale)(row) : null;
}
/** Orders in the sequence in which they came. `next` is the cursor of the following page. */
export async function readPage(db: Db, page: Page, locale: Locale): Promise<{ data: MerchantOrderAnswer[]; next: string | null }> {
  const rows = await findPage(db, { ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  return { data: shown.map(answerIn(locale)), next: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null };
}
