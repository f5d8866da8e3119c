import { sql } from 'drizzle-orm';
import type { Act, Profile } from '#contract/scan/acts';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { applyBatch } from '../scan/apply.ts';

/** Ids of the sample business by the names people know them by. */
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

export async function namesOf(tx: Db): Promise<Names> {
  const map = async (text: ReturnType<typeof sql>) =>
    new Map(rowsOf(await tx.execute(text)).map((row) => [row['k'] as string, row['id'] as string]));
  const users = await map(sql`select role.key as k, u.id from users u join roles role on role.id = any(u.role_ids)`);
  const items = rowsOf(await tx.execute(sql`select sku, id, merchant_id from items where merchant_id is not null`));
  return {
    merchants: await map(sql`select no as k, id from merchants`),
    items: new Map(items.map((row) => [row['sku'] as string, { id: row['id'] as string, merchantId: row['merchant_id'] as string }])),
    carriers: await map(sql`select code as k, id from carriers`),
    places: await map(sql`select code as k, id from compartments`),
    stations: await map(sql`select code as k, id from stations`),
    lists: await map(sql`select c.code as k, l.id from loading_lists l join carriers c on c.id = l.carrier_id`),
    office: users.get('employee') ?? '',
    floor: users.get('warehouse') ?? '',
  };
}

/** The id behind a name of the sample. @throws Error where sample files contradict each other */
export function named<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the sample has no ${name}`);
  return found;
}

export const newIds = async (tx: Db, n: number): Promise<string[]> =>
  rowsOf(await tx.execute(sql`select kontor_uuid7() as id from generate_series(1, ${n}::int)`)).map((row) => row['id'] as string);

/** What somebody at this station scanned, booked as the station would. @throws Error where a scan is refused: the sample contradicts a rule */
export async function scan(
  tx: Db,
  names: Names,
  station: string,
  profile: Profile,
  scans: readonly { act: Act; code: string }[],
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
