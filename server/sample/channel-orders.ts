import { MerchantOrder } from '#contract/channels/merchant-orders';
import type { Db } from '../core/db/client.ts';
import { channels } from '../modules/channels/channels/table.ts';
import { cancelOrder, putOrder } from '../modules/channels/put-order.ts';
import { webhooks } from '../modules/channels/webhooks/table.ts';

const consignee = { name1: 'Jonas Weber', streetName: 'Gartenstraße', streetNumber: '12', zip: '20095', city: 'Hamburg', country: 'DE' };
/** One order for each reason to hold it, and one that was cancelled. */
const ORDERS: Record<string, object> = {
  'WEB-5001': { consignee, lines: [{ sku: 'OOLONG-SPRING', qty: 2, name: 'Oolong, spring harvest' }] },
  'WEB-5002': { consignee, lines: [{ sku: 'OOLONG-SPRING', qty: 1, name: 'Oolong, spring harvest' }] },
  'WEB-5003': { consignee: { ...consignee, zip: '2009', streetNumber: '' }, lines: [{ sku: 'TEE-EARL-250', qty: 1 }] },
  'WEB-5004': { consignee, carrier: 'Express before noon', lines: [{ sku: 'TEE-EARL-250', qty: 3 }] },
  'WEB-5005': { consignee, lines: [{ sku: 'TEA-SAMPLER-8', qty: 1 }] },
};

/** A merchant's own web shop whose program sends orders. None of them becomes an order of the house before it is corrected. */
export async function loadChannelOrders(tx: Db, merchantId: string): Promise<void> {
  const [channel] = await tx
    .insert(channels)
    .values({ merchantId, name: 'Northwind web shop', kind: 'api' })
    .returning({ id: channels.id, mapping: channels.mapping });
  if (!channel) return;
  // Without a secret nothing is sent: the merchant makes it and enters it in the shop.
  const url = 'https://shop.northwind.example/kontor';
  await tx.insert(webhooks).values({ merchantId, name: 'Northwind web shop', url, events: ['order.held', 'shipment.handedOver'] });
  for (const [externalNo, body] of Object.entries(ORDERS))
    await putOrder(tx, { ...channel, merchantId }, { externalNo, order: MerchantOrder.parse(body), by: null });
  await cancelOrder(tx, { channelId: channel.id, externalId: 'WEB-5005' }, 'Ordered twice', null);
}
