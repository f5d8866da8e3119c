import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { appUrl, embeddedAppUrl } from './app-login.ts';
import { createPool } from './client.ts';
import { EmbeddedError, HeldError, type Log } from './embedded/error.ts';
import { runningUrl, startEmbedded } from './embedded/start.ts';

/** `pool` is used by the application, `owner` for migrations. `url` is the owner's URL, for work on the whole database. */
export type Database = { pool: Pool; owner: Pool; url: string; close: () => Promise<void> };

type Options = {
  config: Config;
  log: Log;
  /** A command may run while a server uses the folder. A second server may not. */
  beside?: boolean;
};

/** Opens the database of the settings, or starts the embedded one. */
export async function openDatabase({ config, log, beside = false }: Options): Promise<Database> {
  if (config.DATABASE_URL) {
    const ownerUrl = config.DATABASE_OWNER_URL ?? config.DATABASE_URL;
    await checkServer(ownerUrl);
    return connect(ownerUrl, await appUrl(config, ownerUrl, log), config, log);
  }
  try {
    const own = await startEmbedded({ dataDir: config.KONTOR_DATA, log, address: config.KONTOR_ORIGIN });
    const database = connect(own.url, embeddedAppUrl(own.url), config, log);
    return {
      ...database,
      async close() {
        await database.close();
        await own.stop();
      },
    };
  } catch (error) {
    if (!(beside && error instanceof HeldError)) throw error;
    const running = runningUrl(config.KONTOR_DATA);
    return connect(running, embeddedAppUrl(running), config, log);
  }
}

function connect(url: string, app: string, config: Config, log: Log): Database {
  // A broken connection is replaced at the next query. The statement it carried fails and is answered with 503.
  const onBroken = (error: Error): void => log.warn(`A connection to the database broke: ${error.message}`);
  const owner = createPool(url, { max: 2, idleTimeoutMillis: 1_000 }, onBroken);
  const pool = createPool(app, { max: config.DATABASE_CONNECTIONS }, onBroken);
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), owner.end()]);
  };
  return { pool, owner, url, close };
}

/** @throws EmbeddedError if it does not answer or is too old */
export async function checkServer(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 }, () => undefined);
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
    version = Number(rows[0]?.version);
  } catch (error) {
    throw new EmbeddedError(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await pool.end();
  }
  if (version >= 150_000) return;
  throw new EmbeddedError(`The address leads to PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
}
