import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Probabilities are 0 to 1, times milliseconds, `slice` bytes at a time (0: the whole at once). */
export type Weather = {
  latency: number;
  jitter: number;
  slice: number;
  /** Cut before the server hears of it. */
  lostRequest: number;
  /** The server did it, and nobody hears of it. */
  lostAnswer: number;
  /** Half of the answer, then the end. */
  cutAnswer: number;
  /** The server did it, and something in between answers 502 in its place. */
  badGateway: number;
};
export const CALM: Weather = { latency: 0, jitter: 0, slice: 0, lostRequest: 0, lostAnswer: 0, cutAnswer: 0, badGateway: 0 };

/** up: by the weather. down: every connection is reset. blackhole: everything is taken and nothing is answered. */
export type Mode = 'up' | 'down' | 'blackhole';
const FAULTS = ['lostRequest', 'lostAnswer', 'cutAnswer', 'badGateway'] as const;
type Fault = (typeof FAULTS)[number] | 'none';

/** One request as it arrived. `whole`: an answer left for the client complete, and its connection was not cut behind it. */
export type Attempt = { key: string; whole: boolean };
export type FaultProxy = {
  url: string;
  /** How often each fault happened; `requests` arrived, `delivered` reached the server, `refused` connections, `held` in the blackhole. */
  counters: Record<Exclude<Fault, 'none'> | 'requests' | 'delivered' | 'refused' | 'held' | 'cut', number>;
  attempts: Attempt[];
  set: (mode: Mode, weather?: Weather) => void;
  /** Resets every open connection, whatever is under way on it. */
  cutAll: () => void;
  close: () => Promise<void>;
};

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Reply = { status: number; headers: IncomingMessage['headers']; body: Buffer };

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function deliver(target: string, { method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  // A connection of its own: one that the server closed meanwhile would look like a fault of the weather.
  const call = forward(new URL(url, target), { method, agent: false, headers: { ...headers, connection: 'close' } });
  call.end(body);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await bodyOf(answer) };
}

const GATEWAY: Reply = { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>502 Bad Gateway</h1>') };

/**
 * A network between clients and one server on this machine, as bad as it is told to be. The seed repeats the order of the faults; which
 * request meets which is up to who comes first.
 */
export async function startFaultProxy(target: string, seed: number, first: Weather = CALM): Promise<FaultProxy> {
  const random = randomOf(seed);
  let [mode, weather] = ['up' as Mode, first];
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  const lastOf = new WeakMap<Socket, Attempt>();
  const counters = { requests: 0, delivered: 0, refused: 0, held: 0, cut: 0, lostRequest: 0, lostAnswer: 0, cutAnswer: 0, badGateway: 0 };
  const attempts: Attempt[] = [];

  function draw(): Fault {
    let at = random();
    for (const fault of FAULTS) {
      at -= weather[fault];
      if (at < 0) return fault;
    }
    return 'none';
  }
  function cut(socket: Socket): void {
    const last = lastOf.get(socket);
    if (last) last.whole = false;
    counters.cut += 1;
    socket.resetAndDestroy();
  }

  async function answer(response: ServerResponse, { status, headers, body }: Reply, upTo: number): Promise<void> {
    const { connection: _, 'keep-alive': _k, 'transfer-encoding': _t, ...rest } = headers;
    response.writeHead(status, { ...rest, 'content-length': body.length });
    const step = weather.slice || body.length || 1;
    for (let at = 0; at < upTo; at += step) {
      response.write(body.subarray(at, Math.min(at + step, upTo)));
      if (weather.slice) await wait(1);
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const attempt: Attempt = { key: String(request.headers['idempotency-key'] ?? ''), whole: false };
    attempts.push(attempt);
    lastOf.set(socket, attempt);
    counters.requests += 1;
    const fault = draw();
    const [pause, black] = [weather.latency + weather.jitter * random(), mode === 'blackhole'];
    const body = await bodyOf(request);
    if (black) {
      counters.held += 1;
      held.add(socket);
      return;
    }
    await wait(pause);
    if (fault !== 'none') counters[fault] += 1;
    if (fault === 'lostRequest') return cut(socket);
    counters.delivered += 1;
    const reply = await deliver(target, request, body);
    if (fault === 'lostAnswer') return cut(socket);
    if (fault === 'cutAnswer') {
      await answer(response, reply, reply.body.length >> 1);
      return cut(socket);
    }
    const sent = fault === 'badGateway' ? GATEWAY : reply;
    await answer(response, sent, sent.body.length);
    attempt.whole = !socket.destroyed;
    response.end();
  }

  const proxy = createServer((request, response) => {
    response.on('error', () => undefined);
    // The server is gone, or the client's connection was cut meanwhile.
    handle(request, response).catch(() => request.socket.resetAndDestroy());
  });
  proxy.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    if (mode === 'down') {
      counters.refused += 1;
      socket.resetAndDestroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      held.delete(socket);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const cutAll = (): void => sockets.forEach(cut);
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    counters,
    attempts,
    set(next, forecast = weather) {
      [mode, weather] = [next, forecast];
      if (next === 'down') cutAll();
      if (next === 'up') held.forEach(cut);
    },
    cutAll,
    async close() {
      proxy.close();
      sockets.forEach((socket) => socket.destroy());
      await once(proxy, 'close');
    },
  };
}
