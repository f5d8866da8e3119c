import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { statement } from '../../../../core/db/statement.ts';
import { ok, okSchema } from '../../../../core/http/answers.ts';
import type { AppContext } from '../../../../core/http/context.ts';
import { DomainError } from '../../../../core/http/errors.ts';
import { channels } from '../../channels/table.ts';
import { addFetches } from '../due.ts';
import { noteNotice } from '../notices.ts';
import { isSigned, noticeSecret, withBytes } from '../signed-notices.ts';

/**
 * Notices that a WooCommerce shop sends of itself. Each is a hint that an order changed, and nothing is taken from it
 * (woocommerce.github.io/woocommerce-rest-api-docs, "Webhooks").
 */

const Named = z.object({ id: z.int().min(1) });
/** What a shop sends when a webhook is made, without a signature: it must be answered, and means nothing. */
const PING = /^webhook_id=\d{1,20}$/;

const findChannel = statement(
  { id: channels.id },
  ({ id }: { id: string }) =>
    sql`select id from channels where id = ${id}::uuid and kind = 'woocommerce' and credentials is not null and deleted_at is null`,
);

export function woocommerceNotices(app: FastifyInstance, { db, config }: AppContext): void {
  const schema = { tags: ['channels'], params: z.object({ id: z.uuid() }), response: { 200: okSchema(z.object({})) } };
  withBytes(app, ['application/json', 'application/x-www-form-urlencoded'], (scope) => {
    scope.post('/v0/shops/woocommerce/:id/notices', { config: { access: 'public', cost: 'program' }, schema }, async (request) => {
      const { id } = request.params as { id: string };
      const bytes = request.body as Buffer;
      if (Buffer.isBuffer(bytes) && PING.test(bytes.toString('latin1'))) return ok({});
      const given = request.headers['x-wc-webhook-signature'];
      if (!Buffer.isBuffer(bytes) || typeof given !== 'string' || !isSigned(bytes, given, noticeSecret(config.KONTOR_SECRET, id)))
        throw new DomainError('TokenInvalid');
      const channel = await findChannel.first(db, { id });
      const named = Named.safeParse(JSON.parse(bytes.toString('utf8')));
      if (channel) await noteNotice(db, id);
      if (channel && named.success) await addFetches(db, id, [String(named.data.id)]);
      return ok({});
    });
  });
}
