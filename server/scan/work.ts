import { type SQL, sql } from 'drizzle-orm';
import type { Profile } from '#contract/scan/acts';
import type { Work } from '#contract/scan/work';
import type { Db } from '../db/client.ts';
import { uuids } from '../db/uuids.ts';
import { rowsOf } from '../http/select.ts';

/** More than lies in one hall's hands at a time; what is beyond is found by its code. */
const TASKS_AT_ONCE = 400;
/** At the dock what is missing is counted, so all parcels are needed; without their lines they are small. */
const PARCELS_AT_ONCE = 5000;
const PICKLISTS_AT_ONCE = 60;
const STOCK_AT_ONCE = 6000;

type Needs = {
  tasks?: SQL;
  /** Of tasks `t`: these come first where there are more than are sent along. */
  first?: SQL;
  /** Parcels are all that matters: no lines. */
  parcelsOnly?: true;
  picklists?: SQL;
  stock?: SQL;
  places?: true | SQL;
  units?: boolean;
  counts?: boolean;
  lists?: boolean;
  merchants?: boolean;
};
const inHand = sql`t.kind in ('outbound', 'transportLabel') and (t.picked > t.shipped or t.status in ('packingCompleted', 'weightNeeded', 'dimensionNeeded', 'shipmentLabelAwaits', 'transportLabelAwaits', 'readyToSwap'))`;
/** Carts and tables say which orders wait in them; any other place is asked for by its code. */
const pack = { tasks: inHand, first: sql`t.picked > t.packed`, places: sql`c.kind in ('cart', 'pack')` } satisfies Needs;

/** What each station needs to answer by itself. Conditions are over tasks `t`, picklists `k` and balances `b` with their compartment `c`. */
const NEEDS: Record<Profile, Needs> = {
  receiving: { tasks: sql`t.kind in ('inbound', 'retour') and t.receipt_closed_at is null` },
  receivingScan: { tasks: sql`t.kind = 'inbound' and t.receipt_closed_at is null`, places: true },
  received: { tasks: sql`t.kind in ('inbound', 'retour') and t.receipt_closed_at is not null and t.prepared_at is null` },
  putAway: {
    tasks: sql`t.kind in ('inbound', 'retour') and t.received > t.put_away`,
    stock: sql`c.kind in ('dock', 'returns', 'cart', 'pack') and b.free > 0`,
    places: true,
  },
  // What lies beside a walk tells whether two batches share its place, and whether the pick empties it.
  pickingScan: {
    picklists: sql`k.state in ('open', 'printed', 'picking')`,
    places: true,
    stock: sql`b.serial = '' and (b.item_id, b.compartment_id) in (select p.item_id, p.compartment_id from picklist_lines q
      join picklists k on k.id = q.picklist_id join stock_balances p on p.id = q.balance_id where q.open and k.state in ('open', 'printed', 'picking') and k.deleted_at is null)`,
  },
  packScanOrder: pack,
  packScanBatch: { ...pack, picklists: sql`k.state in ('picking', 'done') and k.created_at > now() - interval '7 days' and k.picked > 0` },
  packScanSingle: {
    tasks: sql`t.kind = 'outbound' and t.pieces = 1 and t.packed = 0 and t.status in ('readyToPick', 'inPicklist', 'picklistPrinted', 'readyToPack')`,
    stock: sql`b.reserved > 0`,
    places: sql`c.kind in ('cart', 'pack')`,
  },
  PackScanEF: pack,
  PackScanPre: pack,
  packScanRef: pack,
  shippingScan: { tasks: sql`t.kind in ('outbound', 'transportLabel') and t.packed > t.shipped`, parcelsOnly: true, lists: true },
  loggingScan: {},
  snScan: {
    tasks: inHand,
    stock: sql`b.serial = '' and b.free > 0 and exists (select from items i where i.id = b.item_id and i.serial_mode <> 'none')`,
    places: true,
  },
  skuScan: { stock: sql`true`, places: true },
  count: { counts: true, places: true },
  return: { tasks: sql`t.kind = 'retour' and t.receipt_closed_at is null`, places: true, merchants: true },
  move: { stock: sql`b.free > 0 and b.unit_id is null`, places: true, units: true },
};

