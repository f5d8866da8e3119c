import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { TestServer } from './server.ts';

export type Statement = { text: string; values: unknown[] };

const current = new AsyncLocalStorage<Statement[]>();
const watched = new WeakSet<PoolClient>();
const watchedPools = new WeakSet<Pool>();

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function statementOf([first, second]: unknown[]): Statement {
  const text = isRecord(first) ? first['text'] : first;
  const values = Array.isArray(second) ? second : isRecord(first) ? first['values'] : [];
  return { text: typeof text === 'string' ? text : '', values: Array.isArray(values) ? values : [] };
}

type Watched = Pick<TestServer, 'appPool'>;

/** The pool's connections tell their statements from now on. */
function watch(server: Watched): void {
  const pool = server.appPool;
  if (watchedPools.has(pool)) return;
  watchedPools.add(pool);
  // A call that waited for a connection gets it from whoever released it: the callback runs for the one that asked.
  const connect = pool.connect.bind(pool) as (callback?: (...args: unknown[]) => void) => Promise<PoolClient>;
  Object.assign(pool, {
    connect: (callback?: (...args: unknown[]) => void) => (callback ? connect(AsyncLocalStorage.bind(callback)) : connect()),
  });
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const run: (...args: unknown[]) => unknown = client.query.bind(client);
    const query = (...args: unknown[]): unknown => {
      current.getStore()?.push(statementOf(args));
      return run(...args);
    };
    Object.assign(client, { query });
  });
}

/** Answers the statements of what runs, with their values, and nothing of what the server does meanwhile by itself. */
export function statementRecorder(server: Watched): (run: () => Promise<unknown>) => Promise<Statement[]> {
  watch(server);
  return async (run) => {
    const statements: Statement[] = [];
    await current.run(statements, run);
    return statements;
  };
}

export type Counter = (method: 'GET' | 'POST', path: string, token: string, body?: object) => Promise<string[]>;

/** Answers the statements of one call, `begin` and `commit` among them. */
export function statementCounter(server: Pick<TestServer, 'app' | 'appPool'>): Counter {
  const record = statementRecorder(server);
  return async (method, path, token, body) => {
    const headers = { 'x-token': token };
    const statements = await record(async () => {
      // Nothing is sent before somebody waits for it, so the waiting belongs inside.
      const answer = await server.app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) });
      if (answer.json().code !== 'OK') throw new Error(`${method} ${path}: ${answer.body}`);
    });
    if (statements.length === 0) throw new Error(`${method} ${path} asked the database nothing`);
    return statements.map(({ text }) => text);
  };
}
