import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { hashToken, newToken } from '../../../core/http/token.ts';
import { write } from '../../../core/http/write.ts';
import { requireClient } from '../client-secret.ts';
import { guardRights } from '../guard.ts';
import { revokeTokens } from '../program-tokens.ts';
import { oauthClients } from './table.ts';

const guardSecret = guardRights('oauthClients');
const Secret = z.object({ clientId: z.string(), secret: z.string() });
const Check = z.strictObject({ clientId: z.string().max(60), secret: z.string().max(100) });

/** Secrets of OAuth2 clients: generated on request, shown once, stored hashed. */
export function oauthRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/oauthClients/:id/secret',
    {
      config: { access: 'privilege:oauthClients.update' },
      schema: { tags: ['oauthClients'], params: z.object({ id: Id }), response: { 200: okSchema(Secret) } },
    },
    async (request) => {
      const { id } = request.params as { id: string };
      const secret = newToken();
      let isMade = false;
      const actor = actorOf(request);
      const { clientId } = await write(db, request, actor, (tx) =>
        guardSecret({ tx, actor, id }, async () => {
          isMade = true;
          const [client] = await tx
            .update(oauthClients)
            .set({ secretHash: hashToken(secret).toString('hex') })
            .where(and(eq(oauthClients.id, id), isNull(oauthClients.deletedAt)))
            .returning({ clientId: oauthClients.clientId });
          if (!client) throw new DomainError('NotFound');
          await revokeTokens(tx, id);
          return client;
        }),
      );
      // Answers of repeated calls are kept, secrets are not: what would be shown now is not the one that was stored.
      if (!isMade) throw new DomainError('StateRefused', 'oauthClients.refusals.shown');
      return ok({ clientId: String(clientId), secret });
    },
  );

  /** Returns whether the credentials are valid, and their scopes. Programs use it to test their configuration. */
  app.post(
    '/v0/oauthClients/check',
    {
      config: { access: 'public', cost: 'program' },
      schema: {
        tags: ['oauthClients'],
        body: Check,
        response: { 200: okSchema(z.object({ name: z.string(), scopes: z.array(z.string()) })) },
      },
    },
    async (request) => {
      const { clientId, secret } = request.body as z.infer<typeof Check>;
      const client = await requireClient(db, { clientId, secret, ip: request.ip });
      return ok({ name: client.name, scopes: client.scopes });
    },
  );
}
