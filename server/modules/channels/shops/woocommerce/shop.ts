import { textFor } from '../../../support/index.ts';
import type { Shipment, Shop } from '../platform.ts';
import { callWoo, type WooAccess } from './client.ts';
import { instantOfGmt, localeOf, type OpenLine, orderOf, parcelsOf, wantedOf } from './read-order.ts';
import { readRefunds, refundedPieces, returnKey, wooReturns } from './returns.ts';
import { ChangedOrders, Flags, Hooks, Made, Notes, Order, Orders, PARCELS_KEY, type WooOrder } from './shapes.ts';
import { setStock, stockReader } from './stock.ts';

/** A WooCommerce shop. It knows no parcels: they are noted at the order, and the order is completed with the last one. */

type Options = WooAccess & { noticesUrl: string; noticesSecret: string };

/** Orders of a page, the most that WooCommerce gives. */
const PAGE = 100;
/** Events that the shop tells us of, each a hint to look at an order. */
const TOPICS = ['order.created', 'order.updated', 'order.deleted'];
/** The statuses of orders in which nothing of them is left to ship. */
const NOTHING_LEFT = ['completed', 'cancelled', 'refunded', 'trash'];

type PageKey = { number: number; total: number | null };
const readKey = (page: string | null): PageKey => {
  const [number, total] = (page ?? '1').split(':').map(Number);
  return { number: number ?? 1, total: total ?? null };
};