export type WorkQuery = {
  profile: Profile;
  station: { id: string; code: string; placeId: string | null };
  merchantId: string | null;
  training: boolean;
  /** Only what this code may mean, whatever is cached: `GET /v0/scan/find`. */
  code?: string;
  /** Orders, picklists and loading lists that are open at the station: they stay in its work as long as they are open at all. */
  opened?: readonly string[];
};

const open = sql`t.deleted_at is null and t.closed_at is null`;
type Rows = Record<string, unknown>[];
const read = async (tx: Db, statement: SQL | null): Promise<Rows> => (statement ? rowsOf(await tx.execute(statement)) : []);
const parts = <T>(rows: Rows): T[] => rows.map((row) => row['j'] as T);

/** Numbers by which people and carriers name a task. */
const named = (code: string): SQL => sql`(t.no = ${code} or t.ref_order_id = ${code} or t.retour_no = ${code} or t.tracking_no = ${code}
  or exists (select from parcels p where p.task_id = t.id and (p.no = ${code} or p.tracking_no = ${code} or p.retour_no = ${code})))`;

/** What a code may mean where returns arrive: a return, or the order that left, settled or not, with the return of it that is under way. */
const comesBack = (
  code: string,
): SQL => sql`((t.kind = 'outbound' and t.shipped > 0 and t.deleted_at is null and ${named(code)}) or (${open} and ${named(code)})
  or (t.kind = 'retour' and t.receipt_closed_at is null and ${open} and t.parent_id in (select t.id from tasks t where t.kind = 'outbound' and ${named(code)})))`;

/** Who did the last such thing to task `t`, and when. */
const lastScan = (
  which: SQL,
): SQL => sql`(select json_build_object('userId', s.user_id, 'at', to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from scans s
  where s.task_id = t.id and s.outcome = 'applied' and s.user_id is not null and ${which} order by s.id desc limit 1)`;

/** A parcel left by its own scan or with its vehicle; until then it is its loading that counts. */
const lastOfParcel = sql`case when p.handed_over_at is null then ${lastScan(sql`s.act = 'load' and s.body->'act'->>'parcelId' = p.id::text`)}
  else coalesce(${lastScan(sql`s.act = 'handOver' and s.body->'act'->>'parcelId' = p.id::text`)},
    (select json_build_object('userId', s.user_id, 'at', to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from scans s
      where s.act = 'handOverList' and s.outcome = 'applied' and s.user_id is not null and s.body->'act'->>'loadingListId' = p.loading_list_id::text order by s.id desc limit 1)) end`;

/** A parcel without a loading has no last loading to look for. */
const lastWhereLoaded = sql`case when p.loading_list_id is null and p.handed_over_at is null then null else ${lastOfParcel} end`;
const LINES = sql`(select coalesce(json_agg(json_build_object('id', l.id, 'itemId', l.item_id, 'sku', l.sku, 'ordered', l.ordered, 'cancelled', l.cancelled, 'picked', l.picked, 'packed', l.packed, 'received', l.received, 'putAway', l.put_away + l.disposed, 'damaged', l.damaged, 'shipped', l.shipped, 'returned', l.returned) order by l.position, l.id), '[]') from task_lines l where l.task_id = t.id)`;
const LIES = sql`array(select distinct b.compartment_id from task_lines l join reservations v on v.line_id = l.id and v.picked join stock_balances b on b.id = v.balance_id
      where l.task_id = t.id and not exists (select from parcels p where p.unit_id = b.unit_id))`;
const LAST_WORK = lastScan(sql`s.act in ('pick', 'pack', 'packSingle', 'receive', 'takeBack')`);

