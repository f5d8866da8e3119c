import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Server, type Socket } from 'socket.io';
import { SOCKET_PING_INTERVAL, SOCKET_PING_TIMEOUT } from '#contract/core/limits';
import type { ClientToServer, ServerToClient } from '#contract/core/live';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { liveEvent } from '../db/tables.ts';
import type { Actor } from '../http/actor.ts';
import type { Areas } from '../http/area.ts';
import type { Live } from '../http/live.ts';
import { readSession } from '../http/read-session.ts';
import { createEventFilter, isAddressed } from './event-filter.ts';
import { eventsSince, listenForEvents, numberEvents, SESSION_CHANNEL, type StoredEvent } from './events.ts';
import { guardUpgrades, LIVE_PATH } from './upgrade-guard.ts';

type Data = {
  actor: Actor;
  token: string;
  /** Events held back until the client has received what it missed; null once it is up to date. */
  held: StoredEvent[] | null;
  /** The number of the last event sent. Prevents duplicates while the database is asked for recipients. */
  upTo: number;
};
type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, Data>;
type Deps = {
  app: FastifyInstance;
  config: Config;
  pool: pg.Pool;
  db: Db;
  areas: Areas;
  webVersion: string;
  /** Called when another node sent a job. The same listening connection is used for both. */
  onJob: (name: string) => void;
};

/** Maximum number of calls of a socket in ten seconds. More is abuse and closes it (P28). */
const CALLS_PER_TEN_SECONDS = 50;
/** Milliseconds after which events are read again while more of them are written. */
const TOGETHER = 30;
/** Least milliseconds between two readings while no screen is open here: each numbers events, during which no other node does. */
const WITHOUT_SCREENS = 250;
/** Milliseconds a new socket has to report its last event. */
const PATIENCE = 1000;
/** Seconds between checks of the sessions of open sockets, in case a notification was lost. */
const CHECK_SECONDS = 15;

type LiveChannel = { live: Live; sockets: () => number; close: () => Promise<void> };

