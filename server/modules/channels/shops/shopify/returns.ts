import type { CountedLine, Returns } from '../platform.ts';
import { callShopify, demandNone, type ShopifyAccess } from './client.ts';
import { gidOf, idOf } from './read-order.ts';

/**
 * Returns of a Shopify shop that its merchant approved. What was counted is told as the disposition of each piece, which moves no money: the merchant
 * refunds (shopify.dev/docs/apps/build/orders-fulfillment/returns-apps/manage-reverse-fulfillment-orders).
 */

/** Permissions for returns. A shop that was connected before it was asked for them works without. */
export const RETURN_SCOPES = ['read_returns', 'write_returns'] as const;
export const mayReturn = (scopes: string): boolean => scopes.split(',').includes('write_returns');

type Units = CountedLine['units'];
/** Units by line of the shop. Parts of a bundle are lines of ours with the same line there: it is good if each part is. */
function unitsByLine(lines: readonly CountedLine[]): Map<string, Units> {
  const all = new Map<string, Units>();
  for (const { line, units } of lines) {
    const known = all.get(line);
    if (line !== '')
      all.set(line, known ? { ...known, good: Math.min(known.good, units.good), bad: Math.max(known.bad, units.bad) } : units);
  }
  return all;
}

export function shopifyReturns(access: ShopifyAccess, location: string): Returns {
  /** Lines of a fulfilment order by the line of the order that they are of. */
  async function linesOf(order: string): Promise<Map<string, string>> {
    const lines = new Map<string, string>();
    for (let after: string | null = null; ; ) {
      const read: Awaited<ReturnType<typeof callShopify<'returnableLines'>>> = await callShopify(access, 'returnableLines', {
        id: gidOf('FulfillmentOrder', order),
        after,
      });
      const page = read.fulfillmentOrder?.lineItems;
      for (const { id, lineItem } of page?.nodes ?? []) lines.set(lineItem.id, idOf(id));
      if (!page?.pageInfo.hasNextPage) return lines;
      after = page.pageInfo.endCursor;
    }
  }
  return {
    changed: async (since, until) => {
      const filter = `updated_at:>='${since}' AND updated_at:<='${until}' AND return_status:in_progress`;
      const ids: string[] = [];
      for (let after: string | null = null; ; ) {
        const { orders }: Awaited<ReturnType<typeof callShopify<'changedReturns'>>> = await callShopify(access, 'changedReturns', {
          filter,
          after,
        });
        ids.push(...orders.nodes.flatMap(({ returns }) => returns.nodes.map(({ id }) => idOf(id))));
        if (!orders.pageInfo.hasNextPage) return ids;
        after = orders.pageInfo.endCursor;
      }
    },
    read: async (id) => {
      const { return: found } = await callShopify(access, 'return', { id: gidOf('Return', id) });
      if (found?.status !== 'OPEN') return null;
      const orders = found.order.fulfillmentOrders.nodes.map((one) => idOf(one.id));
      const known = await Promise.all(orders.map(async (order) => ({ order, lines: await linesOf(order) })));
      const lines = found.returnLineItems.nodes.flatMap(({ quantity: qty, fulfillmentLineItem }) => {
        const own = fulfillmentLineItem?.lineItem.id ?? '';
        const places = known.flatMap(({ order, lines: of }) => {
          const line = of.get(own);
          return line === undefined ? [] : [{ order, line }];
        });
        return qty > 0 && places.length > 0 ? [{ places, qty, kept: 0, reason: 'other' as const }] : [];
      });
      const remarks = found.returnLineItems.nodes.map(({ customerNote }) => customerNote).filter(Boolean);
      return { externalId: id, remark: [found.name, ...remarks].join('\n').slice(0, 2000), lines };
    },
    // Pieces that have a disposition were told before, or by the merchant.
    report: async ({ externalId, order, lines }) => {
      const units = unitsByLine(lines);
      const lineItems = await linesOf(order);
      const { return: found } = await callShopify(access, 'reverse', { id: gidOf('Return', externalId) });
      const open = (found?.reverseFulfillmentOrders.nodes ?? []).flatMap(({ lineItems: of }) => of.nodes);
      const inputs = open.flatMap(({ id, totalQuantity, fulfillmentLineItem, dispositions }) => {
        const counted = units.get(lineItems.get(fulfillmentLineItem?.lineItem.id ?? '') ?? '');
        if (!counted) return [];
        let left = totalQuantity - dispositions.reduce((sum, { quantity }) => sum + quantity, 0);
        const missing = counted.announced - counted.good - counted.bad;
        return (
          [
            ['RESTOCKED', counted.good],
            ['NOT_RESTOCKED', counted.bad],
            ['MISSING', missing],
          ] as const
        ).flatMap(([dispositionType, wanted]) => {
          const quantity = Math.min(left, wanted);
          if (quantity <= 0) return [];
          left -= quantity;
          return [{ reverseFulfillmentOrderLineItemId: id, quantity, dispositionType, locationId: location }];
        });
      });
      if (inputs.length === 0) return;
      const { reverseFulfillmentOrderDispose: made } = await callShopify(access, 'dispose', { inputs });
      demandNone(made?.userErrors);
    },
  };
}
