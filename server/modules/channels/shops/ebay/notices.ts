import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { command, statement } from '../../../../core/db/statement.ts';
import { ok, okSchema } from '../../../../core/http/answers.ts';
import type { AppContext } from '../../../../core/http/context.ts';
import { DomainError } from '../../../../core/http/errors.ts';
import { channelOrders } from '../../channel-orders/table.ts';
import { blankEnded } from '../../due.ts';
import { channelDue } from '../../tables.ts';
import { withBytes } from '../signed-notices.ts';
import { buyerKey } from './buyer.ts';
import { ebayApp } from './oauth.ts';
import { EbayKeys } from './signature.ts';

/** Notices of buyers who closed their account (developer.ebay.com: "Marketplace user account deletion"). Every application has to answer them. */

const PATH = '/v0/shops/ebay/deletions';

const Notice = z.object({
  metadata: z.object({ topic: z.string() }),
  notification: z.object({
    notificationId: z.string().min(1).max(200),
    data: z.object({ username: z.string().nullish(), userId: z.string().nullish() }),
  }),
});
/** eBay tells of every account in the world: only what concerns an order here is written down. */
const findOrders = statement(
  { channelId: channelOrders.channelId },
  ({ keys }: { keys: string }) => sql`select distinct o.channel_id from channel_orders o join channels c on c.id = o.channel_id
    where o.buyer = any(${keys}::text[]) and c.kind = 'ebay'`,
  [{ keys: '{}' }],
);
const noteNotice = statement(
  { id: channelDue.id },
  ({ channelId, key }: { channelId: string; key: string }) =>
    sql`insert into channel_due (channel_id, kind, key, outcome) values (${channelId}::uuid, 'notice', ${key}, 'done') on conflict do nothing returning id`,
);
/** The address of an order that is still worked on is needed, and goes at its end. */
const noteLeft = command(
  ({ keys }: { keys: string }) =>
    sql`update channel_orders set buyer_left_at = coalesce(buyer_left_at, now()) where buyer = any(${keys}::text[]) and blanked_at is null`,
  [{ keys: '{}' }],
);
const Refused = z.object({ code: z.string(), data: z.null(), error: z.string() });

export function ebayNotices(app: FastifyInstance, { db, config, log }: AppContext): void {
  const keys = new EbayKeys(config);
  const access = { access: 'public', cost: 'program' } as const;
  const tags = ['channels'];

  const take = (text: string): Promise<void> =>
    db.transaction(async (tx) => {
      const read = Notice.safeParse(JSON.parse(text));
      if (!read.success || read.data.metadata.topic !== 'MARKETPLACE_ACCOUNT_DELETION') return;
      const { notificationId, data } = read.data.notification;
      const names = [data.username, data.userId].filter((name) => typeof name === 'string' && name !== '');
      const buyers = { keys: `{${names.map((name) => buyerKey(config.KONTOR_SECRET, String(name))).join(',')}}` };
      for (const { channelId } of await findOrders(tx, buyers))
        await noteNotice.first(tx, { channelId, key: `deletion ${notificationId}` });
      await noteLeft(tx, buyers);
      await blankEnded(tx);
    });

  app.get(
    PATH,
    {
      config: access,
      schema: {
        tags,
        querystring: z.object({ challenge_code: z.string().min(1).max(500) }),
        response: { 200: z.object({ challengeResponse: z.string() }) },
      },
    },
    async (request) => {
      const { verificationToken } = ebayApp(config);
      if (verificationToken === '') throw new DomainError('NotFound');
      const { challenge_code: code } = request.query as { challenge_code: string };
      const challengeResponse = createHash('sha256')
        .update(code)
        .update(verificationToken)
        .update(`${config.KONTOR_ORIGIN}${PATH}`)
        .digest('hex');
      return { challengeResponse };
    },
  );

  withBytes(app, ['application/json'], (scope) => {
    const response = { 200: okSchema(z.object({})), 412: Refused, 503: Refused };
    scope.post(PATH, { config: access, schema: { tags, response } }, async (request, reply) => {
      const bytes = request.body as Buffer;
      const header = request.headers['x-ebay-signature'];
      const verdict =
        Buffer.isBuffer(bytes) && typeof header === 'string' && config.EBAY_APP !== undefined ? await keys.check(bytes, header) : 'wrong';
      // eBay asks for these two statuses: 412 says that the signature is wrong, 5xx that the notice is to be sent again.
      if (verdict === 'wrong') return reply.code(412).send({ code: 'TokenInvalid', data: null, error: 'TokenInvalid' });
      if (verdict === 'busy') {
        log.warn('the key of a notice of eBay could not be read');
        return reply.code(503).send({ code: 'InternalError', data: null, error: 'InternalError' });
      }
      await take(bytes.toString('utf8'));
      return ok({});
    });
  });
}
