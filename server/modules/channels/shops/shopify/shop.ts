import { type Fulfilled, type Page, type Shop, ShopError, type ShopItem } from '../platform.ts';
import { callShopify, type Data, demandNone, type ShopifyAccess } from './client.ts';
import { OWN_TOPICS, RETURN_TOPICS, scopesOf, TOPICS } from './operations.ts';
import { gidOf, idOf, orderOf, type Prices, wantedOf } from './read-order.ts';
import { mayReturn, shopifyReturns } from './returns.ts';
import type { FulfillmentOrder, OrderLine } from './shapes.ts';

/**
 * A Shopify shop for which we are a fulfilment service: it asks us to ship, we accept, and it asks us to cancel
 * (shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps). Or one whose merchant has chosen a location of its own: what is open there is
 * shipped here, without a question and an answer (…/order-management-apps).
 */

type ShopifyContext = ShopifyAccess & {
  /** The name of our place in the shop. */
  name: string;
  /** Where Shopify reaches us, and where it sends its notices. */
  callbackUrl: string;
  noticesUrl: string;
  /** Our place, once it was made. */
  location: string;
  /** Our places before. */
  former: readonly string[];
  /** The name or number of the merchant's location that was chosen; empty for a fulfilment service. */
  ownLocation: string;
  /** Whether orders may be insured, so that prices are asked for. They cost more than all else of an order. */
  insures: boolean;
  /** Permissions that the merchant granted when the shop was connected. */
  scopes: string;
};
type Places = Data<'shop'>['locations']['nodes'];
type PageInfo = { hasNextPage: boolean; endCursor: string | null };

const next = ({ hasNextPage, endCursor }: PageInfo): string | null => (hasNextPage ? endCursor : null);
const pagedOf = <T>(rows: readonly T[], info: PageInfo): Page<T> => ({ rows, next: next(info) });

