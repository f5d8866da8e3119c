import { type SQL, sql } from 'drizzle-orm';
import type { Work } from '#contract/scanning/work';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { items } from '../catalog/items/table.ts';
import { settings } from '../settings/settings/table.ts';
import { CARRIERS, MAY_CHANGE, MOST_WEIGHT } from './carrier-change.ts';
import { NEEDS, type Needs } from './work-needs.ts';

/** Statements that read a station's work (work.ts). Each row is one part of it, as JSON. */

/** Limits of one answer. More than one hall usually works on at a time; other rows are found by their code. */
export const TASKS_AT_ONCE = 400;
/** The dock counts missing parcels and therefore needs all of them. Without lines they are small. */
export const PARCELS_AT_ONCE = 5000;
export const PICKLISTS_AT_ONCE = 60;
export const STOCK_AT_ONCE = 6000;

/** Open tasks, as a condition over `t`. */
export const isOpen = sql`t.deleted_at is null and t.closed_at is null`;

/** Matches the numbers by which people and carriers identify a task. */
export const named = (
  code: string,
): SQL => sql`(t.no = ${code} or t.ref_order_id = ${code} or t.retour_no = ${code} or t.tracking_no = ${code}
  or exists (select from parcels p where p.task_id = t.id and (p.no = ${code} or p.tracking_no = ${code} or p.retour_no = ${code})))`;

/** What a code can mean at the returns station: an open return, or a shipped order (also a closed one) together with its open return. */
export const comesBack = (
  code: string,
): SQL => sql`((t.kind = 'outbound' and t.shipped > 0 and t.deleted_at is null and ${named(code)}) or (${isOpen} and ${named(code)})
  or (t.kind = 'retour' and t.receipt_closed_at is null and ${isOpen} and t.parent_id in (select t.id from tasks t where t.kind = 'outbound' and ${named(code)})))`;

/** User and time of the last such scan of task `t`. */
const lastScan = (
  which: SQL,
): SQL => sql`(select json_build_object('userId', s.user_id, 'at', to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from scans s
  where s.task_id = t.id and s.outcome = 'applied' and s.user_id is not null and ${which} order by s.id desc limit 1)`;

/** Handover by the parcel's own scan or with its loading list; before handover, the loading scan. */
const lastOfParcel = sql`case when p.handed_over_at is null then ${lastScan(sql`s.act = 'load' and s.body->'act'->>'parcelId' = p.id::text`)}
  else coalesce(${lastScan(sql`s.act = 'handOver' and s.body->'act'->>'parcelId' = p.id::text`)},
    (select json_build_object('userId', s.user_id, 'at', to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from scans s
      where s.act = 'handOverList' and s.outcome = 'applied' and s.user_id is not null and s.body->'act'->>'loadingListId' = p.loading_list_id::text order by s.id desc limit 1)) end`;

/** Skips the lookup for parcels that were never loaded. */
const lastWhereLoaded = sql`case when p.loading_list_id is null and p.handed_over_at is null then null else ${lastOfParcel} end`;
const LINES = sql`(select coalesce(json_agg(json_build_object('id', l.id, 'itemId', l.item_id, 'sku', l.sku, 'ordered', l.ordered, 'cancelled', l.cancelled, 'picked', l.picked, 'packed', l.packed, 'received', l.received, 'putAway', l.put_away + l.disposed, 'damaged', l.damaged, 'shipped', l.shipped, 'returned', l.returned) order by l.position, l.id), '[]') from task_lines l where l.task_id = t.id)`;
const LIES = sql`array(select distinct b.compartment_id from task_lines l join reservations v on v.line_id = l.id and v.picked join stock_balances b on b.id = v.balance_id
      where l.task_id = t.id and not exists (select from parcels p where p.unit_id = b.unit_id))`;
const LAST_WORK = lastScan(sql`s.act in ('pick', 'pack', 'packSingle', 'receive', 'takeBack')`);

