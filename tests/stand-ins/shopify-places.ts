import { fault, gid, nextId, none, page } from './shopify-ids.ts';

/** Places of the stand-in for Shopify, and what lies there: ours as a fulfilment service, and locations of the merchant. */

type Stock = Map<string, { sku: string; qty: number }>;
type Own = { id: string; name: string; isActive: boolean; stock: Stock };
/** Changes of stock that Shopify takes in one call. */
const MOST_QUANTITIES = 250;

export type StockInput = {
  quantities: { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity?: number }[];
};

export class Places {
  /** On hand at our place, by the id of the item. */
  readonly stock: Stock = new Map();
  readonly own: Own[] = [];
  service: { callbackUrl: string; location: string } | null = null;

  addLocation(name: string, isActive = true): Own {
    const made: Own = { id: gid('Location', nextId()), name, isActive, stock: new Map() };
    this.own.push(made);
    return made;
  }
  private stockAt(location: string): Stock | null {
    return this.own.find(({ id }) => id === location)?.stock ?? (location === this.service?.location ? this.stock : null);
  }
  makeService({ callbackUrl }: { callbackUrl: string }) {
    if (this.service?.callbackUrl === callbackUrl) return { fulfillmentService: null, userErrors: fault('Name has already been taken') };
    this.service = { callbackUrl, location: gid('Location', nextId()) };
    const location = this.shown(this.service.location);
    return { fulfillmentService: { id: gid('FulfillmentService', 1), callbackUrl, location }, userErrors: none };
  }
  shown(id: string) {
    const stock = this.stockAt(id);
    if (stock === null) return null;
    const own = this.own.find((one) => one.id === id);
    return {
      id,
      name: own?.name ?? 'Kontor',
      isActive: own?.isActive ?? true,
      fulfillmentService: own ? null : { id: gid('FulfillmentService', 1), callbackUrl: this.service?.callbackUrl },
      inventoryLevels: ({ first, after }: { first: number; after?: string }) => {
        const { nodes, pageInfo } = page([...stock], first, after, ([item]) => item);
        return {
          pageInfo,
          nodes: nodes.map(([item, { sku, qty }]) => ({
            item: { id: item, sku, tracked: true },
            quantities: [{ name: 'on_hand', quantity: qty }],
          })),
        };
      },
    };
  }
  all() {
    return [...(this.service ? [this.service.location] : []), ...this.own.map(({ id }) => id)].map((id) => this.shown(id));
  }
  setStock({ input }: { input: StockInput }) {
    const { length } = input.quantities;
    if (length > MOST_QUANTITIES)
      throw new Error(`The input array size of ${length} is greater than the maximum allowed of ${MOST_QUANTITIES}.`);
    const itemOf = ({ inventoryItemId, locationId }: StockInput['quantities'][number]) => this.stockAt(locationId)?.get(inventoryItemId);
    const stale = input.quantities.flatMap((one, n) =>
      one.changeFromQuantity != null && itemOf(one)?.qty !== one.changeFromQuantity ? [n] : [],
    );
    if (stale.length > 0)
      return {
        userErrors: stale.map((n) => ({
          code: 'CHANGE_FROM_QUANTITY_STALE',
          field: ['input', 'quantities', String(n), 'changeFromQuantity'],
          message: 'The quantity is not the current one.',
        })),
      };
    for (const one of input.quantities) {
      const item = itemOf(one);
      if (item) item.qty = one.quantity;
    }
    return { userErrors: none };
  }
}
