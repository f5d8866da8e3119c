import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../../../core/db/client.ts';
import { command, statement } from '../../../../core/db/statement.ts';
import { ok, okSchema } from '../../../../core/http/answers.ts';
import type { AppContext } from '../../../../core/http/context.ts';
import { DomainError } from '../../../../core/http/errors.ts';
import { notify, peopleOfRole, textFor } from '../../../support/index.ts';
import { channels } from '../../channels/table.ts';
import { channelDue } from '../../tables.ts';
import { failShop } from '../connections.ts';
import { addFetches } from '../due.ts';
import { noteNotice } from '../notices.ts';
import { ALMOST } from '../read-changes.ts';
import { addReturns } from '../returns.ts';
import { isSigned, withBytes } from '../signed-notices.ts';

/**
 * Notices that Shopify sends of itself. Each is a hint where to look and nothing is taken from it, so it may be missing, come twice, or come in
 * the wrong sequence. Notices about privacy are answered as its terms demand (shopify.dev/docs/apps/build/compliance/privacy-law-compliance).
 */

/** Ids of one notice that are looked at. */
const MOST_IDS = 50;
const ORDER_ID = /gid:\/\/shopify\/FulfillmentOrder\/(\d{1,20})/g;
const RETURN_ID = /gid:\/\/shopify\/Return\/(\d{1,20})/g;
const idsIn = (text: string, id: RegExp): string[] => [...new Set([...text.matchAll(id)].map(([, one]) => one ?? ''))].slice(0, MOST_IDS);

/** Shopify is changing the names of its headers from `X-Shopify-…` to `Shopify-…`. */
function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`];
  return typeof value === 'string' ? value : '';
}

const findChannels = statement(
  { id: channels.id },
  ({ shop, id }: { shop: string; id: string | null }) => sql`select id from channels where kind = 'shopify' and deleted_at is null
    and (lower(shop) = ${shop} or lower(shop) || '.myshopify.com' = ${shop}) and (${id}::uuid is null or id = ${id}::uuid)`,
  [{ shop: '', id: null }],
);
const noteEvent = statement(
  { id: channelDue.id },
  ({ channelId, key }: { channelId: string; key: string }) =>
    sql`insert into channel_due (channel_id, kind, key, outcome) values (${channelId}::uuid, 'notice', ${key}, 'done') on conflict do nothing returning id`,
);
// A window ends half a minute before now, so what just happened is in the one after that.
const lookSoon = command(
  ({ channelId }: { channelId: string }) =>
    sql`update shop_connections set read_at = least(read_at, clock_timestamp() - make_interval(secs => ${ALMOST})) where channel_id = ${channelId}::uuid`,
);
const disconnect = command(
  ({ channelId }: { channelId: string }) =>
    sql`update channels set credentials = null, scopes = '', connected_at = null where id = ${channelId}::uuid`,
);
/** Of orders that are still worked on the address is needed, and it goes by itself after their end (channels.blank). */
const blankNow = command(
  ({ channelId, email }: { channelId: string; email: string | null }) => sql`update channel_orders o
    set body = o.body || jsonb_build_object('consignee', (select jsonb_object_agg(k, '') from jsonb_object_keys(o.body->'consignee') k), 'remark', ''), blanked_at = now()
    where o.channel_id = ${channelId}::uuid and o.blanked_at is null and o.ended_at is not null and (${email}::text is null or lower(o.body->'consignee'->>'email') = lower(${email}::text))`,
  [{ channelId: '', email: null }],
);

const Customer = z.object({ customer: z.object({ email: z.string().nullish() }).nullish() }).catch({});

type Notice = { topic: string; text: string; eventId: string };
/** Topics with a meaning of their own. Every other one says that an order changed. */
const TOPICS: Record<string, (tx: Db, channelId: string, notice: Notice) => Promise<void>> = {
  'app/uninstalled': async (tx, channelId) => {
    await failShop(tx, channelId, 'uninstalled', '');
    await disconnect(tx, { channelId });
  },
  'customers/data_request': async (tx, channelId, { text }) => {
    const email = Customer.parse(JSON.parse(text)).customer?.email ?? '';
    await notify(tx, await peopleOfRole(tx, 'manager'), (locale) => ({
      title: textFor(locale, 'channels.notifications.dataRequestTitle', {}),
      text: textFor(locale, 'channels.notifications.dataRequestText', { email }),
      type: 'warning',
      link: `/eEP/channels/${channelId}`,
    }));
  },
  'customers/redact': async (tx, channelId, { text }) => {
    const email = Customer.parse(JSON.parse(text)).customer?.email;
    if (email) await blankNow(tx, { channelId, email });
  },
  'shop/redact': (tx, channelId) => blankNow(tx, { channelId, email: null }),
  'returns/approve': async (tx, channelId, { text }) => {
    await addReturns(tx, channelId, idsIn(text, RETURN_ID));
  },
};

/** A notice may come again for hours, so what it means happens once. */
async function take(tx: Db, channelId: string, notice: Notice): Promise<void> {
  const { topic, text, eventId } = notice;
  if (eventId !== '' && !(await noteEvent.first(tx, { channelId, key: `event ${eventId}` }))) return;
  const special = TOPICS[topic];
  if (special) return special(tx, channelId, notice);
  const ids = idsIn(text, ORDER_ID);
  if (ids.length > 0) await addFetches(tx, channelId, ids);
  else await lookSoon(tx, { channelId });
}

const tags = ['channels'];
const config = { access: 'public', cost: 'program' } as const;
const Done = { 200: okSchema(z.object({})) };

export function shopNotices(app: FastifyInstance, { db, config: settings }: AppContext): void {
  const secret = settings.SHOPIFY_APP?.split(':')[1];
  const receive = async (request: FastifyRequest) => {
    const bytes = request.body as Buffer;
    // An unsigned call learns nothing, not even whether there is an application.
    if (secret === undefined || !Buffer.isBuffer(bytes) || !isSigned(bytes, headerOf(request, 'hmac-sha256'), secret))
      throw new DomainError('TokenInvalid');
    const { id = null } = request.params as { id?: string };
    const notice = {
      topic: headerOf(request, 'topic'),
      text: bytes.toString('utf8'),
      eventId: headerOf(request, 'event-id').slice(0, 100),
    };
    await db.transaction(async (tx) => {
      for (const channel of await findChannels(tx, { shop: headerOf(request, 'shop-domain').toLowerCase(), id })) {
        await noteNotice(tx, channel.id);
        await take(tx, channel.id, notice);
      }
    });
    return ok({});
  };

  withBytes(app, ['application/json'], (scope) => {
    scope.post('/v0/shops/shopify/notices', { config, schema: { tags, response: Done } }, receive);
    // Shopify calls this path below the address of a fulfilment service.
    scope.post(
      '/v0/shops/shopify/:id/fulfillment_order_notification',
      { config, schema: { tags, params: z.object({ id: z.uuid() }), response: Done } },
      receive,
    );
  });
}
