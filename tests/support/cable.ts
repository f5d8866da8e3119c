import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type Cable = {
  /** The same server, by way of the cable. */
  url: string;
  /** Everything that runs ends at once, and nothing new comes through. */
  cut: () => void;
  /** Nothing comes through and nobody is told: what runs stays open, what is new waits; bytes wait too, as TCP sends them again. */
  swallow: () => void;
  mend: () => void;
  close: () => Promise<void>;
};

/** A network between browser and server that can be cut like a cable, for pages, workers and sockets alike. */
export async function openCable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let whole = true;
  let swallowing = false;
  const pairs = new Set<[near: Socket, far: Socket]>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const join = ([near, far]: [Socket, Socket]): void => void near.pipe(far).pipe(near);
  const server = createServer((near) => {
    keep(near);
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    keep(far);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('close', () => pairs.delete(pair));
    if (!swallowing) join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      whole = false;
      end();
    },
    swallow: () => {
      swallowing = true;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    mend: () => {
      whole = true;
      if (swallowing) for (const pair of pairs) join(pair);
      swallowing = false;
    },
    close: async () => {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
