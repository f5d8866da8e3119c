/** A shop to try, and what a customer does in it. It exists in a sample house, and in tests. */

export type WooOrder = {
  id: number;
  number: string;
  status: string;
  /** Milliseconds since 1970. */
  placed: number;
  modified: number;
  shipping: Record<string, string>;
  method: string;
  note: string;
  /** What the customer pays at the door. */
  collected?: { total: string; currency: string } | undefined;
  /** `price`: what the customer pays for a piece, with its tax. */
  lines: { id: number; name: string; product: number; variation: number; quantity: number; sku: string; price?: number }[];
  refunds: { id: number; lines: { line: number; qty: number }[] }[];
  meta: { id: number; key: string; value: unknown }[];
  notes: { id: number; note: string; customer: boolean }[];
};
export type WooProduct = {
  id: number;
  sku: string;
  name: string;
  barcode?: string;
  type: 'simple' | 'variable';
  virtual: boolean;
  /** Whether its stock is counted. */
  manage: boolean;
  qty: number | null;
  variations: { id: number; sku: string; manage: boolean | 'parent'; qty: number | null }[];
};
export type WooHook = { id: number; name: string; topic: string; delivery_url: string; secret: string; status: string };
export type WooShop = { lastId: number; orders: WooOrder[]; products: WooProduct[]; hooks: WooHook[] };

export const emptyShop = (): WooShop => ({ lastId: 100, orders: [], products: [], hooks: [] });
export const nextId = (shop: WooShop): number => {
  shop.lastId += 1;
  return shop.lastId;
};

export type NewOrder = {
  lines: readonly { sku: string; qty: number; name?: string; price?: number }[];
  status?: string;
  number?: string;
  shipping?: Record<string, string>;
  method?: string;
  note?: string;
  collected?: WooOrder['collected'];
};

/** An order that a customer placed and paid. Its pieces are taken off the stock at once. */
export function placeOrder(shop: WooShop, order: NewOrder, at: number): WooOrder {
  const id = nextId(shop);
  const lines = order.lines.map(({ sku, qty, name, price = 0 }) => {
    const product = shop.products.find((one) => one.sku === sku || one.variations.some((two) => two.sku === sku));
    const variation = product?.variations.find((two) => two.sku === sku);
    const stock = variation ?? product;
    if (stock?.qty != null) stock.qty -= qty;
    return {
      id: nextId(shop),
      name: name ?? (product?.name || `Product ${sku}`),
      product: product?.id ?? 0,
      variation: variation?.id ?? 0,
      quantity: qty,
      sku,
      price,
    };
  });
  const { status = 'processing', number = String(id), shipping = {}, method = '', note = '', collected } = order;
  const made: WooOrder = {
    id,
    number,
    status,
    placed: at,
    modified: at,
    shipping,
    method,
    note,
    collected,
    lines,
    refunds: [],
    meta: [],
    notes: [],
  };
  shop.orders.push(made);
  return made;
}

/** A customer cancels an order that is not completed. Its pieces can be sold again. @returns whether it was cancelled */
export function cancelOrder(shop: WooShop, id: number, at: number): boolean {
  const order = shop.orders.find((one) => one.id === id && one.status === 'processing');
  if (!order) return false;
  order.status = 'cancelled';
  order.modified = at;
  for (const { product, quantity } of order.lines) {
    const stock = shop.products.find((one) => one.id === product);
    if (stock?.qty != null) stock.qty += quantity;
  }
  return true;
}
