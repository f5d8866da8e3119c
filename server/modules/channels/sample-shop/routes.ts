import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SAMPLE_SHOP, SampleOrder, SampleShop } from '#contract/channels/sample-shop';
import { Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asHouse, write } from '../../../core/http/write.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { channelOrders } from '../channel-orders/table.ts';
import { findChannel } from '../channels/find.ts';
import { seal } from '../channels/seal.ts';
import { addFetches } from '../shops/due.ts';
import { parcelsOf } from '../shops/woocommerce/read-order.ts';
import { cancelOrder, placeOrder, type WooOrder } from './shop.ts';
import { changeShop, readShop } from './store.ts';

/** The side of the customer of a shop to try: what it sells, to place an order, to cancel it. Only in a sample house. */

/** Customers whose addresses are in order, taken in turn. */
const CUSTOMERS = [
  {
    first_name: 'Mia',
    last_name: 'Hoffmann',
    address_1: 'Gartenstraße 12',
    postcode: '20095',
    city: 'Hamburg',
    country: 'DE',
    email: 'mia.hoffmann@example.org',
  },
  {
    first_name: 'Lukas',
    last_name: 'Brandt',
    address_1: 'Lindenallee 4',
    postcode: '50668',
    city: 'Köln',
    country: 'DE',
    email: 'lukas.brandt@example.org',
  },
  {
    first_name: 'Anna',
    last_name: 'Leitner',
    address_1: 'Mariahilfer Straße 88',
    postcode: '1070',
    city: 'Wien',
    country: 'AT',
    email: 'anna.leitner@example.org',
  },
  {
    first_name: 'Emma',
    last_name: 'Fischer',
    company: 'Café Morgenrot',
    address_1: 'Kastanienallee 85',
    postcode: '10435',
    city: 'Berlin',
    country: 'DE',
    email: 'emma.fischer@example.org',
  },
] as const;
/** Orders that the page shows. */
const MOST_SHOWN = 20;

// It is connected by the first order, so that a sample in which nobody tries it has no work with it.
const connect = command(
  ({
    id,
    credentials,
  }: {
    id: string;
    credentials: string;
  }) => sql`update channels set credentials = ${credentials}, connected_at = now(), state = 'connected',
    last_event = 'connected', last_event_at = now() where id = ${id}::uuid and credentials is null`,
);
const findHere = statement(
  {
    externalId: channelOrders.externalId,
    id: channelOrders.id,
    state: channelOrders.state,
    taskId: channelOrders.taskId,
    no: orNull(tasks.no),
    status: orNull(tasks.status),
  },
  ({
    channelId,
    ids,
  }: {
    channelId: string;
    ids: string;
  }) => sql`select o.external_id, o.id, o.state, o.task_id, t.no, t.status from channel_orders o left join tasks t on t.id = o.task_id
    where o.channel_id = ${channelId}::uuid and o.external_id in (select jsonb_array_elements_text(${ids}::jsonb))`,
);
const findOwner = statement(
  { merchantId: cell.uuid },
  ({ id }: { id: string }) => sql`select merchant_id from channels where id = ${id}::uuid`,
);

const STATUSES = ['processing', 'completed', 'cancelled'] as const;
const nameOf = ({ shipping }: WooOrder): string => [shipping['first_name'], shipping['last_name']].filter(Boolean).join(' ');

export function sampleShop(app: FastifyInstance, context: AppContext): void {
  const { db, config } = context;
  if (config.KONTOR_MODE !== 'sample') return;
  const tags = ['channels'];
  const access = { access: 'privilege:channels.update' } as const;
  const Done = { 200: okSchema(z.object({ id: z.int() })) };

  const find = async (tx: Db, request: FastifyRequest): Promise<{ id: string; merchantId: string }> => {
    const { id } = request.params as { id: string };
    const { shop } = await findChannel(tx, context, actorOf(request), id);
    if (shop !== SAMPLE_SHOP) throw new DomainError('NotFound');
    return { id, merchantId: (await findOwner.one(tx, { id })).merchantId };
  };

  app.get(
    '/v0/channels/:id/sampleShop',
    {
      config: { access: 'privilege:channels.read' },
      schema: { tags, params: z.object({ id: Id }), response: { 200: okSchema(SampleShop) } },
    },
    (request) =>
      asHouse(db, actorOf(request), request.id, async (tx) => {
        const channel = await find(tx, request);
        const shop = await readShop(tx, channel);
        const orders = shop.orders.toReversed().slice(0, MOST_SHOWN);
        const rows = await findHere(tx, { channelId: channel.id, ids: JSON.stringify(orders.map(({ id }) => String(id))) });
        const here = new Map(rows.map((row) => [row.externalId, row]));
        const shown = orders.map((order) => {
          const known = here.get(String(order.id));
          return {
            id: order.id,
            number: order.number,
            status: STATUSES.find((one) => one === order.status) ?? 'processing',
            placedAt: new Date(order.placed).toISOString(),
            customer: nameOf(order),
            lines: order.lines.map(({ name, quantity }) => ({ name, qty: quantity })),
            parcels: parcelsOf({ meta_data: order.meta }).parcels.map(({ no, carrier }) => ({ no, carrier })),
            here: known ? { id: known.id, state: known.state, taskId: known.taskId, taskNo: known.no, status: known.status } : null,
          };
        });
        return ok({
          products: shop.products.map(({ id, sku, name, qty }) => ({ id, sku, name, qty: Math.max(0, qty ?? 0) })),
          orders: shown,
        });
      }),
  );

  app.post(
    '/v0/channels/:id/sampleShop/orders',
    { config: access, schema: { tags, params: z.object({ id: Id }), body: SampleOrder, response: Done } },
    (request) =>
      write(db, request, actorOf(request), async (tx) => {
        const channel = await find(tx, request);
        const { lines } = request.body as z.infer<typeof SampleOrder>;
        const keys = JSON.stringify({ key: 'ck_shop-to-try', secret: 'cs_shop-to-try' });
        await connect(tx, { id: channel.id, credentials: seal(config.KONTOR_SECRET, channel.id, keys) });
        const placed = await changeShop(tx, channel, (shop) => {
          const wanted = lines.map(({ product, qty }) => ({ product: shop.products.find(({ id }) => id === product), qty }));
          const chosen = wanted.flatMap(({ product, qty }) => (product && (product.qty ?? 0) >= qty ? [{ sku: product.sku, qty }] : []));
          // A customer cannot buy what the shop has not got.
          if (chosen.length < lines.length) throw new DomainError('StateRefused', 'channels.refusals.soldOut');
          const shipping = CUSTOMERS[shop.orders.length % CUSTOMERS.length] ?? CUSTOMERS[0];
          return placeOrder(shop, { lines: chosen, shipping: { ...shipping } }, Date.now());
        });
        // As the notice of a shop would.
        await addFetches(tx, channel.id, [String(placed.id)]);
        return ok({ id: placed.id });
      }),
  );

  app.post(
    '/v0/channels/:id/sampleShop/orders/:order/cancel',
    { config: access, schema: { tags, params: z.object({ id: Id, order: z.string().max(40) }), response: Done } },
    (request) =>
      write(db, request, actorOf(request), async (tx) => {
        const channel = await find(tx, request);
        const order = Number((request.params as { order: string }).order);
        if (!(await changeShop(tx, channel, (shop) => cancelOrder(shop, order, Date.now()))))
          throw new DomainError('StateRefused', 'channels.refusals.notOpen');
        await addFetches(tx, channel.id, [String(order)]);
        return ok({ id: order });
      }),
  );
}
