import { eq, sql } from 'drizzle-orm';
import type { Profile, ScanCommand } from '#contract/scanning/commands';
import type { Db } from '../core/db/client.ts';
import { cell, notNull, statement } from '../core/db/statement.ts';
import { roles } from '../modules/access/roles/table.ts';
import { users } from '../modules/access/users/table.ts';
import { items } from '../modules/catalog/items/table.ts';
import { merchants } from '../modules/parties/merchants/table.ts';
import { applyBatch } from '../modules/scanning/apply.ts';
import { stations } from '../modules/scanning/stations/table.ts';
import { carriers } from '../modules/shipping/carriers/table.ts';
import { loadingLists } from '../modules/shipping/loading-lists/table.ts';
import { compartments } from '../modules/stock/compartments/table.ts';

/** Ids of the sample business by name. */
export type Names = {
  merchants: Map<string, string>;
  items: Map<string, { id: string; merchantId: string }>;
  carriers: Map<string, string>;
  places: Map<string, string>;
  stations: Map<string, string>;
  lists: Map<string, string>;
  office: string;
  floor: string;
};

const findItems = statement(
  { sku: items.sku, id: items.id, merchantId: notNull(items.merchantId) },
  () => sql`select sku, id, merchant_id from items where merchant_id is not null`,
);

const byName = (rows: readonly { name: string; id: string }[]): Map<string, string> => new Map(rows.map(({ name, id }) => [name, id]));

export async function namesOf(tx: Db): Promise<Names> {
  const people = byName(
    await tx
      .select({ name: roles.key, id: users.id })
      .from(users)
      .innerJoin(roles, eq(roles.id, sql`any(${users.roleIds})`)),
  );
  return {
    merchants: byName(await tx.select({ name: merchants.no, id: merchants.id }).from(merchants)),
    items: new Map((await findItems(tx)).map(({ sku, ...item }) => [sku, item])),
    carriers: byName(await tx.select({ name: carriers.code, id: carriers.id }).from(carriers)),
    places: byName(await tx.select({ name: compartments.code, id: compartments.id }).from(compartments)),
    stations: byName(await tx.select({ name: stations.code, id: stations.id }).from(stations)),
    lists: byName(
      await tx
        .select({ name: carriers.code, id: loadingLists.id })
        .from(loadingLists)
        .innerJoin(carriers, eq(carriers.id, loadingLists.carrierId))
        .where(eq(loadingLists.state, 'open')),
    ),
    office: people.get('employee') ?? '',
    floor: people.get('warehouse') ?? '',
  };
}

/** The id for a name. @throws Error if the sample files contradict each other */
export function named<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the sample has no ${name}`);
  return found;
}

const makeIds = statement({ id: cell.uuid }, ({ n }: { n: number }) => sql`select kontor_uuid7() as id from generate_series(1, ${n}::int)`);
export const newIds = async (tx: Db, n: number): Promise<string[]> => (await makeIds(tx, { n })).map(({ id }) => id);

/** Books a scan at a station, as a real station would. @throws Error if the scan is refused, because the sample violates a rule */
export async function scan(
  tx: Db,
  names: Names,
  station: string,
  profile: Profile,
  scans: readonly { act: ScanCommand; code: string }[],
): Promise<void> {
  if (scans.length === 0) return;
  const [deviceId = '', ...ids] = await newIds(tx, scans.length + 1);
  const at = new Date().toISOString();
  const events = scans.map(({ act, code }, i) => ({ id: ids[i] ?? '', seq: i + 1, at, profile, source: 'wedge' as const, code, act }));
  const sender = { userId: names.floor, sentBy: names.floor, merchantId: null, mayScan: true };
  const batch = { deviceId, stationId: named(names.stations, station), authorId: names.floor, events };
  const { verdicts } = await applyBatch(tx, batch, sender, (error) => {
    throw error;
  });
  const refused = verdicts.find(({ outcome }) => outcome !== 'applied');
  if (refused) throw new Error(`a scan of the sample was refused: ${refused.why} ${JSON.stringify(refused.params)}`);
}
