import { Pool } from 'pg';
import type { Config } from '../config.ts';
import { appUrl, embeddedAppUrl } from './app-login.ts';
import { POOL_OPTIONS, prepareSelects } from './client.ts';
import { EmbeddedError, HeldError, type Log } from './embedded/error.ts';
import { runningUrl, startEmbedded } from './embedded/start.ts';

/** `pool` is what the application works with; `owner` migrates, and `url` is the owner's address, for what works on the whole database. */
export type Database = { pool: Pool; owner: Pool; url: string; close: () => Promise<void> };

type Options = {
  config: Config;
  log: Log;
  /** The server's own PostgreSQL is gone for good. */
  onLost?: (reason: string) => void;
  /** A command may work beside the server that holds the folder; a second server may not. */
  beside?: boolean;
};

/** The database of the settings: the one named, else the server's own, started here. */
export async function openDatabase({ config, log, onLost, beside = false }: Options): Promise<Database> {
  if (config.DATABASE_URL) {
    const ownerUrl = config.DATABASE_OWNER_URL ?? config.DATABASE_URL;
    await checkServer(ownerUrl);
    return connect(ownerUrl, await appUrl(config, ownerUrl, log), config, log);
  }
  try {
    const own = await startEmbedded({ dataDir: config.KONTOR_DATA, log, address: config.KONTOR_ORIGIN, ...(onLost ? { onLost } : {}) });
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
  const owner = new Pool({ connectionString: url, max: 2, idleTimeoutMillis: 1_000, connectionTimeoutMillis: 10_000, ...POOL_OPTIONS });
  owner.on('error', (error) => log.warn(`A connection to the database broke: ${error.message}`));
  const pool = new Pool({ connectionString: app, max: config.DATABASE_CONNECTIONS, connectionTimeoutMillis: 10_000, ...POOL_OPTIONS });
  pool.on('connect', prepareSelects);
  // Between two statements of a transaction nobody else listens: a connection that breaks there must not end the server.
  for (const each of [pool, owner]) each.on('connect', (client) => void client.on('error', () => undefined));
  // An idle connection that breaks is replaced at the next query.
  pool.on('error', (error) => log.warn(`A connection to the database broke: ${error.message}`));
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), owner.end()]);
  };
  return { pool, owner, url, close };
}

async function checkServer(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
    version = Number(rows[0]?.version);
  } catch (error) {
    throw new EmbeddedError(`The database of DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await pool.end();
  }
  if (version >= 150_000) return;
  throw new EmbeddedError(`DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
}
