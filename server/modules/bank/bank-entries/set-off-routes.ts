import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { OWED_KINDS, OWING_KINDS, SetOff, SetOffChoice, SetOffPair } from '#contract/bank/set-off';
import { Id } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { setOff } from '../set-off.ts';
import { setOffChoice, setOffPairs } from '../set-off-parties.ts';

const tags = ['bankEntries'];
const config = { access: 'privilege:bankEntries.book' as const };
const Party = z.object({ kind: z.enum([...OWED_KINDS, ...OWING_KINDS]), id: Id });
/** `other`: the party of the other side whose documents are read as well. */
const Choice = Party.extend({ other: Id.optional() });
const Payment = z.object({ id: Id, no: z.string() });

/** Reads what can be set off against what a party owes or is owed, and books it. */
export function setOffRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get(
    '/v0/bankEntries/setOff',
    { config, schema: { tags, querystring: Choice, response: { 200: okSchema(SetOffChoice) } } },
    async (request) => {
      const { other, ...party } = request.query as z.infer<typeof Choice>;
      return ok(await setOffChoice(db, party, other ?? null));
    },
  );
  app.get('/v0/bankEntries/setOff/pairs', { config, schema: { tags, response: { 200: okSchema(z.array(SetOffPair)) } } }, async () =>
    ok(await setOffPairs(db)),
  );
  app.post(
    '/v0/bankEntries/setOff',
    { config, schema: { tags, body: SetOff, response: { 200: okSchema(z.object({ in: Payment, out: Payment })) } } },
    (request) => write(db, request, actorOf(request), async (tx) => ok(await setOff(tx, request.body as z.infer<typeof SetOff>))),
  );
}