const taskRows = (
  where: SQL,
  { first, parcelsOnly }: Pick<Needs, 'first' | 'parcelsOnly'> = {},
): SQL => sql`select json_build_object('id', t.id, 'no', t.no, 'kind', t.kind, 'status', t.status, 'merchantId', t.merchant_id, 'refOrderId', t.ref_order_id, 'parentId', t.parent_id, 'provisional', false,
    'codes', array_remove(array[nullif(t.retour_no, ''), nullif(t.tracking_no, '')], null), 'priority', t.priority, 'last', ${parcelsOnly ? sql`null` : LAST_WORK},
    'blockers', array(select b.kind from task_blockers b where b.task_id = t.id and b.resolved_at is null),
    'lies', ${parcelsOnly ? sql`'[]'::json` : LIES},
    'maxWeight', (select max_weight from carriers where id = t.carrier_id), 'weightNeeded', t.label_source = 'own', 'dimensionsNeeded', coalesce((select dimensions from carriers where id = t.carrier_id), false),
    'lines', ${parcelsOnly ? sql`'[]'::json` : LINES},
    'parcels', (select coalesce(json_agg(json_build_object('id', p.id, 'no', p.no, 'state', p.state, 'trackingNo', p.tracking_no, 'carrier', coalesce(k.code, ''), 'loadingListId', p.loading_list_id, 'weight', p.weight, 'sized', p.length is not null,
      'contents', case when p.state in ('open', 'closed') then (select coalesce(json_agg(json_build_object('lineId', c.line_id, 'qty', c.qty)), '[]') from parcel_contents c where c.parcel_id = p.id) else '[]' end, 'last', ${lastWhereLoaded}) order by p.seq), '[]') from parcels p left join carriers k on k.id = p.carrier_id where p.task_id = t.id)) as j
  from tasks t where ${where} order by ${first ? sql`(${first}) desc,` : sql``} array_position(array['urgent', 'normal', 'low'], t.priority), t.requested_ship_at nulls last, t.sort_at limit ${parcelsOnly ? PARCELS_AT_ONCE : TASKS_AT_ONCE}`;

const picklistRows = (where: SQL): SQL => sql`select json_build_object('id', k.id, 'no', k.no, 'state', k.state, 'kind', k.kind, 'lines',
    (select coalesce(json_agg(json_build_object('id', q.id, 'taskId', q.task_id, 'taskNo', t.no, 'lineId', q.line_id, 'itemId', q.item_id, 'placeId', q.compartment_id, 'placeCode', b.place, 'lot', b.lot, 'qty', q.qty, 'picked', q.picked, 'short', q.short, 'seq', q.seq) order by q.seq, q.id), '[]')
     from picklist_lines q join tasks t on t.id = q.task_id join stock_balances b on b.id = q.balance_id where q.picklist_id = k.id and (q.open or q.picked > 0))) as j
  from picklists k where ${where} and k.deleted_at is null order by k.sort_at limit ${PICKLISTS_AT_ONCE}`;

const stockRows = (
  where: SQL,
): SQL => sql`select json_build_object('itemId', b.item_id, 'placeId', b.compartment_id, 'lot', b.lot, 'expiry', b.expiry, 'serial', b.serial, 'condition', b.condition, 'qty', b.on_hand, 'free', b.free) as j
  from stock_balances b join compartments c on c.id = b.compartment_id where b.on_hand > 0 and b.unit_id is null and ${where} order by c.pick_order, b.id limit ${STOCK_AT_ONCE}`;

/** `training`: whoever asks scans every piece. */
const itemRows = (
  ids: Iterable<string>,
  training: boolean,
): SQL => sql`select json_build_object('id', i.id, 'merchantId', i.merchant_id, 'sku', i.sku, 'name', i.name, 'image', i.image, 'kind', i.kind, 'serialMode', i.serial_mode, 'serialPattern', i.serial_pattern, 'lotMode', i.lot_mode, 'expires', i.expires, 'weight', i.weight,
    'pickScan', case when ${training} or 'each' in (i.pick_scan, coalesce(m.pick_scan, 'once')) then 'each' else 'once' end) as j
  from items i left join merchants m on m.id = i.merchant_id where i.id = any(${uuids(ids)}) order by i.id`;
