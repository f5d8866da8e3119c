import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';

/** Path of the live channel. All other upgrades are refused. */
export const LIVE_PATH = '/ws';

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/**
 * Whether a page of this origin may open the live channel: the configured address or the requested host. Programs without `Origin` are
 * allowed. `null` (sandboxed frames, files) and invalid URLs are not (RFC 6454 section 7, reliability.md P28).
 */
function isOriginAllowed({ KONTOR_ORIGIN }: Config, { origin, host }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return true;
  const asked = originOf(origin);
  if (asked === null || asked === 'null') return false;
  return asked === originOf(KONTOR_ORIGIN) || (host !== undefined && new URL(asked).host === host);
}

const isLivePath = (url = ''): boolean => url === LIVE_PATH || url.startsWith(`${LIVE_PATH}/`) || url.startsWith(`${LIVE_PATH}?`);

function refuse(socket: Duplex, status: '400 Bad Request' | '403 Forbidden' | '404 Not Found'): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Runs before the listeners of socket.io, because these answer only with 400, and because an exception during an upgrade has no request
 * to answer and would end the process.
 */
export function guardUpgrades(server: Server, config: Config, log: FastifyBaseLogger): void {
  const listeners = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that resets the connection during the handshake is not an error of the server.
    socket.on('error', () => socket.destroy());
    try {
      if (!isLivePath(request.url)) return refuse(socket, '404 Not Found');
      if (!isOriginAllowed(config, request.headers)) return refuse(socket, '403 Forbidden');
      for (const listener of listeners) listener.call(server, request, socket, head);
    } catch (error) {
      log.warn({ err: error }, 'an upgrade could not be read');
      refuse(socket, '400 Bad Request');
    }
  });
}
