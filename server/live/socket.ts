import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Server, type Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#contract/live';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { liveEvent } from '../db/tables.ts';
import type { Actor } from '../http/actor.ts';
import type { Live } from '../http/live.ts';
import { readSession } from '../http/read-session.ts';
import { eventsSince, latestNo, listenForEvents, mayHear, numberEvents, SESSION_CHANNEL, type StoredEvent } from './events.ts';

type Data = {
  actor: Actor;
  token: string;
  /** Events that wait until the client has what it missed; null once it is up to date. */
  held: StoredEvent[] | null;
};
type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, Data>;
type Deps = { app: FastifyInstance; config: Config; pool: pg.Pool; db: Db; webVersion: string };

/** A socket may call this often in ten seconds; more is abuse and ends it (P28). */
const CALLS_PER_TEN_SECONDS = 50;
/** How long a new socket may take to say what it has. */
const PATIENCE = 1000;
/** Sessions behind open sockets are looked at this often, so that a revoked one falls silent within a second or so. */
const CHECK_SECONDS = 15;

function originAllowed(config: Config, origin: string | undefined, host: string | undefined): boolean {
  if (!origin) return true;
  return origin === new URL(config.KONTOR_ORIGIN).origin || (host !== undefined && new URL(origin).host === host);
}

/** The live channel: identity only from the token of the handshake, delivery by the number of stored events. */
export function createLive({ app, config, pool, db, webVersion }: Deps): { live: Live; sockets: () => number; close: () => Promise<void> } {
  const io = new Server<ClientToServer, ServerToClient, Record<string, never>, Data>(app.server, {
    path: '/ws',
    transports: ['websocket'],
    serveClient: false,
    pingInterval: 15_000,
    pingTimeout: 10_000,
    maxHttpBufferSize: 16_384,
    allowRequest: (request, done) => done(null, originAllowed(config, request.headers.origin, request.headers.host)),
  });
  let sent = -1;

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token'];
    void readSession(db, typeof token === 'string' ? token : '')
      .then((actor) => {
        if (!actor) return next(new Error('NoSession'));
        socket.data = { actor, token: token as string, held: [] };
        return next();
      })
      .catch(() => next(new Error('InternalError')));
  });

  const emit = (socket: LiveSocket, event: StoredEvent): void => {
    if (mayHear(socket.data.actor, event)) socket.emit(event.kind, event.payload as never, event.no);
  };
  const deliver = (socket: LiveSocket, event: StoredEvent): void => {
    if (socket.data.held) socket.data.held.push(event);
    else emit(socket, event);
  };
  /** Lets held events through, after what the client already got. */
  const release = (socket: LiveSocket, after: number): void => {
    const held = socket.data.held ?? [];
    socket.data.held = null;
    for (const event of held) if (event.no > after) emit(socket, event);
  };

  io.on('connection', (socket: LiveSocket) => {
    let calls = 0;
    const window = setInterval(() => (calls = 0), 10_000);
    // A client that does not ask for what it missed wants only what comes.
    const patience = setTimeout(() => release(socket, 0), PATIENCE);
    socket.on('disconnect', () => {
      clearInterval(window);
      clearTimeout(patience);
    });
    socket.use((_packet, next) => (++calls > CALLS_PER_TEN_SECONDS ? socket.disconnect(true) : next()));
    socket.emit('info', { webVersion }, 0);
    // Who it is comes from the token; what the client says about itself is only logged.
    socket.on('login', (login) =>
      app.log.debug(
        { user: socket.data.actor.account, client: String((login as { version?: unknown } | null)?.version ?? '').slice(0, 60) },
        'live login',
      ),
    );
    socket.on('since', (no, done) => {
      if (typeof done !== 'function') return;
      clearTimeout(patience);
      socket.data.held ??= [];
      void catchUp(socket, no)
        .then(done)
        .catch((error: unknown) => app.log.error({ err: error }, 'live since'));
    });
  });

  /** Missed events first, in order; what happened meanwhile follows. Answers the number the client is up to. */
  const catchUp = async (socket: LiveSocket, no: unknown): Promise<number> => {
    const latest = await latestNo(db);
    const known = typeof no === 'number' && Number.isSafeInteger(no) && no >= 0;
    const missed = known ? await eventsSince(db, no) : [];
    if (missed === null) socket.emit('reload', latest);
    else for (const event of missed) emit(socket, event);
    const upTo = missed?.at(-1)?.no ?? latest;
    release(socket, upTo);
    return upTo;
  };

  let pumping = false;
  let again = false;
  const pump = async (): Promise<void> => {
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    try {
      do {
        again = false;
        const latest = await numberEvents(db);
        if (sent < 0) sent = latest;
        if (latest <= sent) continue;
        const events = await eventsSince(db, sent);
        if (events === null) io.emit('reload', latest);
        else
          for (const socket of await io.local.fetchSockets()) for (const event of events) deliver(socket as unknown as LiveSocket, event);
        sent = events?.at(-1)?.no ?? latest;
      } while (again);
    } finally {
      pumping = false;
    }
  };
  const lost = (error: unknown): void => app.log.warn({ err: error }, 'live channel lost its database connection');

  /** Revoked sessions, disabled people and changed roles reach open sockets too. */
  const recheck = async (socket: { data: Data; disconnect: (close: boolean) => unknown }): Promise<void> => {
    const actor = await readSession(db, socket.data.token);
    if (actor) socket.data.actor = actor;
    else socket.disconnect(true);
  };
  const recheckWhere = async (match: (actor: Actor) => boolean): Promise<void> => {
    for (const socket of io.sockets.sockets.values()) if (match(socket.data.actor)) await recheck(socket);
  };
  const ended = (id: string): void => void recheckWhere((actor) => actor.sessionId === id || actor.userId === id).catch(lost);
  const stop = listenForEvents(pool, () => void pump().catch(lost), ended, lost);
  const tellAll = (id: string): void => void db.execute(sql`select pg_notify(${SESSION_CHANNEL}, ${id})`).catch(lost);
  const timer = setInterval(() => void recheckWhere(() => true).catch(lost), CHECK_SECONDS * 1000);
  timer.unref();

  return {
    live: {
      send: async (kind, payload, to) => {
        await db
          .insert(liveEvent)
          .values({ kind, payload, userId: to.userId ?? null, role: to.role ?? null, merchantId: to.merchantId ?? null });
      },
      endSession: tellAll,
      endUser: tellAll,
    },
    sockets: () => io.engine.clientsCount,
    close: async () => {
      clearInterval(timer);
      await stop();
      await io.close();
    },
  };
}
