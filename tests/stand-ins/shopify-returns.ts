import { fault, gid, nextId, none, page } from './shopify-ids.ts';
import type { Line, Order } from './shopify-orders.ts';

/** Returns of the stand-in for Shopify, and what its calls do with them. */

export type ShopReturn = {
  id: string;
  name: string;
  status: string;
  order: Order;
  updatedAt: number;
  lines: { id: string; line: Line; qty: number; note: string; dispositions: { quantity: number; type: string }[] }[];
};

export class Returns {
  /** Returns that the merchant approved, by their id. */
  readonly all = new Map<string, ShopReturn>();
  private readonly shown: (order: Order) => Record<string, unknown>;
  constructor(shown: (order: Order) => Record<string, unknown>) {
    this.shown = shown;
  }
  /** A return that the merchant approved, of pieces of the first lines of an order. */
  approve(order: Order, quantities: readonly number[], { note = '', at = Date.now() - 60_000 } = {}): ShopReturn {
    const made: ShopReturn = {
      id: gid('Return', nextId()),
      name: `${order.name}-R${this.all.size + 1}`,
      status: 'OPEN',
      order,
      updatedAt: at,
      lines: quantities.flatMap((qty, n) => {
        const line = order.lines[n];
        return line ? [{ id: gid('ReverseFulfillmentOrderLineItem', nextId()), line, qty, note, dispositions: [] }] : [];
      }),
    };
    this.all.set(made.id, made);
    return made;
  }
  private shownReturn(one: ShopReturn): Record<string, unknown> {
    const ofLine = ({ line }: ShopReturn['lines'][number]) => ({ id: gid('FulfillmentLineItem', 1), lineItem: { id: line.lineItem } });
    return {
      id: one.id,
      name: one.name,
      status: one.status,
      order: { id: one.order.id.replace('FulfillmentOrder', 'Order'), fulfillmentOrders: { nodes: [this.shown(one.order)] } },
      returnLineItems: {
        nodes: one.lines.map((line) => ({
          __typename: 'ReturnLineItem',
          id: line.id.replace('ReverseFulfillmentOrderLineItem', 'ReturnLineItem'),
          quantity: line.qty,
          customerNote: line.note || null,
          fulfillmentLineItem: ofLine(line),
        })),
      },
      reverseFulfillmentOrders: {
        nodes: [
          {
            id: gid('ReverseFulfillmentOrder', 1),
            lineItems: {
              nodes: one.lines.map((line) => ({
                id: line.id,
                totalQuantity: line.qty,
                fulfillmentLineItem: ofLine(line),
                dispositions: line.dispositions,
              })),
            },
          },
        ],
      },
    };
  }
  private dispose(inputs: readonly DisposeInput[]) {
    const lines = [...this.all.values()].flatMap((one) => one.lines);
    const found = inputs.map((input) => ({ input, line: lines.find(({ id }) => id === input.reverseFulfillmentOrderLineItemId) }));
    const left = (line: ShopReturn['lines'][number]): number => line.qty - line.dispositions.reduce((sum, one) => sum + one.quantity, 0);
    const total = (id: string): number =>
      inputs.filter((one) => one.reverseFulfillmentOrderLineItemId === id).reduce((sum, one) => sum + one.quantity, 0);
    if (found.some(({ line }) => line === undefined || total(line.id) > left(line)))
      return { userErrors: fault('Quantity exceeds what can be disposed.') };
    for (const { input, line } of found) line?.dispositions.push({ quantity: input.quantity, type: input.dispositionType });
    return { userErrors: none };
  }
  /** What the queries and mutations of returns answer. */
  get root(): Record<string, unknown> {
    return {
      orders: ({ first, after, query }: { first: number; after?: string; query: string }) => {
        const [, from = '', until = ''] =
          /^updated_at:>='([^']+)' AND updated_at:<='([^']+)' AND return_status:in_progress$/.exec(query) ?? [];
        const found = [...this.all.values()].filter(
          (one) => one.status === 'OPEN' && one.updatedAt >= Date.parse(from) && one.updatedAt <= Date.parse(until),
        );
        const { nodes, pageInfo } = page(found, first, after, (one) => one.id);
        return {
          pageInfo,
          nodes: nodes.map((one) => ({
            id: one.order.id.replace('FulfillmentOrder', 'Order'),
            returns: { nodes: [this.shownReturn(one)] },
          })),
        };
      },
      return: ({ id }: { id: string }) => {
        const one = this.all.get(id);
        return one ? this.shownReturn(one) : null;
      },
      reverseFulfillmentOrderDispose: ({ dispositionInputs }: { dispositionInputs: DisposeInput[] }) => this.dispose(dispositionInputs),
    };
  }
}

type DisposeInput = { reverseFulfillmentOrderLineItemId: string; quantity: number; dispositionType: string };
