import { SCOPES as EBAY_SCOPES } from '../../server/modules/channels/shops/ebay/oauth.ts';
import { parcelsOf } from '../../server/modules/channels/shops/woocommerce/read-order.ts';
import { startEbay } from '../stand-ins/ebay.ts';
import { startShopify } from '../stand-ins/shopify.ts';
import { startShopware } from '../stand-ins/shopware.ts';
import type { Faults } from '../stand-ins/weather.ts';
import { startWooCommerce } from '../stand-ins/woocommerce.ts';

/** The kinds of shops as the rig of killed nodes sees them: any number of shops, orders in them, and the truth of what they were told. */

/** `told`: messages to the customer; each of a parcel counts. */
export type RigOrder = { isAccepted: () => boolean; isShipped: () => boolean; parcels: () => string[]; told: () => number };
/** `scopes`: what the merchant granted, where the house asks for it. */
export type RigShop = { address: string; credentials: object; scopes?: string; place: (name: string, sku: string) => RigOrder };
export type Platform = {
  shops: readonly RigShop[];
  env: Record<string, string>;
  /** Whether the house has prepared its place in each shop. */
  isReady: () => boolean;
  faults: (some: Partial<Faults>) => void;
  mismatches: () => string[];
  calls: () => number;
  close: () => Promise<unknown>;
};

/** What was placed a minute ago is in the first window. */
const CLOCK = -60_000;

async function shopify(count: number): Promise<Platform> {
  const one = await startShopify();
  const hosts = Array.from({ length: count }, (_, n) => `shop-${n}.myshopify.com`);
  const shops = hosts.map((host) => one.shopOf(host));
  for (const shop of shops) shop.clock = CLOCK;
  return {
    shops: shops.map((shop) => ({
      address: shop.host,
      credentials: { ...one.grant(shop.host), obtained_at: Date.now() },
      place: (name, sku) => {
        const order = shop.place({ name, lines: [{ sku, qty: 1 }] });
        return {
          isAccepted: () => order.requestStatus !== 'SUBMITTED',
          isShipped: () => order.status === 'CLOSED',
          parcels: () => order.fulfilments.flatMap(({ numbers }) => numbers),
          told: () => order.fulfilments.length,
        };
      },
    })),
    env: { SHOPIFY_APP: one.app, SHOP_PLATFORM_URL: one.url },
    isReady: () => shops.every(({ service }) => service !== null),
    faults: one.faults,
    mismatches: () => one.mismatches,
    calls: () => one.calls.length,
    close: one.close,
  };
}

async function woocommerce(count: number): Promise<Platform> {
  const shops = await Promise.all(Array.from({ length: count }, (_, n) => startWooCommerce({ seed: n + 1 })));
  for (const { state } of shops) state.clock = CLOCK;
  return {
    shops: shops.map((shop) => ({
      address: shop.url,
      credentials: shop.keys,
      place: (number, sku) => {
        const order = shop.place({ number, lines: [{ sku, qty: 1 }] });
        return {
          isAccepted: () => true,
          isShipped: () => order.status === 'completed',
          parcels: () => parcelsOf({ meta_data: order.meta }).parcels.map(({ no }) => no),
          told: () => order.notes.filter(({ customer }) => customer).length,
        };
      },
    })),
    env: { SHOP_ADDRESSES: 'any' },
    isReady: () => shops.every(({ hooks }) => hooks.length > 0),
    faults: (some) => {
      for (const shop of shops) shop.faults(some);
    },
    mismatches: () => shops.flatMap((shop) => shop.mismatches),
    calls: () => shops.reduce((sum, shop) => sum + shop.calls.length, 0),
    close: () => Promise.all(shops.map((shop) => shop.close())),
  };
}

async function shopware(count: number): Promise<Platform> {
  const shops = await Promise.all(Array.from({ length: count }, (_, n) => startShopware({ seed: n + 1 })));
  for (const { shop } of shops) shop.clock = CLOCK;
  return {
    shops: shops.map(({ url, keys, shop }) => ({
      address: url,
      credentials: keys,
      place: (number, sku) => {
        const [delivery] = shop.place({ number, lines: [{ sku, qty: 1 }] }).deliveries;
        return {
          isAccepted: () => true,
          isShipped: () => delivery?.stateMachineState.technicalName === 'shipped',
          parcels: () => delivery?.trackingCodes ?? [],
          told: () => shop.transitions.filter((one) => one.delivery === delivery?.id && one.to === 'shipped').length,
        };
      },
    })),
    env: { SHOP_ADDRESSES: 'any' },
    isReady: () => shops.every(({ calls }) => calls.some(({ name, status }) => name === 'search product' && status === 200)),
    faults: (some) => {
      for (const shop of shops) shop.faults(some);
    },
    mismatches: () => shops.flatMap((shop) => shop.mismatches),
    calls: () => shops.reduce((sum, shop) => sum + shop.calls.length, 0),
    close: () => Promise.all(shops.map((shop) => shop.close())),
  };
}

async function ebay(count: number): Promise<Platform> {
  const one = await startEbay();
  const sellers = Array.from({ length: count }, (_, n) => one.sellerOf(`seller-${n}`));
  for (const seller of sellers) seller.clock = CLOCK;
  return {
    shops: sellers.map((seller) => ({
      address: seller.name,
      credentials: { ...one.grant(seller.name), obtained_at: Date.now() },
      scopes: EBAY_SCOPES.join(' '),
      place: (_name, sku) => {
        const order = seller.place({ lines: [{ sku, qty: 1 }] });
        return {
          isAccepted: () => true,
          isShipped: () => seller.statusOf(order) === 'FULFILLED',
          parcels: () => order.fulfilments.map(({ trackingNumber }) => trackingNumber ?? ''),
          told: () => order.fulfilments.length,
        };
      },
    })),
    env: { EBAY_APP: one.app, SHOP_PLATFORM_URL: one.url },
    isReady: () => one.count('GET inventory_item') >= count,
    faults: one.faults,
    mismatches: () => one.mismatches,
    calls: () => one.calls.length,
    close: one.close,
  };
}

export const PLATFORMS = [
  { kind: 'shopify', start: shopify },
  { kind: 'woocommerce', start: woocommerce },
  { kind: 'shopware', start: shopware },
  { kind: 'ebay', start: ebay },
] as const;
