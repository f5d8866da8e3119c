import type { DailyLimit, Page, ShopItem, StaleStock, StockChange } from '../platform.ts';
import { ShopError } from '../platform.ts';
import { callEbay, type EbayAccess } from './client.ts';
import { FoundItems, Items, Offers, SetAnswers } from './shapes.ts';

/**
 * Stock of inventory items. eBay takes a piece off when it is bought. An offer may have a number of its own beside that of its item, and a listing
 * shows the smaller one, so both are set.
 */

export const INVENTORY = '/sell/inventory/v1';
/** Items of a page, and of one call that sets. */
const PAGE = 200;
const MOST = 25;
/** eBay takes 250 changes of a listing on a day. Its days are those of its house in California. */
export const DAILY_LIMIT: DailyLimit = { most: 250, kept: 10, zone: 'America/Los_Angeles' };

/** Variations of one listing are a group. An item without a group is a listing by itself. */
export async function stockPage(access: EbayAccess, page: string | null): Promise<Page<ShopItem>> {
  const offset = Number(page ?? 0);
  const query = { limit: PAGE, offset };
  const { inventoryItems } = await callEbay(access, 'items', `${INVENTORY}/inventory_item`, { query, shape: Items });
  const rows = inventoryItems.map(
    ({ sku, product, availability, inventoryItemGroupKeys: groups }): ShopItem => ({
      externalId: sku,
      sku,
      qty: availability,
      barcode: product?.ean?.[0] ?? product?.upc?.[0] ?? '',
      title: product?.title ?? '',
      listing: groups?.[0] === undefined ? `sku ${sku}` : `group ${groups[0]}`,
    }),
  );
  return { rows, next: inventoryItems.length < PAGE ? null : String(offset + PAGE) };
}

/** Offers of an item that have a number of their own. */
async function offersOf(access: EbayAccess, sku: string): Promise<string[]> {
  const { offers } = await callEbay(access, 'offers', `${INVENTORY}/offer`, { query: { sku, limit: MOST }, shape: Offers }).catch(
    (error: unknown) => {
      // An item that is not offered.
      if (error instanceof ShopError && error.fault.status === 404) return { offers: [] };
      throw error;
    },
  );
  return offers.filter(({ availableQuantity: qty }) => qty !== null && qty !== undefined).map(({ offerId }) => offerId);
}

async function readThere(access: EbayAccess, skus: readonly string[]): Promise<Map<string, number>> {
  const body = { requests: skus.map((sku) => ({ sku })) };
  const { responses } = await callEbay(access, 'readItems', `${INVENTORY}/bulk_get_inventory_item`, {
    method: 'POST',
    body,
    shape: FoundItems,
  });
  return new Map(responses.flatMap(({ sku, inventoryItem: item }): [string, number][] => (item ? [[sku, item.availability]] : [])));
}

/** eBay cannot compare before it sets, so what stands there is read just before. */
async function setSome(access: EbayAccess, changes: readonly StockChange[]): Promise<StaleStock[]> {
  const there = await readThere(
    access,
    changes.map(({ externalId }) => externalId),
  );
  const same = changes.filter(({ externalId, before }) => there.get(externalId) === before);
  const stale: StaleStock[] = changes
    .filter((change) => !same.includes(change))
    .map(({ externalId }) => ({ externalId, there: there.get(externalId) ?? null }));
  const requests: object[] = [];
  for (const { externalId: sku, qty: quantity } of same) {
    const offers = (await offersOf(access, sku)).map((offerId) => ({ offerId, availableQuantity: quantity }));
    requests.push({ sku, shipToLocationAvailability: { quantity }, ...(offers.length > 0 ? { offers } : {}) });
  }
  if (requests.length === 0) return stale;
  const { responses } = await callEbay(access, 'setStock', `${INVENTORY}/bulk_update_price_quantity`, {
    method: 'POST',
    body: { requests },
    shape: SetAnswers,
  });
  const refused = new Map<string, string>();
  for (const { sku, statusCode, errors } of responses)
    if (statusCode > 299)
      refused.set(sku, errors?.map(({ longMessage, message }) => longMessage || message).join(' ') || String(statusCode));
  return [...stale, ...[...refused].map(([externalId, why]): StaleStock => ({ externalId, there: null, refused: why }))];
}

export async function setStock(access: EbayAccess, changes: readonly StockChange[]): Promise<StaleStock[]> {
  const stale: StaleStock[] = [];
  for (let n = 0; n < changes.length; n += MOST) stale.push(...(await setSome(access, changes.slice(n, n + MOST))));
  return stale;
}
