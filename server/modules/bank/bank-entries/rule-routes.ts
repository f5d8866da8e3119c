import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MadeRule, RuleOffer } from '#contract/bank/learned-rule';
import { Id } from '#contract/core/fields';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { accountTitle } from '../../money/index.ts';
import { learnRule, offerRule } from '../learn-rule.ts';

const tags = ['bankEntries'];
const Params = z.object({ id: Id });

/** The rule that follows from a booked entry: what it would be, and making it. */
export function ruleRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get(
    '/v0/bankEntries/:id/rule',
    {
      config: { access: 'privilege:bankEntries.read' },
      schema: { tags, params: Params, response: { 200: okSchema(RuleOffer.nullable()) } },
    },
    async (request) => {
      const offer = await offerRule(db, (request.params as z.infer<typeof Params>).id);
      return ok(offer && { ...offer, account: accountTitle(offer.account, actorOf(request).locale) });
    },
  );
  app.post(
    '/v0/bankEntries/:id/rule',
    { config: { access: 'privilege:bankRules.create' }, schema: { tags, params: Params, response: { 200: okSchema(MadeRule) } } },
    (request) => {
      const actor = actorOf(request);
      requirePrivilege(actor, 'bankEntries.book');
      return write(db, request, actor, async (tx) => ok(await learnRule(tx, (request.params as z.infer<typeof Params>).id)));
    },
  );
}
