import { type SQL, sql } from 'drizzle-orm';
import type { Profile } from '#contract/scanning/commands';
import type { Work } from '#contract/scanning/work';
import type { Db } from '../../core/db/client.ts';
import { uuids } from '../../core/db/uuids.ts';
import { NEEDS, type Needs } from './work-needs.ts';
import {
  comesBack,
  findCodes,
  findCounts,
  findItems,
  findItemsOf,
  findLimits,
  findLoadingLists,
  findMerchants,
  findPackaging,
  findPicklists,
  findPlaces,
  findStock,
  findTasks,
  findUnits,
  findWorkKinds,
  isOpen,
  listsOf,
  named,
  PARCELS_AT_ONCE,
  PICKLISTS_AT_ONCE,
  STOCK_AT_ONCE,
  TASKS_AT_ONCE,
} from './work-statements.ts';

export type WorkQuery = {
  profile: Profile;
  station: { id: string; code: string; placeId: string | null };
  merchantId: string | null;
  training: boolean;
  /** Returns only what this code can mean, regardless of what the device has cached: `GET /v0/scan/find`. */
  code?: string;
  /** Orders, picklists and loading lists open at the station. They stay in its work until they are closed. */
  opened?: readonly string[];
};

/** The `part` of each row; empty without a statement. */
const read = async <T>(rows: Promise<{ part: T }[]> | null): Promise<T[]> => (rows ? (await rows).map(({ part }) => part) : []);

const LIMITS = {
  percent: ['scan.weightPercent', 20],
  grams: ['scan.weightGrams', 200],
  most: ['scan.weightMost', 70_000],
  askFrom: ['scan.askFrom', 20],
} as const;
/** House settings: from which weight and from how many pieces the station asks for input. */
async function readLimits(tx: Db): Promise<Pick<Work, 'weighing' | 'askFrom'>> {
  const rows = await findLimits(tx);
  const valueOf = ([key, standard]: readonly [string, number]): number => {
    const value = rows.find((row) => row.key === key)?.value;
    return typeof value === 'number' && value >= 0 ? value : standard;
  };
  const weighing = { percent: valueOf(LIMITS.percent), grams: valueOf(LIMITS.grams), most: valueOf(LIMITS.most) };
  return { weighing, askFrom: valueOf(LIMITS.askFrom) };
}

/**
 * The station's working set; with `code`, what that code can mean. It contains no names and addresses, because the device stores it for
 * days.
 */
export async function readWork(tx: Db, { profile, station, merchantId, training, code, opened = [] }: WorkQuery): Promise<Work> {
  const needs: Needs = NEEDS[profile];
  const mine = merchantId === null ? sql`true` : sql`t.merchant_id = ${merchantId}::uuid`;
  const taskWhere =
    code === undefined
      ? needs.tasks && sql`${needs.tasks} and ${isOpen} and ${mine}`
      : sql`${profile === 'return' ? comesBack(code) : sql`${named(code)} and ${isOpen}`} and ${mine}`;
  /** Rows that are open at the station and were not in the first result. */
  const alsoOpened = <T>(known: readonly { id: string }[], find: (ids: SQL) => Promise<{ part: T }[]>): Promise<T[]> => {
    const missing = opened.filter((id) => !known.some((row) => row.id === id));
    return read(missing.length > 0 ? find(uuids(missing)) : null);
  };
  const picklists = await read(
    needs.picklists ? findPicklists(tx, { where: code === undefined ? needs.picklists : sql`k.no = ${code}` }) : null,
  );
  if (needs.picklists)
    picklists.push(
      ...(await alsoOpened(picklists, (ids) => findPicklists(tx, { where: sql`k.id = any(${ids}) and k.state <> 'cancelled'` }))),
    );
  const byList = picklists.flatMap((k) => k.lines.map((line) => line.taskId));
  const tasks = await read(taskWhere ? findTasks(tx, { ...needs, where: taskWhere }) : null);
  if (taskWhere)
    tasks.push(
      ...(await alsoOpened(tasks, (ids) => findTasks(tx, { ...needs, where: sql`t.id = any(${ids}) and ${isOpen} and ${mine}` }))),
    );
  const more = byList.filter((id) => !tasks.some((task) => task.id === id));
  if (more.length > 0) tasks.push(...(await read(findTasks(tx, { where: sql`t.id = any(${uuids(more)}) and ${mine}` }))));
  const found = code === undefined || merchantId !== null ? [] : (await findItemsOf(tx, { code })).map(({ id }) => id);
  const stockWhere = code === undefined ? needs.stock : found.length > 0 ? sql`b.item_id = any(${uuids(found)})` : undefined;
  const stock = await read(stockWhere ? findStock(tx, { where: stockWhere }) : null);
  const packaging = needs.packaging && code === undefined ? (await findPackaging(tx)).map(({ id }) => id) : [];
  const itemIds = [
    ...found,
    ...packaging,
    ...tasks.flatMap((t) => t.lines.map((l) => l.itemId)),
    ...stock.map((b) => b.itemId),
    ...picklists.flatMap((k) => k.lines.map((l) => l.itemId)),
  ];
  const lying = sql`c.id = any(${uuids([...stock.map((b) => b.placeId), ...tasks.flatMap((t) => t.lies)])})`;
  // Users outside the house see only compartments that hold their own goods.
  const wide = needs.places === true ? sql`true` : (needs.places ?? sql`false`);
  const kept = merchantId === null ? sql`(${wide} or ${lying})` : lying;
  const placeWhere = code === undefined ? kept : sql`(c.code = ${code} or ${lying})`;
  return {
    profile,
    at: new Date().toISOString(),
    station,
    items: await read(itemIds.length ? findItems(tx, { ids: itemIds, training }) : null),
    codes: await read(itemIds.length ? findCodes(tx, { ids: itemIds }) : null),
    places: await read(needs.places || stock.length > 0 ? findPlaces(tx, { where: placeWhere }) : null),
    tasks,
    picklists,
    stock,
    units: await read(needs.units ? findUnits(tx) : null),
    counts: await read(needs.counts ? findCounts(tx) : null),
    loadingLists: await read(
      needs.lists ? findLoadingLists(tx, { where: code === undefined ? sql`l.state = 'open'` : listsOf(code) }) : null,
    ),
    ...(await readLimits(tx)),
    workKinds: await read(merchantId === null && code === undefined ? findWorkKinds(tx) : null),
    merchants: await read(needs.merchants && code === undefined ? findMerchants(tx) : null),
    partial:
      tasks.length >= (needs.parcelsOnly ? PARCELS_AT_ONCE : TASKS_AT_ONCE) ||
      picklists.length >= PICKLISTS_AT_ONCE ||
      stock.length >= STOCK_AT_ONCE,
  };
}