const codeRows = (
  ids: Iterable<string>,
): SQL => sql`select json_build_object('code', a.code, 'itemId', a.item_id, 'qty', a.pieces) as j from item_aliases a where a.item_id = any(${uuids(ids)}) and a.deleted_at is null
  union all select json_build_object('code', i.sku, 'itemId', i.id, 'qty', 1) from items i where i.id = any(${uuids(ids)})`;
const placeRows = (where: SQL): SQL =>
  sql`select json_build_object('id', c.id, 'code', c.code, 'kind', c.kind, 'merchantId', c.merchant_id, 'blocked', c.blocked_reason <> '') as j from compartments c where c.deleted_at is null and ${where} order by c.pick_order, c.id limit 20000`;
const UNITS = sql`select json_build_object('id', u.id, 'code', u.code, 'placeId', u.compartment_id) as j from merged_units u where u.deleted_at is null and u.state <> 'shipped' and not exists (select from parcels p where p.unit_id = u.id) order by u.sort_at desc limit 2000`;
const MERCHANTS = sql`select json_build_object('id', m.id, 'no', m.no, 'name', m.name) as j from merchants m where m.deleted_at is null order by m.no limit 200`;
const COUNTS = sql`select json_build_object('id', n.id, 'no', n.no, 'blind', n.blind, 'placeIds', n.compartment_ids) as j from counts n where n.state in ('open', 'counting') and n.deleted_at is null order by n.sort_at limit 50`;
const lists = (
  where: SQL,
): SQL => sql`select json_build_object('id', l.id, 'no', l.no, 'carrier', k.code, 'state', l.state, 'dock', coalesce(d.code, ''), 'vehicle', l.vehicle) as j
  from loading_lists l join carriers k on k.id = l.carrier_id left join compartments d on d.id = l.dock_id where ${where} and l.deleted_at is null order by l.sort_at desc limit 50`;

/** Items that a code may mean: alias, SKU, or a GTIN with its leading zeros. */
const itemsOf = (code: string): SQL =>
  sql`select i.id from items i where i.deleted_at is null and (i.sku = ${code} or i.id in (select item_id from item_aliases where deleted_at is null and code in (${code}, ltrim(${code}, '0'), lpad(${code}, 13, '0'), lpad(${code}, 14, '0')))) limit 20`;

const LIMITS = {
  percent: ['scan.weightPercent', 20],
  grams: ['scan.weightGrams', 200],
  most: ['scan.weightMost', 70_000],
  askFrom: ['scan.askFrom', 20],
} as const;
/** When a weight is asked about, and from how many pieces on a number is typed: settings of the house. */
async function readLimits(tx: Db): Promise<Pick<Work, 'weighing' | 'askFrom'>> {
  const rows = await read(
    tx,
    sql`select key, value from settings where (key like 'scan.weight%' or key = 'scan.askFrom') and deleted_at is null`,
  );
  const valueOf = ([key, standard]: readonly [string, number]): number => {
    const value = rows.find((row) => row['key'] === key)?.['value'];
    return typeof value === 'number' && value >= 0 ? value : standard;
  };
  const weighing = { percent: valueOf(LIMITS.percent), grams: valueOf(LIMITS.grams), most: valueOf(LIMITS.most) };
  return { weighing, askFrom: valueOf(LIMITS.askFrom) };
}

