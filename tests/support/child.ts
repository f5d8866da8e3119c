import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { caller, type TestServer } from './server.ts';

export type ChildServer = {
  url: string;
  process: ChildProcess;
  call: TestServer['call'];
  /** Everything it wrote so far. */
  output: () => string;
  /** Resolves once it has written this; rejects when it ends before. */
  said: (text: string) => Promise<void>;
  /** Its exit code, null when a signal ended it. */
  ended: Promise<number | null>;
  /** Sends the signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

type Options = {
  /** Settings over RATE_LIMITS=off and KONTOR_SAMPLE=small; nothing of ours is inherited but the path. */
  env: Record<string, string>;
  args?: string[];
  port?: number;
};

/** The server as a process of its own, as `npm start` runs it. */
export async function startChild({ env, args = [], port }: Options): Promise<ChildServer> {
  const PORT = String(port ?? (await freePort()));
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT, RATE_LIMITS: 'off', KONTOR_SAMPLE: 'small', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  const url = `http://127.0.0.1:${PORT}`;
  return {
    url,
    process: child,
    call: caller(url),
    output: () => written,
    async said(text) {
      while (!written.includes(text)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended without saying "${text}":\n${written}`);
        await wait(20);
      }
    },
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Started and answering. */
export async function startReadyChild(options: Options): Promise<ChildServer> {
  const server = await startChild(options);
  await server.said('Kontor answers at');
  return server;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