export const findTasks = statement(
  { part: cell.json<Work['tasks'][number]>() },
  ({
    where,
    first,
    parcelsOnly,
  }: { where: SQL } & Pick<
    Needs,
    'first' | 'parcelsOnly'
  >) => sql`select json_build_object('id', t.id, 'no', t.no, 'kind', t.kind, 'status', t.status, 'merchantId', t.merchant_id, 'refOrderId', t.ref_order_id, 'parentId', t.parent_id, 'provisional', false,
    'parentNo', case when t.kind = 'retour' then coalesce((select o.no from tasks o where o.id = t.parent_id), '') else '' end, 'announcedOn', to_char(t.created_at, 'YYYY-MM-DD'),
    'codes', array_remove(array[nullif(t.retour_no, ''), nullif(t.tracking_no, '')], null), 'priority', t.priority, 'last', ${parcelsOnly ? sql`null` : LAST_WORK},
    'blockers', array(select b.kind from task_blockers b where b.task_id = t.id and b.resolved_at is null),
    'lies', ${parcelsOnly ? sql`'[]'::json` : LIES},
    'units', case when t.kind = 'inbound' then json_build_object('pallets', coalesce(t.received_pallets, t.pallet_qty), 'boxes', coalesce(t.received_boxes, t.box_qty)) end,
    'maxWeight', (select ${MOST_WEIGHT} from carriers c where c.id = t.carrier_id), 'carriers', ${parcelsOnly ? sql`'[]'::json` : sql`coalesce(${CARRIERS}, '[]'::json)`}, 'mayChange', ${parcelsOnly ? sql`false` : MAY_CHANGE}, 'weightNeeded', t.label_source = 'own', 'dimensionsNeeded', coalesce((select dimensions from carriers where id = t.carrier_id), false),
    'lines', ${parcelsOnly ? sql`'[]'::json` : LINES},
    'parcels', (select coalesce(json_agg(json_build_object('id', p.id, 'no', p.no, 'state', p.state, 'trackingNo', p.tracking_no, 'carrier', coalesce(k.code, ''), 'loadingListId', p.loading_list_id, 'weight', p.weight, 'sized', p.length is not null,
      'contents', case when p.state in ('open', 'closed') then (select coalesce(json_agg(json_build_object('lineId', c.line_id, 'qty', c.qty)), '[]') from parcel_contents c where c.parcel_id = p.id) else '[]' end, 'last', ${lastWhereLoaded}) order by p.seq), '[]') from parcels p left join carriers k on k.id = p.carrier_id where p.task_id = t.id)) as part
  from tasks t where ${where} order by ${first ? sql`(${first}) desc,` : sql``} array_position(array['urgent', 'normal', 'low'], t.priority), t.requested_ship_at nulls last, t.sort_at limit ${parcelsOnly ? PARCELS_AT_ONCE : TASKS_AT_ONCE}`,
  [
    ...Object.values<Needs>(NEEDS).flatMap(({ tasks, ...needs }) => (tasks ? [{ where: tasks, ...needs }] : [])),
    { where: sql`${isOpen} and ${comesBack('')}` },
  ],
);

export const findPicklists = statement(
  { part: cell.json<Work['picklists'][number]>() },
  ({ where }: { where: SQL }) => sql`select json_build_object('id', k.id, 'no', k.no, 'state', k.state, 'kind', k.kind, 'lines',
    (select coalesce(json_agg(json_build_object('id', q.id, 'taskId', q.task_id, 'taskNo', t.no, 'lineId', q.line_id, 'itemId', q.item_id, 'placeId', q.compartment_id, 'placeCode', b.place, 'lot', b.lot, 'qty', q.qty, 'picked', q.picked, 'short', q.short, 'seq', q.seq) order by q.seq, q.id), '[]')
     from picklist_lines q join tasks t on t.id = q.task_id join stock_balances b on b.id = q.balance_id where q.picklist_id = k.id and (q.open or q.picked > 0))) as part
  from picklists k where ${where} and k.deleted_at is null order by k.sort_at limit ${PICKLISTS_AT_ONCE}`,
  Object.values<Needs>(NEEDS).flatMap(({ picklists }) => (picklists ? [{ where: picklists }] : [])),
);

export const findStock = statement(
  { part: cell.json<Work['stock'][number]>() },
  ({
    where,
  }: {
    where: SQL;
  }) => sql`select json_build_object('itemId', b.item_id, 'placeId', b.compartment_id, 'lot', b.lot, 'expiry', b.expiry, 'serial', b.serial, 'condition', b.condition, 'qty', b.on_hand, 'free', b.free) as part
  from stock_balances b join compartments c on c.id = b.compartment_id where b.on_hand > 0 and b.unit_id is null and ${where} order by c.pick_order, b.id limit ${STOCK_AT_ONCE}`,
  Object.values<Needs>(NEEDS).flatMap(({ stock }) => (stock ? [{ where: stock }] : [])),
);