export function woocommerceShop(options: Options): Shop {
  const { noticesUrl, noticesSecret } = options;
  const call = <T>(path: string, how: Parameters<typeof callWoo<T>>[2]) => callWoo(options, path, how);
  const readOrder = async (id: string): Promise<WooOrder> => (await call(`orders/${id}`, { shape: Order })).value;

  /** Pieces that were refunded, by line. */
  async function refundedOf({ id, refunds }: WooOrder): Promise<Map<number, number>> {
    return refunds.length === 0 ? new Map() : refundedPieces(await readRefunds(options, id));
  }
  /** Products that are not shipped. */
  async function virtualOf(orders: readonly WooOrder[]): Promise<Set<number>> {
    const ids = [...new Set(orders.flatMap((order) => order.line_items.map((line) => line.product_id)))].filter((id) => id > 0);
    const found = new Set<number>();
    for (let n = 0; n < ids.length; n += PAGE) {
      const query = { include: ids.slice(n, n + PAGE).join(','), per_page: PAGE, status: 'any', _fields: 'id,virtual' };
      const { value } = await call('products', { query, shape: Flags });
      for (const { id, virtual } of value) if (virtual) found.add(id);
    }
    return found;
  }
  const openLines = async (order: WooOrder, virtual: ReadonlySet<number>): Promise<OpenLine[]> => {
    if (order.needs_processing === false) return [];
    const refunded = await refundedOf(order);
    return order.line_items
      .filter((line) => !virtual.has(line.product_id))
      .map((line) => ({ line, qty: Math.floor(line.quantity - (refunded.get(line.id) ?? 0)) }))
      .filter(({ qty }) => qty > 0);
  };

  /** The customer reads the note in a mail of the shop. It is not written twice. */
  async function addCustomerNote(order: WooOrder, { trackingNo, carrier }: Shipment): Promise<void> {
    const { value: notes } = await call(`orders/${order.id}/notes`, { query: { type: 'customer' }, shape: Notes });
    if (notes.some(({ note }) => note.includes(trackingNo))) return;
    const note = textFor(localeOf(order), 'channels.shippedNote', { carrier, no: trackingNo });
    await call(`orders/${order.id}/notes`, { method: 'POST', body: { note, customer_note: true }, shape: Made });
  }

  return {
    stockMeans: 'available',
    prepare: async () => {
      const { value: hooks } = await call('webhooks', { query: { per_page: PAGE }, shape: Hooks });
      const ours = new Map(hooks.filter((hook) => hook.delivery_url === noticesUrl).map((hook) => [hook.topic, hook]));
      for (const topic of TOPICS) {
        const known = ours.get(topic);
        const body = { name: 'Kontor', topic, delivery_url: noticesUrl, secret: noticesSecret, status: 'active' };
        if (!known) await call('webhooks', { method: 'POST', body, shape: Made });
        // WooCommerce switches a webhook off after five failures in a row.
        else if (known.status !== 'active') await call(`webhooks/${known.id}`, { method: 'PUT', body, shape: Made });
      }
      return { location: 'shop', missingScopes: [] };
    },
    // Sorted by number, because WooCommerce cannot sort by the time of change. An order that changes while the list is read leaves the window, and
    // later ones move up by one: then the pages before are read again.
    changed: async (since, until, page) => {
      const { number, total: before } = readKey(page);
      const query = {
        modified_after: since,
        modified_before: until,
        dates_are_gmt: 'true',
        orderby: 'id',
        order: 'asc',
        per_page: PAGE,
        page: number,
        _fields: 'id,status,date_modified_gmt,refunds',
      };
      const { value, header } = await call('orders', { query, shape: ChangedOrders });
      const total = Number(header('x-wp-total') ?? value.length);
      const rows = value.map((one) => ({
        externalId: String(one.id),
        changedAt: instantOfGmt(one.date_modified_gmt),
        wanted: wantedOf(one.status),
        returns: one.refunds.map(({ id }) => returnKey(one.id, id)),
      }));
      const moved = before === null ? 0 : Math.max(0, before - total);
      const back = moved > 0 ? Math.max(1, number - Math.ceil(moved / PAGE)) : null;
      const next = back ?? (number * PAGE < total ? number + 1 : null);
      return { rows, next: next === null ? null : `${next}:${total}` };
    },
    details: async (ids) => {
      const { value } = await call('orders', { query: { include: ids.join(','), per_page: PAGE }, shape: Orders });
      const virtual = await virtualOf(value);
      const orders = [];
      for (const order of value) orders.push(orderOf(order, await openLines(order, virtual)));
      return orders;
    },
    // The shop does not ask: an order that is paid is ours, and one that is cancelled has ended.
    accept: async () => {},
    answerCancel: async () => {},
    lookFulfilled: async (id) => {
      const order = await readOrder(id);
      const refunded = await refundedOf(order);
      const { parcels } = parcelsOf(order);
      const reported = (line: number): number => parcels.reduce((sum, { lines }) => sum + (lines[line] ?? 0), 0);
      const left = order.line_items.map(({ id: line, quantity }): [string, number] => [
        String(line),
        NOTHING_LEFT.includes(order.status) ? 0 : Math.max(0, quantity - (refunded.get(line) ?? 0) - reported(line)),
      ]);
      return { isOpen: true, remaining: new Map(left), trackingNos: parcels.map(({ no }) => no) };
    },
    fulfil: async (shipment) => {
      const order = await readOrder(shipment.externalId);
      await addCustomerNote(order, shipment);
      const { id, parcels: before } = parcelsOf(order);
      const lines = Object.fromEntries(shipment.lines.map(({ line, qty }) => [line, qty]));
      const parcels = [...before, { no: shipment.trackingNo, carrier: shipment.carrier, lines }];
      const reported = (line: number): number => parcels.reduce((sum, one) => sum + (one.lines[line] ?? 0), 0);
      const isDone = (await openLines(order, await virtualOf([order]))).every(({ line, qty }) => reported(line.id) >= qty);
      // Last, because this is what a look finds.
      const meta = { ...(id === null ? {} : { id }), key: PARCELS_KEY, value: parcels };
      const body = { meta_data: [meta], ...(isDone ? { status: 'completed' } : {}) };
      await call(`orders/${order.id}`, { method: 'PUT', body, shape: Made });
    },
    track: async (shipment, former) => {
      const order = await readOrder(shipment.externalId);
      const { id, parcels } = parcelsOf(order);
      if (id === null || !parcels.some(({ no }) => former.includes(no))) return;
      await addCustomerNote(order, shipment);
      const { trackingNo: no, carrier } = shipment;
      const value = parcels.map((one) => (former.includes(one.no) ? { ...one, no, carrier } : one));
      await call(`orders/${order.id}`, { method: 'PUT', body: { meta_data: [{ id, key: PARCELS_KEY, value }] }, shape: Made });
    },
    closeRest: async (id) => {
      const { status } = await readOrder(id);
      if (status === 'processing') await call(`orders/${id}`, { method: 'PUT', body: { status: 'completed' }, shape: Made });
      return true;
    },
    stock: stockReader(options),
    setStock: (changes) => setStock(options, changes),
    returns: wooReturns(options),
  };
}
