import type { Fulfilled, Shipment } from '../platform.ts';
import { callEbay, type EbayAccess } from './client.ts';
import { Fulfilments, Nothing, OneOrder } from './shapes.ts';

/** Parcels of an order at eBay. A fulfilment cannot be changed or removed there once it was made. */

const ORDER = '/sell/fulfillment/v1/order';
export const orderPath = (id: string): string => `${ORDER}/${encodeURIComponent(id)}`;

/** eBay takes letters A to Z and digits only. */
export const writtenNo = (trackingNo: string): string => trackingNo.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Words in the name of a carrier, and eBay's code of it (ShippingCarrierCodeType). The first that fits counts. */
const CARRIERS: readonly (readonly [string, string])[] = [
  ['deutsche post', 'DeutschePost'],
  ['dhl', 'DHL'],
  ['dpd', 'DPD'],
  ['gls', 'GLS'],
  ['hermes', 'Hermes'],
  ['ups', 'UPS'],
  ['fedex', 'FedEx'],
  ['usps', 'USPS'],
  ['royal mail', 'RoyalMail'],
];
const carrierCode = (name: string): string =>
  CARRIERS.find(([words]) => ` ${name.toLowerCase().replace(/[^a-z]+/g, ' ')} `.includes(` ${words} `))?.[1] ?? 'Other';

async function readFulfilments(access: EbayAccess, id: string) {
  const { fulfillments } = await callEbay(access, 'fulfilments', `${orderPath(id)}/shipping_fulfillment`, { shape: Fulfilments });
  return fulfillments;
}

export async function lookFulfilled(access: EbayAccess, id: string): Promise<Fulfilled> {
  const order = await callEbay(access, 'order', orderPath(id), { shape: OneOrder });
  const parcels = await readFulfilments(access, id);
  const reported = (line: string, ordered: number): number =>
    parcels
      .flatMap(({ lineItems }) => lineItems)
      .filter(({ lineItemId }) => lineItemId === line)
      .reduce((sum, { quantity }) => sum + (quantity ?? ordered), 0);
  const isOver = order.orderFulfillmentStatus === 'FULFILLED';
  const left = order.lineItems.map(({ lineItemId: line, quantity }): [string, number] => [
    line,
    isOver ? 0 : Math.max(0, quantity - reported(line, quantity)),
  ]);
  return { isOpen: true, remaining: new Map(left), trackingNos: parcels.map((one) => writtenNo(one.shipmentTrackingNumber)) };
}

/** eBay answers 201 with the address of the fulfilment. */
export async function fulfil(access: EbayAccess, { externalId, trackingNo, carrier, shippedAt, lines }: Shipment): Promise<void> {
  const body = {
    lineItems: lines.map(({ line, qty }) => ({ lineItemId: line, quantity: qty })),
    shippedDate: new Date(shippedAt).toISOString(),
    shippingCarrierCode: carrierCode(carrier),
    trackingNumber: writtenNo(trackingNo),
  };
  await callEbay(access, 'fulfil', `${orderPath(externalId)}/shipping_fulfillment`, { method: 'POST', body, shape: Nothing });
}

/** @returns the former number that still stands there, and has to be replaced by a person; null if none does */
export async function formerNo(
  access: EbayAccess,
  { externalId, trackingNo }: Shipment,
  former: readonly string[],
): Promise<string | null> {
  const known = (await readFulfilments(access, externalId)).map((one) => writtenNo(one.shipmentTrackingNumber));
  if (known.includes(writtenNo(trackingNo))) return null;
  return former.map(writtenNo).find((one) => known.includes(one)) ?? null;
}
