import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Check } from './published.ts';

/**
 * The webhooks of the stand-in, as Karrio's program has them: the secret is made by Karrio, is sent as it is with each notice, and a webhook is
 * switched off after six failures in a row. Each notice is sent once.
 */

export type Hook = {
  id: string;
  url: string;
  secret: string;
  enabled_events: string[];
  disabled: boolean;
  test_mode: boolean;
  failures: number;
};
type Answer = (reply: FastifyReply, definition: string, value: unknown, status?: number) => FastifyReply;

export function webhooksOf(app: FastifyInstance, demand: (...given: Parameters<Check>) => void, answer: Answer) {
  const hooks: Hook[] = [];
  const state = {
    /** How a notice is brought to its address. */
    deliver: (url: string, init: RequestInit): Promise<Response> => fetch(url, init),
  };
  const shown = ({ failures: _, ...hook }: Hook) => hook;

  app.get('/v1/webhooks', (_request, reply) =>
    answer(reply, 'WebhookList', { count: hooks.length, next: null, previous: null, results: hooks.map(shown) }),
  );
  app.post('/v1/webhooks', (request, reply) => {
    demand('WebhookData', request.body);
    const id = randomUUID().replaceAll('-', '');
    const hook = { ...(request.body as Hook), id: `weh_${id}`, secret: `whsec_${id}`, test_mode: true, failures: 0 };
    hooks.push(hook);
    return answer(reply, 'Webhook', shown(hook), 201);
  });
  app.patch('/v1/webhooks/:id', (request, reply) => {
    demand('WebhookData', request.body);
    const hook = hooks.find(({ id }) => id === (request.params as { id: string }).id);
    if (!hook) return reply.code(404).send({ errors: [{ code: 'not_found', message: 'Webhook not found.' }] });
    Object.assign(hook, request.body, { failures: 0 });
    return answer(reply, 'Webhook', shown(hook));
  });

  return {
    hooks,
    state,
    /** Sends a notice to every webhook that is switched on. @returns the statuses */
    async notify(data: object, event = 'tracker_updated'): Promise<number[]> {
      const statuses: number[] = [];
      for (const hook of hooks.filter(({ disabled }) => !disabled)) {
        const headers = { 'content-type': 'application/json', 'x-event-id': hook.secret };
        const response = await state.deliver(hook.url, { method: 'POST', headers, body: JSON.stringify({ event, data }) });
        statuses.push(response.status);
        hook.failures = response.ok ? 0 : hook.failures + 1;
        hook.disabled = hook.failures > 5;
      }
      return statuses;
    },
  };
}
