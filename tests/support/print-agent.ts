import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');

export type RunningAgent = {
  url: string;
  port: number;
  /** The pairing code it shows now. */
  code: () => string;
  /** Names of what came out, by printer. */
  files: (printer?: string) => string[];
  content: (printer: string, id: string) => Buffer;
  /** Ended and started anew on the same port, with what it kept. */
  restart: () => Promise<void>;
  /** From now on it is killed (SIGKILL) right before its n-th write to the disk or start of a program, counted from 1. */
  killAt: (step: number) => void;
  isGone: () => boolean;
  end: () => Promise<void>;
};

/** `lp` and `lpstat` in the place of CUPS: they put files into the folder, under the job's name. */
const LP = '#!/bin/sh\nwhile [ "$1" != -- ]; do [ "$1" = -t ] && title=$2; shift; done\ncp "$2" "$KONTOR_OUT/Labels/$title.$$"\n';

type Asked = {
  allow?: string[];
  /** Through a stand-in for CUPS, which cannot be asked later whether a file came out. */
  lp?: boolean;
  /** Label printers in the network, as `--raw` takes them. */
  raw?: string[];
};

/** The print agent as `npm run print-agent` starts it, printing into a folder of its own. */
export async function startAgent({ allow = [], lp = false, raw = [] }: Asked = {}): Promise<RunningAgent> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-agent-'));
  const [folder, armed] = [join(dir, 'out'), join(dir, 'armed')];
  if (lp) {
    mkdirSync(join(folder, 'Labels'), { recursive: true });
    mkdirSync(join(dir, 'bin'));
    writeFileSync(join(dir, 'bin/lp'), LP, { mode: 0o755 });
    writeFileSync(join(dir, 'bin/lpstat'), '#!/bin/sh\necho Labels\n', { mode: 0o755 });
  }
  let written = '';
  const start = async (port: number) => {
    written = '';
    const args = [
      ...(lp || raw.length > 0 ? [] : ['--folder', folder]),
      ...raw.flatMap((one) => ['--raw', one]),
      '--data',
      join(dir, 'data'),
      '--port',
      String(port),
      ...allow.flatMap((origin) => ['--allow', origin]),
    ];
    const program = ['--import', join(ROOT, 'tests/support/killed-at-step.mjs'), join(ROOT, 'scripts/print-agent.mjs')];
    const env = {
      ...process.env,
      KONTOR_OUT: folder,
      KONTOR_ARMED: armed,
      ...(lp ? { PATH: `${join(dir, 'bin')}:${process.env['PATH']}` } : {}),
    };
    const child = spawn(process.execPath, [...program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
    while (!/listens on http:\/\/127\.0\.0\.1:\d+/.test(written)) {
      if (child.exitCode !== null) throw new Error(`The agent ended:\n${written}`);
      await wait(10);
    }
    return child;
  };
  let child = await start(0);
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(written)?.[1]);
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (isGone()) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    code: () => [...written.matchAll(/Pairing code: (\d{6})/g)].at(-1)?.[1] ?? '',
    files: (printer) => (printer ? [printer] : readdirSync(folder)).flatMap((name) => readdirSync(join(folder, name))).sort(),
    content: (printer, id) => readFileSync(join(folder, printer, id)),
    async restart() {
      rmSync(armed, { force: true });
      await stop();
      child = await start(port);
    },
    killAt: (step) => writeFileSync(armed, String(step)),
    isGone,
    async end() {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type RawReply = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

/** A call as any program could make it: every header is the test's own. */
export function rawCall(url: string, method: string, path: string, headers: Record<string, string>, body = ''): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { method, headers: { 'content-length': Buffer.byteLength(body), ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
          headers: answer.headers,
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** What stands between the hub and the agent does with one call: let it through, lose its answer, refuse it, fail, or stay silent. */
export type Fault = 'through' | 'lost' | 'silent' | number;
export type Between = { url: string; port: number; faults: Fault[]; end: () => Promise<void> };

/** Passes calls on to an agent, except for those that `faults` names, in their order; on a free port, or on the given one. */
export async function between(agent: Pick<RunningAgent, 'url'>, wanted = 0): Promise<Between> {
  const faults: Fault[] = [];
  const pass = (incoming: IncomingMessage, response: ServerResponse, lose: boolean) => {
    const onward = request(`${agent.url}${incoming.url}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      if (lose) {
        answer.resume();
        answer.on('end', () => response.destroy());
      } else {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, response) => {
    const fault = incoming.method === 'POST' && incoming.url === '/' ? (faults.shift() ?? 'through') : 'through';
    if (fault === 'silent') incoming.resume();
    else if (typeof fault === 'number') {
      incoming.resume();
      response.writeHead(fault, { 'content-type': 'application/json' }).end('{}');
    } else pass(incoming, response, fault === 'lost');
  }).listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    faults,
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
