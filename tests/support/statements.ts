import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import type { TestServer } from './server.ts';

const current = new AsyncLocalStorage<string[]>();
const watched = new WeakSet<PoolClient>();

const textOf = (statement: unknown): string =>
  typeof statement === 'string'
    ? statement
    : typeof statement === 'object' && statement !== null && 'text' in statement
      ? String(statement.text)
      : '';

/** The pool's connections tell their statements from now on. */
function watch(server: Pick<TestServer, 'appPool'>): void {
  server.appPool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const run: (...args: unknown[]) => unknown = client.query.bind(client);
    const query = (...args: unknown[]): unknown => {
      current.getStore()?.push(textOf(args[0]));
      return run(...args);
    };
    Object.assign(client, { query });
  });
}

export type Counter = (method: 'GET' | 'POST', path: string, token: string, body?: object) => Promise<string[]>;

/** Answers the statements of one call, `begin` and `commit` among them, and nothing of what the server does meanwhile by itself. */
export function statementCounter(server: Pick<TestServer, 'app' | 'appPool'>): Counter {
  watch(server);
  return async (method, path, token, body) => {
    const statements: string[] = [];
    const headers = { 'x-token': token };
    // Nothing is sent before somebody waits for it, so the waiting belongs inside.
    const answer = await current.run(
      statements,
      async () => await server.app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) }),
    );
    if (answer.json().code !== 'OK') throw new Error(`${method} ${path}: ${answer.body}`);
    if (statements.length === 0) throw new Error(`${method} ${path} asked the database nothing`);
    return statements;
  };
}
