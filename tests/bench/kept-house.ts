import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditKey, sealAudit } from '../../server/core/audit/chain.ts';
import { type Config, readConfig } from '../../server/core/config.ts';
import { createDb } from '../../server/core/db/client.ts';
import { migrate } from '../../server/core/db/migrate.ts';
import { type Database, openDatabase } from '../../server/core/db/open.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { startBuilt } from '../support/built.ts';
import { fillOrders } from './orders.ts';

const FOLDER = join(import.meta.dirname, '../../.bench');
const log = { info: () => undefined, warn: console.warn, error: console.error };

/** Seconds that it took to fill a data set. */
type Filled = { seconds: number };
export type KeptHouse = { database: Database; config: Config; seconds: number; bytes: number };

/** The sample business with so many orders. Filled once into `.bench/`, outside git, and used again by the next run. */
export async function openKeptHouse(orders: number): Promise<KeptHouse> {
  const dataDir = join(FOLDER, `orders-${orders}`);
  const mark = join(dataDir, 'filled.json');
  const config = readConfig({ KONTOR_DATA: dataDir, LOG_LEVEL: 'error' });
  if (!existsSync(mark)) {
    mkdirSync(dataDir, { recursive: true });
    const server = await startBuilt({ KONTOR_DATA: dataDir });
    await server.end();
  }
  const database = await openDatabase({ config, log });
  if (!existsSync(mark)) {
    const begun = performance.now();
    await fillOrders(database.owner, orders, console.log);
    // A house seals its audit rows while it works. Left to the server that is measured, sealing millions of them would slow its calls.
    const db = createDb(database.owner);
    await sealAudit(db, auditKey(config));
    const filled: Filled = { seconds: (performance.now() - begun) / 1000 };
    writeFileSync(mark, JSON.stringify(filled));
  } else await migrate(database.owner, DECLARATIONS);
  const { seconds }: Filled = JSON.parse(readFileSync(mark, 'utf8'));
  const { rows } = await database.owner.query<{ size: number }>('select pg_database_size(current_database())::float8 as size');
  return { database, config, seconds, bytes: rows[0]?.size ?? 0 };
}
