import { timingSafeEqual } from 'node:crypto';
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
import { ShopError } from '../platform.ts';
import { noticeSecret, withBytes } from '../signed-notices.ts';
import { type Call, callShopware, privilegesIn, type ShopwareAccess } from './client.ts';
import { isId } from './criteria.ts';
import { Anything, Hooks } from './shapes.ts';

/**
 * Notices that a Shopware shop sends of itself. An integration may order them like an app, but Shopware signs them for apps only, so the address holds
 * a secret. Each is a hint that an order changed; nothing is taken from it, and the shop is asked every two minutes all the same
 * (developer.shopware.com: webhooks).
 */

/** What is told: new orders, their payments, and that they end. */
const EVENTS = [
  'checkout.order.placed',
  'state_enter.order_transaction.state.paid',
  'state_enter.order_transaction.state.authorized',
  'state_enter.order.state.cancelled',
];

/** Orders the notices that are missing. A shop that does not permit it, or does not know an event, works without. */
export async function orderNotices(access: ShopwareAccess, url: string): Promise<void> {
  const permitted = async <T>(call: Call<T>): Promise<T | null> => {
    try {
      return await callShopware(access, call);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      if (error.fault.kind !== 'refused' && privilegesIn(error.fault).length === 0) throw error;
      return null;
    }
  };
  const body = { limit: 100, filter: [{ type: 'equals', field: 'url', value: url }], includes: { webhook: ['id', 'eventName', 'active'] } };
  const known = await permitted({ name: 'notices', path: '/search/webhook', body, shape: Hooks });
  if (known === null) return;
  for (const eventName of EVENTS) {
    const hook = known.data.find((one) => one.eventName === eventName);
    const [method, path] = hook ? (['PATCH', `/webhook/${hook.id}`] as const) : (['POST', '/webhook'] as const);
    // Shopware switches one off after failures in a row.
    if (!hook?.active)
      await permitted({
        name: 'notices',
        method,
        path: `${path}?_response=detail`,
        body: hook ? { active: true } : { name: `Kontor ${eventName}`, eventName, url, active: true },
        shape: Anything,
      });
  }
}

const Notice = z.object({ data: z.object({ payload: z.object({ order: z.object({ id: z.string() }) }) }) });

const findChannel = statement(
  { id: channels.id },
  ({ id }: { id: string }) =>
    sql`select id from channels where id = ${id}::uuid and kind = 'shopware' and credentials is not null and deleted_at is null`,
);
const isSame = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));

export function shopwareNotices(app: FastifyInstance, { db, config }: AppContext): void {
  const params = z.object({ id: z.uuid(), secret: z.string().regex(/^[0-9a-f]{1,64}$/) });
  const schema = { tags: ['channels'], params, response: { 200: okSchema(z.object({})) } };
  withBytes(app, ['application/json'], (scope) => {
    scope.post('/v0/shops/shopware/:id/notices/:secret', { config: { access: 'public', cost: 'program' }, schema }, async (request) => {
      const { id, secret } = request.params as z.infer<typeof params>;
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes) || !isSame(secret, noticeSecret(config.KONTOR_SECRET, id))) throw new DomainError('TokenInvalid');
      const channel = await findChannel.first(db, { id });
      const read = Notice.safeParse(JSON.parse(bytes.toString('utf8')));
      const order = read.success ? read.data.data.payload.order.id : '';
      if (channel) await noteNotice(db, id);
      if (channel && isId(order)) await addFetches(db, id, [order]);
      return ok({});
    });
  });
}
