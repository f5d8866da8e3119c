import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { destination } from 'pino';
import type { Envelope } from '#contract/core/envelope';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/core/config.ts';
import { createLog } from '../../server/core/http/log.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { createDatabase } from './database.ts';

export type Answer<T> = Envelope<T> & { status: number; headers: Headers };

export type TestServer = {
  url: string;
  app: FastifyInstance;
  config: Config;
  /** The owner's, for what no call does. */
  pool: Pool;
  /** What the server itself works with. */
  appPool: Pool;
  /** The address of its database, for a second server on the same one. */
  databaseUrl: string;
  /** One `/v0` call; `T` is what the test expects in `data`. */
  call: <T = unknown>(method: string, path: string, body?: unknown, token?: string, headers?: Record<string, string>) => Promise<Answer<T>>;
  /** Signs a sample account in: `signIn('admin')` answers its token. */
  signIn: (account: string, passwd?: string) => Promise<string>;
  close: () => Promise<void>;
};

type Options = {
  /** With the sample business and its accounts. */
  sample?: boolean;
  /** Settings over the defaults. Calls are not limited: a test makes as many from one address as a whole house does. */
  env?: Record<string, string>;
  /** Where the log goes; without it, and without TEST_LOG, nothing is logged. */
  log?: FastifyBaseLogger;
  /** The database of another test server, to be the second node on it. */
  beside?: Pick<TestServer, 'pool' | 'appPool' | 'databaseUrl'>;
};

/** Builds the real server on a database of its own and listens on a free port. */
export async function startServer({ sample = false, env = {}, log, beside }: Options = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-server-'));
  const database = beside
    ? { pool: beside.pool, appPool: beside.appPool, url: beside.databaseUrl, drop: async () => undefined }
    : await createDatabase({ sample });
  const config = readConfig({
    KONTOR_DATA: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ...env,
    DATABASE_URL: database.url,
  });
  const app = await buildApp({
    config,
    pool: database.appPool,
    ownerUrl: database.url,
    ...(log || process.env['TEST_LOG'] ? { log: log ?? createLog('error', destination(2)) } : {}),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = caller(url);
  return {
    url,
    app,
    config,
    pool: database.pool,
    appPool: database.appPool,
    databaseUrl: database.url,
    call,
    async signIn(account, passwd = SAMPLE_PASSWORD) {
      const body = { account: account.includes('@') ? account : `${account}@kontor.example`, passwd };
      const answer = await call<{ token: string }>('POST', '/v0/auth/login', body);
      if (answer.code !== 'OK') throw new Error(`${body.account} cannot sign in: ${answer.code} ${answer.error}`);
      return answer.data.token;
    },
    async close() {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls as the browser does: token in the header, one idempotency key per write. */
export function caller(url: string): TestServer['call'] {
  return async (method, path, body, token, headers = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { 'x-token': token } : {}),
        ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return { ...(await response.json()), status: response.status, headers: response.headers };
  };
}
