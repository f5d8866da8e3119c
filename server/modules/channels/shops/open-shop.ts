import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { type Platform, platformOf } from '../channels/platforms.ts';
import type { Connection } from './connections.ts';
import { type Shop, ShopError } from './platform.ts';
import type { ShopifyAccess } from './shopify/client.ts';
import { shopifyShop } from './shopify/shop.ts';
import { accessToken } from './tokens.ts';

/** A shop with a valid token. @throws ShopError */
export async function openShop(
  db: Db,
  config: Config,
  connection: Connection,
  around: Pick<ShopifyAccess, 'keep' | 'note'>,
): Promise<Shop> {
  const { id, shop, location } = connection;
  const platform: Platform = platformOf('shopify', config);
  if (!platform.ready) throw new ShopError({ kind: 'busy', message: 'SHOPIFY_APP is not set.', retryAfter: 300 });
  const token = await accessToken(db, config, connection, (refreshToken) => platform.renew(shop, refreshToken));
  return shopifyShop({
    ...around,
    token,
    location,
    url: platform.address(shop),
    name: 'Kontor',
    callbackUrl: `${config.KONTOR_ORIGIN}/v0/shops/shopify/${id}`,
    noticesUrl: `${config.KONTOR_ORIGIN}/v0/shops/shopify/notices`,
  });
}
