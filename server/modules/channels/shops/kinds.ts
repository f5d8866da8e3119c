import { SHOP_KINDS, type ShopKind } from '#contract/channels/channels';
import { SAMPLE_SHOP } from '#contract/channels/sample-shop';
import { sendByFetch, sendOutside } from '../../../core/call-json.ts';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { platformOf } from '../channels/platforms.ts';
import { sendToSample } from '../sample-shop/store.ts';
import type { Connection } from './connections.ts';
import { accessToken, readKeys } from './credentials.ts';
import { buyerKey } from './ebay/buyer.ts';
import { ebayShop } from './ebay/shop.ts';
import { type CallHooks, type Shop, ShopError } from './platform.ts';
import { shopifyShop } from './shopify/shop.ts';
import { shopwareShop } from './shopware/shop.ts';
import { noticeSecret } from './signed-notices.ts';
import { woocommerceShop } from './woocommerce/shop.ts';

/** The kinds of shops: whether this house can work on them, and how one is opened. */

/** The entry of a channel's mapping that says where a seller on eBay sells. */
const MARKETPLACE = 'marketplace';
const DEFAULT_MARKETPLACE = 'EBAY_DE';

type Opened = Pick<
  Connection,
  'id' | 'merchantId' | 'shop' | 'mapping' | 'location' | 'former' | 'ownLocation' | 'credentials' | 'scopes' | 'insureFrom'
>;
type Kind = {
  isReady: (config: Config) => boolean;
  /** @throws ShopError signIn if the credentials are not valid any more */
  open: (db: Db, config: Config, connection: Opened, hooks: CallHooks) => Promise<Shop>;
};
const withKeys = ({ SHOP_ADDRESSES: allowed }: Config): boolean => allowed !== 'none';

const isToTry = ({ KONTOR_MODE: mode }: Config, shop: string): boolean => mode === 'sample' && shop === SAMPLE_SHOP;

const KINDS: Record<ShopKind, Kind> = {
  ebay: {
    isReady: ({ EBAY_APP }) => EBAY_APP !== undefined,
    open: async (db, config, connection, hooks) => {
      const { shop, scopes, mapping } = connection;
      const marketplace = mapping[MARKETPLACE] ?? DEFAULT_MARKETPLACE;
      const platform = platformOf('ebay', config);
      const token = await accessToken(db, config, connection, (refreshToken) => platform.renew(shop, refreshToken));
      const keyOf = (userName: string): string => buyerKey(config.KONTOR_SECRET, userName);
      return ebayShop({ ...hooks, token, scopes, marketplace, keyOf, url: platform.address(shop), send: sendByFetch });
    },
  },
  shopify: {
    isReady: ({ SHOPIFY_APP }) => SHOPIFY_APP !== undefined,
    open: async (db, config, connection, hooks) => {
      const { id, shop, location, former, ownLocation, scopes, insureFrom } = connection;
      const platform = platformOf('shopify', config);
      const token = await accessToken(db, config, connection, (refreshToken) => platform.renew(shop, refreshToken));
      return shopifyShop({
        ...hooks,
        shop,
        token,
        location,
        former,
        ownLocation,
        scopes,
        insures: insureFrom !== null,
        url: platform.address(shop),
        name: 'Kontor',
        callbackUrl: `${config.KONTOR_ORIGIN}/v0/shops/shopify/${id}`,
        noticesUrl: `${config.KONTOR_ORIGIN}/v0/shops/shopify/notices`,
      });
    },
  },
  shopware: {
    isReady: withKeys,
    open: async (_db, config, { id, shop, mapping, credentials }, hooks) =>
      shopwareShop({
        ...hooks,
        ...readKeys(config, id, credentials),
        url: shop,
        mapping,
        noticesUrl: `${config.KONTOR_ORIGIN}/v0/shops/shopware/${id}/notices/${noticeSecret(config.KONTOR_SECRET, id)}`,
        send: sendOutside(config.SHOP_ADDRESSES === 'any'),
      }),
  },
  woocommerce: {
    isReady: withKeys,
    open: async (db, config, { id, merchantId, shop, credentials }, hooks) =>
      woocommerceShop({
        ...hooks,
        ...readKeys(config, id, credentials),
        url: shop,
        send: isToTry(config, shop) ? sendToSample(db, { id, merchantId }) : sendOutside(config.SHOP_ADDRESSES === 'any'),
        noticesUrl: `${config.KONTOR_ORIGIN}/v0/shops/woocommerce/${id}/notices`,
        noticesSecret: noticeSecret(config.KONTOR_SECRET, id),
      }),
  },
};

/** Kinds that this house can work on, by its settings. */
export const kindsOf = (config: Config): ShopKind[] => SHOP_KINDS.filter((kind) => KINDS[kind].isReady(config));

/** A shop with valid credentials. @throws ShopError */
export function openShop(db: Db, config: Config, connection: Opened & { kind: string }, hooks: CallHooks): Promise<Shop> {
  const kind = SHOP_KINDS.find((one) => one === connection.kind);
  if (kind === undefined) throw new ShopError({ kind: 'refused', message: `${connection.kind} is no shop.` });
  return KINDS[kind].open(db, config, connection, hooks);
}
