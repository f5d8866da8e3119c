import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line, Lines } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { answerMessage, findReceivers, markRead, sendMessage } from './send.ts';

const Params = z.object({ id: Id });
const tags = ['messages'];
/** A path of this application. `//host` is refused, because it would lead to another host. */
const Link = z
  .string()
  .max(300)
  .regex(/^(\/(?!\/)\S*)?$/)
  .default('');
const To = z.union([z.strictObject({ userId: Id }), z.strictObject({ role: Line(60, 1) })]);
const NewMessage = z.strictObject({ to: To, title: Line(120, 1), text: Lines(1000).default(''), link: Link });
const Answer = z.strictObject({ text: Lines(1000).min(1) });
const Search = z.object({ q: z.string().max(100).default('') });
const Receiver = z.object({ kind: z.enum(['person', 'role']), id: z.string(), name: z.string(), outside: z.boolean() });

/** Sending messages, and the receiver's actions. */
export function messageRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get(
    '/v0/messages/receivers',
    {
      config: { access: 'privilege:messages.send' },
      schema: { tags, querystring: Search, response: { 200: okSchema(z.array(Receiver)) } },
    },
    async (request) => ok(await findReceivers(db, actorOf(request), (request.query as z.output<typeof Search>).q.trim())),
  );

  app.post(
    '/v0/messages/send',
    {
      config: { access: 'privilege:messages.send' },
      schema: { tags, body: NewMessage, response: { 200: okSchema(z.object({ receivers: z.int() })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { to, ...words } = request.body as z.output<typeof NewMessage>;
      return write(db, request, actor, async (tx) => ok({ receivers: await sendMessage(tx, actor, to, words) }));
    },
  );

  app.post(
    '/v0/messages/:id/answer',
    { config: { access: 'session' }, schema: { tags, params: Params, body: Answer, response: { 200: okSchema(Params) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        // The message must be the actor's own. The answer is written as the house, because it goes into another user's list.
        await becomeHouse(tx);
        await answerMessage(tx, actor, id, (request.body as z.output<typeof Answer>).text);
        return ok({ id });
      });
    },
  );

  app.post(
    '/v0/messages/:id/read',
    { config: { access: 'session' }, schema: { tags, params: Params, response: { 200: okSchema(Params) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        if ((await markRead.first(tx, { id, userId: actor.userId })) === null) throw new DomainError('NotFound');
        return ok({ id });
      });
    },
  );
}