/** `training`: the user has to scan every piece. */
export const findItems = statement(
  { part: cell.json<Work['items'][number]>() },
  ({
    ids,
    training,
  }: {
    ids: readonly string[];
    training: boolean;
  }) => sql`select json_build_object('id', i.id, 'merchantId', i.merchant_id, 'sku', i.sku, 'name', i.name, 'image', i.image, 'kind', i.kind, 'serialMode', i.serial_mode, 'serialPattern', i.serial_pattern, 'lotMode', i.lot_mode, 'expires', i.expires, 'weight', i.weight,
    'size', case when i.kind = 'packaging' and least(i.length, i.width, i.height) > 0 then concat_ws('x', i.length, i.width, i.height) else '' end,
    'pickScan', case when ${training} or 'each' in (i.pick_scan, coalesce(m.pick_scan, 'once')) then 'each' else 'once' end) as part
  from items i left join merchants m on m.id = i.merchant_id where i.id = any(${uuids(ids)}) order by i.id`,
  [{ ids: [], training: true }],
);
export const findCodes = statement(
  { part: cell.json<Work['codes'][number]>() },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select json_build_object('code', a.code, 'itemId', a.item_id, 'qty', a.pieces) as part from item_aliases a where a.item_id = any(${uuids(ids)}) and a.deleted_at is null
  union all select json_build_object('code', i.sku, 'itemId', i.id, 'qty', 1) from items i where i.id = any(${uuids(ids)})`,
  [{ ids: [] }],
);
export const findPlaces = statement(
  { part: cell.json<Work['places'][number]>() },
  ({ where }: { where: SQL }) =>
    sql`select json_build_object('id', c.id, 'code', c.code, 'kind', c.kind, 'merchantId', c.merchant_id, 'blocked', c.blocked_reason <> '') as part from compartments c where c.deleted_at is null and ${where} order by c.pick_order, c.id limit 20000`,
  Object.values<Needs>(NEEDS).flatMap(({ places }) => (places && places !== true ? [{ where: places }] : [])),
);
export const findUnits = statement(
  { part: cell.json<Work['units'][number]>() },
  () =>
    sql`select json_build_object('id', u.id, 'code', u.code, 'placeId', u.compartment_id) as part from merged_units u where u.deleted_at is null and u.state <> 'shipped' and not exists (select from parcels p where p.unit_id = u.id) order by u.sort_at desc limit 2000`,
);
export const findMerchants = statement(
  { part: cell.json<Work['merchants'][number]>() },
  () =>
    sql`select json_build_object('id', m.id, 'no', m.no, 'name', m.name) as part from merchants m where m.deleted_at is null order by m.no limit 200`,
);
export const findWorkKinds = statement(
  { part: cell.json<Work['workKinds'][number]>() },
  () =>
    sql`select json_build_object('id', c.id, 'code', c.code, 'text', c.text) as part from quotation_categories c where c.meter = 'work' and c.active and c.deleted_at is null order by c.position, c.code limit 24`,
);
export const findCounts = statement(
  { part: cell.json<Work['counts'][number]>() },
  () =>
    sql`select json_build_object('id', n.id, 'no', n.no, 'blind', n.blind, 'placeIds', n.compartment_ids) as part from counts n where n.state in ('open', 'counting') and n.deleted_at is null order by n.sort_at limit 50`,
);
/** Loading lists that a code can mean: by number, or open ones by carrier or dock. */
export const listsOf = (code: string): SQL => sql`(l.no = ${code} or (l.state = 'open' and ${code} in (k.code, d.code)))`;
export const findLoadingLists = statement(
  { part: cell.json<Work['loadingLists'][number]>() },
  ({
    where,
  }: {
    where: SQL;
  }) => sql`select json_build_object('id', l.id, 'no', l.no, 'carrier', k.code, 'state', l.state, 'dock', coalesce(d.code, ''), 'vehicle', l.vehicle) as part
  from loading_lists l join carriers k on k.id = l.carrier_id left join compartments d on d.id = l.dock_id where ${where} and l.deleted_at is null order by l.sort_at desc limit 50`,
  [{ where: listsOf('') }],
);

export const findPackaging = statement(
  { id: items.id },
  () => sql`select id from items where kind = 'packaging' and deleted_at is null order by sku limit 200`,
);

/** Items that a code can mean: alias, SKU, or a GTIN with its leading zeros. */
export const findItemsOf = statement(
  { id: items.id },
  ({ code }: { code: string }) =>
    sql`select i.id from items i where i.deleted_at is null and (i.sku = ${code} or i.id in (select item_id from item_aliases where deleted_at is null and code in (${code}, ltrim(${code}, '0'), lpad(${code}, 13, '0'), lpad(${code}, 14, '0')))) limit 20`,
);

export const findLimits = statement(
  { key: settings.key, value: orNull(settings.value) },
  () => sql`select key, value from settings where (key like 'scan.weight%' or key = 'scan.askFrom') and deleted_at is null`,
);
