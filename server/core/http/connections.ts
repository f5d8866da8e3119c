import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Connection = { socket: Socket; answering: number; upgraded: boolean };

/** Milliseconds an open live channel has to answer the closing frame. `ws` itself would wait for 30 seconds. */
const CLOSING_TIME = 1_000;

/** Address and port of the other side. With TLS, Node reports the plain and the encrypted socket of a connection separately. */
const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress}:${remotePort}`;

/**
 * `Server.close` waits until every connection has ended, and Node ends only those that are idle at that moment. It leaves three kinds open:
 * a connection without a request so far (browsers open them in advance), one that answers just now and is kept alive afterwards, and a live
 * channel whose client does not answer. Each of them would hold a closing node until it is killed.
 * @returns ends these connections, and every new one at once; a request in progress is answered first
 */
export function trackConnections(server: Server): () => void {
  const open = new Map<string, Connection>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy();
    const key = keyOf(socket);
    open.set(key, { socket, answering: 0, upgraded: false });
    socket.once('close', () => open.delete(key));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(keyOf(request.socket));
    if (!connection) return;
    connection.answering += 1;
    response.once('close', () => {
      connection.answering -= 1;
      if (closing && connection.answering === 0) request.socket.end(() => request.socket.destroy());
    });
  });
  server.on('upgrade', (request: IncomingMessage) => {
    const connection = open.get(keyOf(request.socket));
    if (connection) connection.upgraded = true;
  });
  return () => {
    closing = true;
    for (const { socket, answering, upgraded } of open.values()) {
      if (upgraded) setTimeout(() => socket.destroy(), CLOSING_TIME).unref();
      else if (answering === 0) socket.destroy();
    }
  };
}
