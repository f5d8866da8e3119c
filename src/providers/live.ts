import type { LiveEvent, LiveProvider } from '@refinedev/core';
import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { SOCKET_CONNECT_TIMEOUT, SOCKET_MAX_DELAY } from '#contract/core/limits';
import type { ClientToServer, LiveEvents, LiveKind, LiveLogin, ServerToClient } from '#contract/core/live';
import { queryClient } from './query-client.ts';
import { followersOf } from './routes.ts';
import { getToken, onSessionEnd } from './session.ts';
import { writeStored } from './storage.ts';

type LiveSocket = Socket<ServerToClient, ClientToServer>;
type Handler<K extends LiveKind> = (payload: LiveEvents[K]) => void;

export const useConnection = create<{ state: 'off' | 'connecting' | 'online' | 'offline' }>(() => ({ state: 'off' }));

/** Milliseconds to collect changes after the first one. The changes of one action arrive together and cause one read of each list. */
const GATHER = 100;
/**
 * Least milliseconds between two reads of a list. Doubled while changes continue, up to a limit so that users do not work with old rows.
 */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;

let socket: LiveSocket | null = null;
/**
 * The highest event number seen, -1 before the first (then no past events are requested), and the recent ones: after a reconnect an event
 * may arrive twice.
 */
let lastNo = -1;
const recent = new Set<number>();
const handlers: { [K in LiveKind]: Set<Handler<K>> } = {
  change: new Set(),
  msg: new Set(),
  rfid: new Set(),
  info: new Set(),
  print: new Set(),
};
/** When an area was last read again, the pause before the next read, and its timer. */
type Rereading = { at: number; pause: number; timer: ReturnType<typeof setTimeout> | null };
const rereadings = new Map<string, Rereading>();

type Subscriber = { types: readonly LiveEvent['type'][]; callback: (event: LiveEvent) => void };
/** refine's mounted hooks, by the channel of their resource. */
const subscribers = new Map<string, Set<Subscriber>>();
const channelOf = (area: string): string => `resources/${area}`;

/**
 * Tells refine's mounted hooks that an area changed, so that they read it again. Hidden queries become stale and are read when shown. A
 * read in progress may have started before the change, so it is cancelled.
 */
async function announce(area: string): Promise<void> {
  const queryKey = ['data', 'default', area];
  const notified = [...(subscribers.get(channelOf(area)) ?? [])];
  if (notified.length === 0) return void queryClient.invalidateQueries({ queryKey, refetchType: 'active' });
  await queryClient.cancelQueries({ queryKey, type: 'active', fetchStatus: 'fetching' });
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  const event: LiveEvent = { channel: channelOf(area), type: 'updated', payload: {}, date: new Date() };
  for (const { types, callback } of notified) if (types.includes('*') || types.includes(event.type)) callback(event);
}

/**
 * Announces a change of an area: at once after a quiet period, less often while changes continue. Otherwise every open list would be read
 * several times a second for each scan.
 */
export function markStale(area: string): void {
  const last = rereadings.get(area) ?? { at: Number.NEGATIVE_INFINITY, pause: 0, timer: null };
  rereadings.set(area, last);
  if (last.timer !== null) return;
  const since = performance.now() - last.at;
  // No change for twice the last pause: the area is quiet again.
  if (since > 2 * last.pause) last.pause = 0;
  last.timer = setTimeout(
    () => {
      last.timer = null;
      last.at = performance.now();
      last.pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, 2 * last.pause));
      void announce(area);
    },
    Math.max(GATHER, last.pause - since),
  );
}

/** Whether an event is new. Numbers rise in commit order. 0 is the greeting of a connection, which is never stored. */
export function isNew(no: number): boolean {
  if (no === 0) return true;
  if (recent.has(no)) return false;
  recent.add(no);
  if (recent.size > 1000) for (const old of [...recent].slice(0, 500)) recent.delete(old);
  lastNo = Math.max(lastNo, no);
  return true;
}

const reloadAll = (no: number): void => {
  lastNo = Math.max(lastNo, no);
  void queryClient.invalidateQueries({ queryKey: ['data', 'default'], refetchType: 'active' });
};

export function deliver<K extends LiveKind>(kind: K, payload: LiveEvents[K], no: number): void {
  if (!isNew(no)) return;
  for (const handler of handlers[kind]) handler(payload);
}

/** Registers a handler for each event of a kind. */
export function onLive<K extends LiveKind>(kind: K, handler: Handler<K>): () => void {
  handlers[kind].add(handler);
  return () => {
    handlers[kind].delete(handler);
  };
}

onLive('change', ({ area }) => {
  for (const name of [area, ...followersOf(area)]) markStale(name);
});
onLive('rfid', (payload) => writeStored('kontor-rfid', JSON.stringify(payload)));

function listen(to: LiveSocket, login: (() => LiveLogin) | null): void {
  to.on('connect', () => {
    if (login) to.emit('login', login());
    // Online is who is up to date: what happens between the connection and this answer does not reach a page that was never up to date.
    to.emit('since', lastNo, (latest) => {
      lastNo = Math.max(lastNo, latest);
      useConnection.setState({ state: 'online' });
    });
  });
  to.on('disconnect', () => useConnection.setState({ state: 'offline' }));
  to.on('connect_error', () => useConnection.setState({ state: 'offline' }));
  to.on('reload', reloadAll);
  to.on('change', (payload, no) => deliver('change', payload, no));
  to.on('msg', (payload, no) => deliver('msg', payload, no));
  to.on('rfid', (payload, no) => deliver('rfid', payload, no));
  to.on('info', (payload, no) => deliver('info', payload, no));
  to.on('print', (payload, no) => deliver('print', payload, no));
}

/** Opens the connection. `login` is null on print views, which send no login event. */
export async function connectLive(login: (() => LiveLogin) | null): Promise<void> {
  if (socket || getToken() === '') return;
  useConnection.setState({ state: 'connecting' });
  const { io } = await import('socket.io-client');
  if (socket || getToken() === '') return;
  socket = io({
    path: '/ws',
    transports: ['websocket'],
    reconnectionDelayMax: SOCKET_MAX_DELAY,
    timeout: SOCKET_CONNECT_TIMEOUT,
    auth: (answer) => answer({ token: getToken() }),
  });
  listen(socket, login);
}

export function disconnectLive(): void {
  socket?.disconnect();
  socket = null;
  lastNo = -1;
  recent.clear();
  useConnection.setState({ state: 'off' });
}
onSessionEnd(disconnectLive);

/** refine's live provider over the one connection. Changes of an area are collected before they are announced (`markStale`). */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, types, callback }) => {
    const mine: Subscriber = { types, callback };
    const all = subscribers.get(channel) ?? new Set<Subscriber>();
    subscribers.set(channel, all.add(mine));
    return () => all.delete(mine);
  },
  unsubscribe: (stop: () => void) => stop(),
};