/** The station's working set, or with `code` what that one code may mean. No names, no addresses: the device keeps it for days. */
export async function readWork(tx: Db, { profile, station, merchantId, training, code, opened = [] }: WorkQuery): Promise<Work> {
  const needs = NEEDS[profile];
  const mine = merchantId === null ? sql`true` : sql`t.merchant_id = ${merchantId}::uuid`;
  const taskWhere =
    code === undefined
      ? needs.tasks && sql`${needs.tasks} and ${open} and ${mine}`
      : sql`${profile === 'return' ? comesBack(code) : sql`${named(code)} and ${open}`} and ${mine}`;
  const picklists = parts<Work['picklists'][number]>(
    await read(tx, needs.picklists ? picklistRows(code === undefined ? needs.picklists : sql`k.no = ${code}`) : null),
  );
  /** Adds what is open at the station and was not among the first. */
  const alsoOpened = async (known: readonly { id: string }[], rows: (ids: SQL) => SQL): Promise<Rows> => {
    const missing = opened.filter((id) => !known.some((row) => row.id === id));
    return read(tx, missing.length > 0 ? rows(uuids(missing)) : null);
  };
  if (needs.picklists)
    picklists.push(
      ...parts<Work['picklists'][number]>(
        await alsoOpened(picklists, (ids) => picklistRows(sql`k.id = any(${ids}) and k.state <> 'cancelled'`)),
      ),
    );
  const byList = picklists.flatMap((k) => k.lines.map((line) => line.taskId));
  const tasks = parts<Work['tasks'][number]>(await read(tx, taskWhere ? taskRows(taskWhere, needs) : null));
  if (taskWhere)
    tasks.push(
      ...parts<Work['tasks'][number]>(await alsoOpened(tasks, (ids) => taskRows(sql`t.id = any(${ids}) and ${open} and ${mine}`, needs))),
    );
  const more = byList.filter((id) => !tasks.some((task) => task.id === id));
  if (more.length > 0) tasks.push(...parts<Work['tasks'][number]>(await read(tx, taskRows(sql`t.id = any(${uuids(more)}) and ${mine}`))));
  const found = code === undefined || merchantId !== null ? [] : (await read(tx, itemsOf(code))).map((row) => row['id'] as string);
  const stockWhere = code === undefined ? needs.stock : found.length > 0 ? sql`b.item_id = any(${uuids(found)})` : undefined;
  const stock = parts<Work['stock'][number]>(await read(tx, stockWhere ? stockRows(stockWhere) : null));
  const itemIds = [
    ...found,
    ...tasks.flatMap((t) => t.lines.map((l) => l.itemId)),
    ...stock.map((b) => b.itemId),
    ...picklists.flatMap((k) => k.lines.map((l) => l.itemId)),
  ];
  const lying = sql`c.id = any(${uuids([...stock.map((b) => b.placeId), ...tasks.flatMap((t) => t.lies)])})`;
  // People outside the house see the places of their own goods only.
  const wide = needs.places === true ? sql`true` : (needs.places ?? sql`false`);
  const kept = merchantId === null ? sql`(${wide} or ${lying})` : lying;
  const places = needs.places || stock.length > 0 ? placeRows(code === undefined ? kept : sql`(c.code = ${code} or ${lying})`) : null;
  return {
    profile,
    at: new Date().toISOString(),
    station,
    items: itemIds.length ? parts(await read(tx, itemRows(itemIds, training))) : [],
    codes: itemIds.length ? parts(await read(tx, codeRows(itemIds))) : [],
    places: parts(await read(tx, places)),
    tasks,
    picklists,
    stock,
    units: needs.units ? parts(await read(tx, UNITS)) : [],
    counts: needs.counts ? parts(await read(tx, COUNTS)) : [],
    loadingLists: needs.lists
      ? parts(
          await read(
            tx,
            lists(code === undefined ? sql`l.state = 'open'` : sql`(l.no = ${code} or (l.state = 'open' and ${code} in (k.code, d.code)))`),
          ),
        )
      : [],
    ...(await readLimits(tx)),
    merchants: needs.merchants && code === undefined ? parts(await read(tx, MERCHANTS)) : [],
    partial:
      tasks.length >= (needs.parcelsOnly ? PARCELS_AT_ONCE : TASKS_AT_ONCE) ||
      picklists.length >= PICKLISTS_AT_ONCE ||
      stock.length >= STOCK_AT_ONCE,
  };
}
