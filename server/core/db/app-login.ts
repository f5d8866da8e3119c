import { Client, type ClientConfig } from 'pg';
import type { Config } from '../config.ts';
import { derivedKey } from '../derived-key.ts';
import { EmbeddedError, type Log } from './embedded/error.ts';
import { APP_ROLE } from './role-names.ts';
import { ident, literal } from './sql-text.ts';

/** The application signs in with its own role, not as the owner of the database (docs/adr/0014-database-roles.md). */

const as = (url: string, user: string, password?: string): string => {
  const other = new URL(url);
  other.username = user;
  other.password = password ?? '';
  return other.href;
};

/** The embedded PostgreSQL asks for no password: only its own user and root can reach its socket. */
export const embeddedAppUrl = (ownerUrl: string): string => as(ownerUrl, APP_ROLE);

async function withClient<T>(config: ClientConfig, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...config, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const canSignIn = (url: string): Promise<boolean> => withClient({ connectionString: url }, async () => true).catch(() => false);

const MISSING =
  `The server works with the rights of the database's owner: the database would not stop it from changing its own books. ` +
  `Give it a role without them: DATABASE_URL of that role, DATABASE_OWNER_URL of the owner.`;

/**
 * The URL with which the application connects. If the owner may create roles, the role is created and its password set from
 * KONTOR_SECRET. Otherwise the owner's URL is used, and the log says what is missing.
 */
export async function appUrl(config: Config, ownerUrl: string, log: Log): Promise<string> {
  if (config.DATABASE_OWNER_URL && config.DATABASE_URL) {
    await admit(ownerUrl, decodeURIComponent(new URL(config.DATABASE_URL).username));
    return config.DATABASE_URL;
  }
  const database = new URL(ownerUrl).pathname.slice(1);
  const password = derivedKey(config.KONTOR_SECRET, `database login ${database}`).toString('base64url');
  const url = as(ownerUrl, APP_ROLE, password);
  try {
    await withClient({ connectionString: ownerUrl }, (client) => makeLogin(client, database, password));
    if (await canSignIn(url)) return url;
    log.warn(`The role ${APP_ROLE} may not connect to the database (pg_hba.conf). ${MISSING}`);
  } catch (error) {
    log.warn(`The role ${APP_ROLE} cannot be used: ${error instanceof Error ? error.message : String(error)}. ${MISSING}`);
  }
  return ownerUrl;
}

/**
 * Roles are shared by the whole PostgreSQL server. The comment on the role names its database, so that two installations do not overwrite
 * each other's password.
 */
async function makeLogin(client: Client, database: string, password: string): Promise<void> {
  const mark = `Kontor on the database ${database}`;
  const { rows } = await client.query<{ note: string | null }>(
    `select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = ${literal(APP_ROLE)}`,
  );
  const note = rows[0]?.note ?? null;
  if (note !== null && note !== mark) throw new EmbeddedError(`it belongs to "${note}"`);
  if (rows.length === 0) await client.query(`create role ${APP_ROLE} login noinherit`);
  await client.query(`alter role ${APP_ROLE} login password ${literal(password)}`);
  await client.query(`comment on role ${APP_ROLE} is ${literal(mark)}`);
}

/** A role chosen by the administrator gets the application's rights by membership. */
async function admit(ownerUrl: string, user: string): Promise<void> {
  try {
    await withClient({ connectionString: ownerUrl }, async (client) => {
      const { rows } = await client.query<{ ready: boolean }>(
        `select exists (select from pg_roles where rolname = ${literal(APP_ROLE)}) as ready`,
      );
      if (rows[0]?.ready !== true) await client.query(`create role ${APP_ROLE} login noinherit`);
      const { rows: members } = await client.query<{ member: boolean }>(
        `select pg_has_role(${literal(user)}, ${literal(APP_ROLE)}, 'member') as member`,
      );
      if (members[0]?.member !== true) await client.query(`grant ${APP_ROLE} to ${ident(user)}`);
    });
  } catch (error) {
    throw new EmbeddedError(
      `DATABASE_OWNER_URL cannot give ${user} the rights of ${APP_ROLE}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