/** The live channel. The user is identified only by the token of the handshake; events are delivered by their stored number. */
export function createLive({ app, config, pool, db, areas, webVersion, onJob }: Deps): LiveChannel {
  const io = new Server<ClientToServer, ServerToClient, Record<string, never>, Data>(app.server, {
    path: LIVE_PATH,
    transports: ['websocket'],
    serveClient: false,
    pingInterval: SOCKET_PING_INTERVAL,
    pingTimeout: SOCKET_PING_TIMEOUT,
    maxHttpBufferSize: 16_384,
  });
  guardUpgrades(app.server, config, app.log);
  let sent = -1;

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token'];
    void readSession(db, typeof token === 'string' ? token : '')
      .then((actor) => {
        if (!actor) return next(new Error('NoSession'));
        socket.data = { actor, token: token as string, held: [], upTo: 0 };
        return next();
      })
      .catch(() => next(new Error('InternalError')));
  });

  /** Sends an event that the actor may receive, unless the session has lost that right in the meantime. */
  const emit = (socket: LiveSocket, event: StoredEvent): void => {
    if (event.no <= socket.data.upTo || !isAddressed(socket.data.actor, event)) return;
    socket.data.upTo = event.no;
    socket.emit(event.kind, event.payload as never, event.no);
  };
  const deliver = (socket: LiveSocket, event: StoredEvent): void => {
    if (socket.data.held) socket.data.held.push(event);
    else emit(socket, event);
  };
  /** Sends held events that the client does not have yet. */
  const release = (socket: LiveSocket, after: number): void => {
    const held = socket.data.held ?? [];
    socket.data.held = null;
    for (const event of held) if (event.no > after) emit(socket, event);
  };

  io.on('connection', (socket: LiveSocket) => {
    let calls = 0;
    const window = setInterval(() => (calls = 0), 10_000);
    // A client that does not ask for missed events gets only new ones.
    const patience = setTimeout(() => release(socket, 0), PATIENCE);
    socket.on('disconnect', () => {
      clearInterval(window);
      clearTimeout(patience);
    });
    socket.use((_packet, next) => (++calls > CALLS_PER_TEN_SECONDS ? socket.disconnect(true) : next()));
    socket.emit('info', { webVersion }, 0);
    // The user is identified by the token. What the client reports about itself is only logged.
    socket.on('login', (login) =>
      app.log.debug(
        { user: socket.data.actor.userId, client: String((login as { version?: unknown } | null)?.version ?? '').slice(0, 60) },
        'live login',
      ),
    );
    socket.on('since', (no, done) => {
      if (typeof done !== 'function') return;
      clearTimeout(patience);
      socket.data.held ??= [];
      void catchUp(socket, no)
        .then(done)
        .catch((error: unknown) => {
          app.log.error({ err: error }, 'live since');
          // The client is not up to date and says so. It connects again by itself only if the connection breaks, not if the server ends it.
          socket.conn.close();
        });
    });
  });

  /** Sends missed events in order, then those held back. Returns the number the client is up to. */
  const catchUp = async (socket: LiveSocket, no: unknown): Promise<number> => {
    // Numbers what was committed before, so that the client does not hear of it as new.
    const latest = await numberEvents(db);
    const known = typeof no === 'number' && Number.isSafeInteger(no) && no >= 0;
    const missed = known ? await eventsSince(db, no) : [];
    if (missed === null) socket.emit('reload', latest);
    else {
      const visible = await createEventFilter(db, areas, missed)(socket.data.actor);
      socket.data.upTo = known ? Math.min(no, latest) : latest;
      for (const event of visible) emit(socket, event);
    }
    const upTo = missed?.at(-1)?.no ?? latest;
    release(socket, upTo);
    socket.data.upTo = Math.max(socket.data.upTo, upTo);
    return upTo;
  };

  const deliverAll = async (events: readonly StoredEvent[]): Promise<void> => {
    const visibleTo = createEventFilter(db, areas, events);
    for (const socket of io.sockets.sockets.values()) for (const event of await visibleTo(socket.data.actor)) deliver(socket, event);
  };

  let pumping = false;
  let again = false;
  let pumped = -WITHOUT_SCREENS;
  const pump = async (): Promise<void> => {
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    try {
      do {
        // Under load the changes of some milliseconds are read together. The first of them did not wait.
        const early = io.sockets.sockets.size === 0 ? pumped + WITHOUT_SCREENS - performance.now() : again ? TOGETHER : 0;
        if (early > 0) await pause(early);
        again = false;
        pumped = performance.now();
        const latest = await numberEvents(db);
        // A socket that opens later asks for what it missed by the number that it knows.
        if (sent < 0 || io.sockets.sockets.size === 0) sent = latest;
        if (latest <= sent) continue;
        const events = await eventsSince(db, sent);
        if (events === null) io.emit('reload', latest);
        else await deliverAll(events);
        sent = events?.at(-1)?.no ?? latest;
      } while (again);
    } finally {
      pumping = false;
    }
  };
  const lost = (error: unknown): void => app.log.warn({ err: error }, 'live channel lost its database connection');

  /** Applies revoked sessions, disabled users and changed roles to open sockets. */
  const recheck = async (socket: { data: Data; disconnect: (close: boolean) => unknown }): Promise<void> => {
    const actor = await readSession(db, socket.data.token);
    if (actor) socket.data.actor = actor;
    else socket.disconnect(true);
  };
  const recheckWhere = async (match: (actor: Actor) => boolean): Promise<void> => {
    for (const socket of io.sockets.sockets.values()) if (match(socket.data.actor)) await recheck(socket);
  };
  const ended = (id: string): void => void recheckWhere((actor) => actor.sessionId === id || actor.userId === id).catch(lost);
  const stop = listenForEvents(pool, () => void pump().catch(lost), ended, onJob, lost);
  const notifyNodes = (id: string): void => void db.execute(sql`select pg_notify(${SESSION_CHANNEL}, ${id})`).catch(lost);
  const timer = setInterval(() => void recheckWhere(() => true).catch(lost), CHECK_SECONDS * 1000);
  timer.unref();

  return {
    live: {
      send: async (kind, payload, to) => {
        await db
          .insert(liveEvent)
          .values({ kind, payload, userId: to.userId ?? null, role: to.role ?? null, merchantId: to.merchantId ?? null });
      },
      endSession: notifyNodes,
      endUser: notifyNodes,
    },
    sockets: () => io.engine.clientsCount,
    close: async () => {
      clearInterval(timer);
      await stop();
      // Not awaited: it would wait for every connection of the HTTP server, which Fastify closes after this.
      void io.close();
    },
  };
}
