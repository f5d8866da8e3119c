import { sendOutside } from '../../server/core/call-json.ts';
import { ShopError } from '../../server/modules/channels/shops/platform.ts';
import { shopwareShop } from '../../server/modules/channels/shops/shopware/shop.ts';
import { startShopware } from '../stand-ins/shopware.ts';
import type { NewOrder, Order } from '../stand-ins/shopware-orders.ts';

/** The calls of the house to a Shopware shop on loopback, without the work on shops around them. */

type Access = { mapping?: Record<string, string>; secret?: string };

export async function openShopwareCalls() {
  const shopware = await startShopware();
  let numbers = 1000;
  return {
    shopware,
    open: ({ mapping = {}, secret = shopware.keys.secret }: Access = {}) =>
      shopwareShop({
        url: shopware.url,
        key: shopware.keys.key,
        secret,
        mapping,
        noticesUrl: 'https://kontor.example.org/notices',
        send: sendOutside(true),
        keep: async () => undefined,
        note: () => undefined,
      }),
    place: (more: Partial<NewOrder> = {}): Order => {
      numbers += 1;
      return shopware.shop.place({ number: String(numbers), lines: [{ sku: 'TEA', qty: 1 }], ...more });
    },
  };
}
export type ShopwareCalls = Awaited<ReturnType<typeof openShopwareCalls>>;

export function first({ deliveries: [delivery] }: Order) {
  if (!delivery) throw new Error('no delivery');
  return delivery;
}
/** How a call failed; null if it did not. */
export const faultOf = async (run: Promise<unknown>): Promise<unknown> => {
  const error = await run.then(
    () => null,
    (one: unknown) => one,
  );
  return error instanceof ShopError ? error.fault : error;
};