export function shopifyShop(context: ShopifyContext): Shop {
  const { name, callbackUrl, noticesUrl, location, former, ownLocation, scopes, insures } = context;
  const isOwn = ownLocation !== '';
  const topics = [...TOPICS, ...(isOwn ? OWN_TOPICS : []), ...(mayReturn(scopes) ? RETURN_TOPICS : [])];
  const call = <O extends Parameters<typeof callShopify>[1]>(operation: O, variables: Record<string, unknown> = {}): Promise<Data<O>> =>
    callShopify(context, operation, variables) as Promise<Data<O>>;

  async function restOfLines(id: string, first: PageInfo): Promise<OrderLine[]> {
    const lines: OrderLine[] = [];
    for (let after = next(first); after !== null; ) {
      const { fulfillmentOrder: page } = await call('moreLines', { id, after });
      if (!page) break;
      lines.push(...page.lineItems.nodes);
      after = next(page.lineItems.pageInfo);
    }
    return lines;
  }
  /** An order with all its fulfilments, without those that were cancelled; null if it is gone from the shop. */
  async function fulfilledOf(id: string) {
    const { fulfillmentOrder: order } = await call('fulfilled', { id });
    if (!order) return null;
    const fulfilments = [...order.fulfillments.nodes];
    for (let after = next(order.fulfillments.pageInfo); after !== null; ) {
      const { fulfillmentOrder: page } = await call('moreFulfilments', { id, after });
      fulfilments.push(...(page?.fulfillments.nodes ?? []));
      after = page ? next(page.fulfillments.pageInfo) : null;
    }
    return { order, fulfilments: fulfilments.filter(({ status }) => status !== 'CANCELLED') };
  }
  async function pricesOf(id: string): Promise<Prices> {
    const prices = new Map<string, { amount: string; currencyCode: string }>();
    for (let after: string | null | undefined; after !== null; ) {
      const { fulfillmentOrder: page } = await call('prices', { id, ...(after === undefined ? {} : { after }) });
      for (const { id: line, lineItem } of page?.lineItems.nodes ?? [])
        prices.set(line, lineItem.discountedUnitPriceAfterAllDiscountsSet.presentmentMoney);
      after = page ? next(page.lineItems.pageInfo) : null;
    }
    return prices;
  }
  /** A refusal counts as done if the order is where the call would have brought it: the answer of an earlier one was lost. */
  async function answerOnce(operation: 'accept' | 'acceptCancel' | 'rejectCancel', id: string, message: string, done: readonly string[]) {
    const gid = gidOf('FulfillmentOrder', id);
    try {
      const { answer } = await call(operation, { id: gid, ...(operation === 'accept' ? {} : { message }) });
      demandNone(answer?.userErrors);
    } catch (error) {
      if (!(error instanceof ShopError) || error.fault.kind !== 'refused') throw error;
      const { fulfillmentOrder: now } = await call('status', { id: gid });
      if (!now || !(done.includes(now.requestStatus) || now.status === 'CLOSED' || now.status === 'CANCELLED')) throw error;
    }
  }

  /** The merchant gets the rest back, and refunds it, ships it from elsewhere, or asks us again (shopify.dev: fulfillmentOrderClose). */
  async function closeRest(id: string, message: string): Promise<boolean> {
    const gid = gidOf('FulfillmentOrder', id);
    const { fulfillmentOrder: now } = await call('status', { id: gid });
    if (now?.requestStatus === 'CANCELLATION_REQUESTED') return false;
    if (now?.status !== 'IN_PROGRESS') return true;
    const { answer } = await call('closeRest', { id: gid, message });
    demandNone(answer?.userErrors);
    return true;
  }

  const chosenIn = (places: Places): string | undefined =>
    places.find(({ id, name: own, isActive, fulfillmentService: service }) => {
      const isChosen = own.toLowerCase() === ownLocation.toLowerCase() || idOf(id) === ownLocation;
      return isChosen && isActive && service === null;
    })?.id;
  /** Our place as a fulfilment service. A house that gets another address keeps it: a second one would take the orders of the first. */
  async function serviceIn(places: Places): Promise<string> {
    const { pathname } = new URL(callbackUrl);
    const services = places.filter(({ fulfillmentService: service }) => service !== null);
    const ours =
      services.find(({ id }) => id === location) ??
      services.find(({ fulfillmentService: service }) => service?.callbackUrl.endsWith(pathname));
    if (ours) return ours.id;
    const { fulfillmentServiceCreate: made } = await call('makeService', { name, url: callbackUrl });
    demandNone(made?.userErrors);
    const place = made?.fulfillmentService?.location?.id;
    if (place === undefined) throw new ShopError({ kind: 'unknown', message: 'The shop gave no location.' });
    return place;
  }

  return {
    ...(mayReturn(scopes) ? { returns: shopifyReturns(context, location) } : {}),
    stockMeans: 'onHand',
    prepare: async () => {
      const { currentAppInstallation, locations, webhookSubscriptions } = await call('shop');
      const granted = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
      const missingScopes = scopesOf(ownLocation).filter((scope) => !granted.has(scope) && !granted.has(scope.replace(/^read_/, 'write_')));
      if (missingScopes.length > 0) return { location, missingScopes };
      const place = isOwn ? chosenIn(locations.nodes) : await serviceIn(locations.nodes);
      if (place === undefined) return { location, missingScopes: [], missingLocation: ownLocation };
      const known = new Set(webhookSubscriptions.nodes.filter(({ uri }) => uri === noticesUrl).map(({ topic }) => topic));
      // Shopify deletes subscriptions whose notices failed for hours, so they are made again here.
      for (const topic of topics.filter((one) => !known.has(one))) {
        const { webhookSubscriptionCreate: made } = await call('makeHook', { topic, hook: { uri: noticesUrl } });
        demandNone(made?.userErrors);
      }
      return { location: place, missingScopes: [] };
    },
    changed: async (since, until, after) => {
      const filter = `updated_at:>='${since}' AND updated_at:<='${until}' AND assigned_location_id:${idOf(location)}`;
      const { nodes, pageInfo } = (await call('changed', { filter, after })).fulfillmentOrders;
      return pagedOf(
        nodes.map((node) => ({ externalId: idOf(node.id), changedAt: node.updatedAt, wanted: wantedOf(node, isOwn) })),
        pageInfo,
      );
    },
    details: async (ids) => {
      const { nodes } = await call('details', { ids: ids.map((id) => gidOf('FulfillmentOrder', id)) });
      const found = nodes.filter((node): node is FulfillmentOrder => node !== null && 'id' in node);
      const orders = [];
      for (const one of found) {
        // An order that was moved to another place is not ours any more. One of a place of ours before goes on; nothing new is taken there unasked.
        const place = one.assignedLocation.location?.id ?? '';
        const isOurs = place === location || former.includes(place);
        const lines = [...one.lineItems.nodes, ...(await restOfLines(one.id, one.lineItems.pageInfo))];
        const order = orderOf(one, lines, insures ? await pricesOf(one.id) : null, isOwn && place === location);
        orders.push(isOurs ? order : { ...order, wanted: 'ended' as const });
      }
      return orders;
    },
    accept: async (id) => {
      // What lies at the merchant's own location was not asked for.
      if (isOwn && (await call('status', { id: gidOf('FulfillmentOrder', id) })).fulfillmentOrder?.requestStatus !== 'SUBMITTED') return;
      await answerOnce('accept', id, '', ['ACCEPTED', 'CANCELLATION_REQUESTED', 'CANCELLATION_ACCEPTED', 'CANCELLATION_REJECTED']);
    },
    answerCancel: (id, isCancelled, message) =>
      isCancelled
        ? answerOnce('acceptCancel', id, message, ['CANCELLATION_ACCEPTED'])
        : answerOnce('rejectCancel', id, message, ['CANCELLATION_REJECTED']),
    lookFulfilled: async (id): Promise<Fulfilled> => {
      const gid = gidOf('FulfillmentOrder', id);
      const found = await fulfilledOf(gid);
      if (!found) throw new ShopError({ kind: 'refused', message: 'The order is gone from the shop.' });
      const { lineItems, requestStatus } = found.order;
      const lines = [...lineItems.nodes, ...(await restOfLines(gid, lineItems.pageInfo))];
      return {
        isOpen: !['SUBMITTED', 'CANCELLATION_REQUESTED'].includes(requestStatus),
        remaining: new Map(lines.map((line) => [idOf(line.id), line.remainingQuantity])),
        trackingNos: found.fulfilments.flatMap(({ trackingInfo }) => trackingInfo.map(({ number }) => number)),
      };
    },
    fulfil: async ({ externalId, trackingNo, carrier, lines }) => {
      const fulfillmentOrderLineItems = lines.map(({ line, qty }) => ({ id: gidOf('FulfillmentOrderLineItem', line), quantity: qty }));
      const { fulfillmentCreate: made } = await call('fulfil', {
        fulfillment: {
          notifyCustomer: true,
          trackingInfo: { company: carrier, numbers: [trackingNo] },
          lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: gidOf('FulfillmentOrder', externalId), fulfillmentOrderLineItems }],
        },
      });
      demandNone(made?.userErrors);
    },
    track: async ({ externalId, trackingNo, carrier }, former) => {
      const found = await fulfilledOf(gidOf('FulfillmentOrder', externalId));
      for (const { id, trackingInfo } of found?.fulfilments ?? []) {
        const numbers = trackingInfo.map(({ number }) => number);
        if (!numbers.some((one) => former.includes(one))) continue;
        const kept = numbers.filter((one) => !former.includes(one) && one !== trackingNo);
        const { fulfillmentTrackingInfoUpdate: made } = await call('track', {
          id,
          tracking: { company: carrier, numbers: [...kept, trackingNo] },
        });
        demandNone(made?.userErrors);
      }
    },
    // Only what a fulfilment service has accepted can be given back. At a location of the merchant the whole order would be made anew there.
    ...(isOwn ? {} : { closeRest }),
    stock: async (after) => {
      const { location: found } = await call('stock', { location, after });
      if (!found) throw new ShopError({ kind: 'refused', message: 'Our location is gone from the shop.' });
      const { nodes, pageInfo } = found.inventoryLevels;
      const rows = nodes
        .filter(({ item }) => item.tracked)
        .map(({ item, quantities }): ShopItem => {
          const qty = quantities.find((one) => one.name === 'on_hand')?.quantity ?? 0;
          return { externalId: idOf(item.id), sku: item.sku, qty };
        });
      return pagedOf(rows, pageInfo);
    },
    setStock: async (changes, key) => {
      const quantities = changes.map(({ externalId, qty, before }) => ({
        inventoryItemId: gidOf('InventoryItem', externalId),
        locationId: location,
        quantity: qty,
        changeFromQuantity: before,
      }));
      const input = { name: 'on_hand', reason: 'correction', referenceDocumentUri: `kontor://stock/${key}`, quantities };
      const { inventorySetQuantities: made } = await call('setStock', { input, key });
      const errors = made?.userErrors;
      if (errors?.some(({ code }) => code === 'IDEMPOTENCY_CONCURRENT_REQUEST'))
        throw new ShopError({ kind: 'busy', message: errors[0]?.message ?? '', retryAfter: 5 });
      const isStale = ({ code }: { code?: string | null | undefined }): boolean =>
        code === 'CHANGE_FROM_QUANTITY_STALE' || code === 'COMPARE_QUANTITY_STALE';
      // The whole call is refused then. The field names the change: input.quantities.3.
      const stale = (errors ?? []).filter(isStale);
      demandNone(errors?.filter((one) => !isStale(one)));
      if (stale.length === 0) return [];
      const places = stale.map(({ field }) => Number(field?.find((part) => /^\d+$/.test(part)) ?? Number.NaN));
      const named = places.flatMap((n) => changes[n]?.externalId ?? []);
      return (named.length > 0 ? named : changes.map(({ externalId }) => externalId)).map((externalId) => ({ externalId, there: null }));
    },
  };
}
