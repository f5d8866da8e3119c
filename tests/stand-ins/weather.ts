import type { FastifyInstance } from 'fastify';
import { randomOf } from '../support/fault-proxy.ts';

/** Faults of a platform, drawn with a seed. Odds from 0 to 1 for each call. `dropBefore`, `dropAfter`: the line is cut before or after the effect. */
export type Faults = { dropBefore: number; dropAfter: number; status429: number; status5xx: number; truncate: number };
export const NO_FAULTS: Faults = { dropBefore: 0, dropAfter: 0, status429: 0, status5xx: 0, truncate: 0 };

/** Lets every call of a stand-in meet its faults. @returns how they are set */
export function weatherOf(app: FastifyInstance, seed: number): (faults: Partial<Faults>) => void {
  const random = randomOf(seed);
  const state = { faults: { ...NO_FAULTS } };
  const hit = (name: keyof Faults): boolean => random() < state.faults[name];
  app.addHook('onRequest', async (request, reply) => {
    if (hit('status429')) return reply.header('retry-after', '0.1').code(429).send({ code: 'too_many', message: 'Too many requests' });
    if (hit('status5xx')) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    if (hit('dropBefore')) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode > 299) return payload;
    if (hit('dropAfter')) request.raw.socket.destroy();
    return hit('truncate') && typeof payload === 'string' ? payload.slice(0, Math.min(40, payload.length - 1)) : payload;
  });
  return (some) => {
    state.faults = { ...NO_FAULTS, ...some };
  };
}
