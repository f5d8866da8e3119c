import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './child.ts';
import { caller, type TestServer } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');

export type BuiltServer = {
  url: string;
  pid: number;
  call: TestServer['call'];
  /** Milliseconds from the start of the process to its start message. */
  readyAfter: number;
  end: () => Promise<void>;
};

/** The application as `npm start` runs it: built where it is stale, one process; nothing of ours is inherited but the path; calls are not limited, and the sample is the small one. */
export async function startBuilt(env: Record<string, string>, program = join(ROOT, 'scripts/start.mjs')): Promise<BuiltServer> {
  const begun = performance.now();
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      LOG_LEVEL: 'error',
      PORT: String(port),
      RATE_LIMITS: 'off',
      KONTOR_SAMPLE: 'small',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const ended = once(child, 'close');
  while (!written.includes('Kontor answers at')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended before it answered:\n${written}`);
    await wait(10);
  }
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: child.pid ?? 0,
    call: caller(url),
    readyAfter: performance.now() - begun,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
