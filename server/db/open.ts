import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { createPool } from './client.ts';
import { EmbeddedError, HeldError, type Log } from './embedded/error.ts';
import { runningUrl, startEmbedded } from './embedded/start.ts';

export type Database = { pool: Pool; url: string; close: () => Promise<void> };

type Options = {
  config: Config;
  log: Log;
  /** A command may work beside the server that holds the folder; a second server may not. */
  beside?: boolean;
};

/** The database of the settings: the one named, else the server's own, started here. */
export async function openDatabase({ config, log, beside = false }: Options): Promise<Database> {
  if (config.DATABASE_URL) {
    const database = connect(config.DATABASE_URL, config, log);
    await checkServer(database.pool);
    return database;
  }
  try {
    const own = await startEmbedded({ dataDir: config.KONTOR_DATA, log, address: config.KONTOR_ORIGIN });
    const { pool, url, close } = connect(own.url, config, log);
    return {
      pool,
      url,
      async close() {
        await close();
        await own.stop();
      },
    };
  } catch (error) {
    if (!(beside && error instanceof HeldError)) throw error;
    return connect(runningUrl(config.KONTOR_DATA), config, log);
  }
}

function connect(url: string, config: Config, log: Log): Database {
  // A connection that breaks is replaced at the next query; the statement that it carried fails and is answered with 503.
  const pool = createPool(url, { max: config.DATABASE_CONNECTIONS }, (error) =>
    log.warn(`A connection to the database broke: ${error.message}`),
  );
  return { pool, url, close: () => pool.end() };
}

/** @throws EmbeddedError, with the pool closed, where it does not answer or is too old */
export async function checkServer(pool: Pool): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
    version = Number(rows[0]?.version);
  } catch (error) {
    await pool.end();
    throw new EmbeddedError(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (version >= 150_000) return;
  await pool.end();
  throw new EmbeddedError(`The address leads to PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
}
