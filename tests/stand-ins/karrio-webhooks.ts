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
};
type Answer = (reply: FastifyReply, definition: string, value: unknown, status?: number) => FastifyReply;

export function webhooksOf(app: FastifyInstance, demand: (...given: Parameters<Check>) => void, answer: Answer) {
  const hooks: Hook[] = [];
  const state = {
    /** How a notice is brought to its address. */
    deliver: (url: string, init: RequestInit): Promise<Response> => fetch(url, init),
  };
  /** Failures in a row by webhook. */
  const failures = new Map<string, number>();

  app.get('/v1/webhooks', (_request, reply) =>
    answer(reply, 'WebhookList', { count: hooks.length, next: null, previous: null, results: hooks }),
  );
  app.post('/v1/webhooks', (request, reply) => {
    demand('WebhookData', request.body);
    const id = randomUUID().replaceAll('-', '');
    const hook = { ...(request.body as Hook), id: `weh_${id}`, secret: `whsec_${id}`, test_mode: true };
    hooks.push(hook);
    return answer(reply, 'Webhook', hook, 201);
  });
  app.patch('/v1/webhooks/:id', (request, reply) => {
    demand('WebhookData', request.body);
    const hook = hooks.find(({ id }) => id === (request.params as { id: string }).id);
    if (!hook) return reply.code(404).send({ errors: [{ code: 'not_found', message: 'Webhook not found.' }] });
    Object.assign(hook, request.body);
    failures.delete(hook.id);
    return answer(reply, 'Webhook', hook);
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
        const inARow = response.ok ? 0 : (failures.get(hook.id) ?? 0) + 1;
        failures.set(hook.id, inARow);
        hook.disabled = inARow > 5;
      }
      return statuses;
    },
  };
}
