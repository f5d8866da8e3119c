import { z } from 'zod';

/** The calls that eBay takes and what it answers, restated from developer.ebay.com (Fulfillment v1, Inventory v1, Notification v1, OAuth). */

const count = (most: number) => z.coerce.number().int().min(1).max(most);
const offset = z.coerce.number().int().min(0);
const STAMP = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const Window = z.string().regex(new RegExp(`^lastmodifieddate:\\[${STAMP}\\.\\.(?:${STAMP})?\\]$`));
const id = z.string().regex(/^\d{2}-\d{5}-\d{5}$/);
const sku = z.string().min(1).max(50);
const none = z.strictObject({});

/** ShippingCarrierCodeType, the part that is used. */
const CARRIERS = ['DeutschePost', 'DHL', 'DPD', 'GLS', 'Hermes', 'UPS', 'FedEx', 'USPS', 'RoyalMail', 'Other'] as const;
export const NewFulfilment = z.strictObject({
  lineItems: z.array(z.strictObject({ lineItemId: z.string(), quantity: z.int().min(1) })).min(1),
  shippedDate: z.iso.datetime({ precision: 3 }),
  shippingCarrierCode: z.enum(CARRIERS),
  trackingNumber: z.string().regex(/^[A-Z0-9]+$/),
});
export const Skus = z.strictObject({ requests: z.array(z.strictObject({ sku })).min(1).max(25) });
export const NewQuantities = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        sku,
        shipToLocationAvailability: z.strictObject({ quantity: z.int().min(0) }),
        offers: z
          .array(z.strictObject({ offerId: z.string(), availableQuantity: z.int().min(0) }))
          .max(25)
          .optional(),
      }),
    )
    .min(1)
    .max(25),
});

/** What each call may carry, by its method and path. */
export const SHAPES: Readonly<Record<string, { query?: z.ZodType; body?: z.ZodType }>> = {
  'GET order': {
    query: z.union([
      z.strictObject({ filter: Window, limit: count(200), offset }),
      z.strictObject({
        orderIds: z.string().refine((text) => text.split(',').length <= 50),
        limit: count(200),
      }),
      z.strictObject({ limit: count(200) }),
    ]),
  },
  'GET order/:id': { query: none },
  'GET order/:id/shipping_fulfillment': { query: none },
  'POST order/:id/shipping_fulfillment': { body: NewFulfilment },
  'GET inventory_item': { query: z.strictObject({ limit: count(200), offset: offset.optional() }) },
  'POST bulk_get_inventory_item': { body: Skus },
  'GET offer': { query: z.strictObject({ sku, limit: count(25) }) },
  'POST bulk_update_price_quantity': { body: NewQuantities },
};

const Money = z.strictObject({ value: z.string().regex(/^\d+\.\d+$/), currency: z.string().length(3) });
const Order = z.strictObject({
  orderId: id,
  creationDate: z.iso.datetime(),
  lastModifiedDate: z.iso.datetime(),
  orderFulfillmentStatus: z.enum(['NOT_STARTED', 'IN_PROGRESS', 'FULFILLED']),
  orderPaymentStatus: z.enum(['FAILED', 'FULLY_REFUNDED', 'PAID', 'PARTIALLY_REFUNDED', 'PENDING']),
  cancelStatus: z.strictObject({ cancelState: z.enum(['CANCELED', 'IN_PROGRESS', 'NONE_REQUESTED']), cancelRequests: z.array(z.never()) }),
  buyer: z.strictObject({ username: z.string() }),
  buyerCheckoutNotes: z.string().optional(),
  pricingSummary: z.strictObject({ total: Money }),
  fulfillmentStartInstructions: z.array(
    z.strictObject({
      fulfillmentInstructionsType: z.enum(['DIGITAL', 'PREPARE_FOR_PICKUP', 'SELLER_DEFINED', 'SHIP_TO']),
      shippingStep: z
        .strictObject({
          shippingServiceCode: z.string(),
          shipToReferenceId: z.string().optional(),
          shipTo: z.strictObject({
            fullName: z.string(),
            companyName: z.string().optional(),
            contactAddress: z.strictObject({
              addressLine1: z.string(),
              addressLine2: z.string().optional(),
              city: z.string(),
              postalCode: z.string(),
              countryCode: z.string().length(2),
            }),
            primaryPhone: z.strictObject({ phoneNumber: z.string() }).optional(),
            email: z.string().optional(),
          }),
        })
        .optional(),
    }),
  ),
  lineItems: z.array(
    z.strictObject({
      lineItemId: z.string().regex(/^\d+$/),
      legacyItemId: z.string().regex(/^\d+$/),
      sku: z.string().optional(),
      title: z.string(),
      quantity: z.int().min(1),
      lineItemCost: Money,
      lineItemFulfillmentStatus: z.enum(['FULFILLED', 'IN_PROGRESS', 'NOT_STARTED']),
    }),
  ),
});
const Fulfilment = z.strictObject({
  fulfillmentId: z.string(),
  shipmentTrackingNumber: z.string().optional(),
  shippedDate: z.string(),
  shippingCarrierCode: z.string().optional(),
  lineItems: z.array(z.strictObject({ lineItemId: z.string(), quantity: z.int().optional() })),
});
const Item = z.strictObject({
  sku,
  inventoryItemGroupKeys: z.array(z.string()).optional(),
  product: z.strictObject({ title: z.string(), ean: z.array(z.string()).optional() }),
  availability: z.strictObject({ shipToLocationAvailability: z.strictObject({ quantity: z.int() }) }),
});
const page = { href: z.string(), limit: z.int(), total: z.int() };

/** Answers with status 2xx. */
export const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  'GET order': z.strictObject({ ...page, offset: z.int(), orders: z.array(Order) }),
  'GET order/:id': Order,
  'GET order/:id/shipping_fulfillment': z.strictObject({ fulfillments: z.array(Fulfilment), total: z.int(), warnings: z.array(z.never()) }),
  'POST order/:id/shipping_fulfillment': z.null(),
  'GET inventory_item': z.strictObject({ ...page, size: z.int(), inventoryItems: z.array(Item) }),
  'POST bulk_get_inventory_item': z.strictObject({
    responses: z.array(z.looseObject({ sku, statusCode: z.int(), inventoryItem: Item.optional() })),
  }),
  'GET offer': z.strictObject({
    ...page,
    size: z.int(),
    offers: z.array(
      z.strictObject({
        offerId: z.string(),
        sku,
        marketplaceId: z.string(),
        availableQuantity: z.int().optional(),
        status: z.enum(['PUBLISHED', 'UNPUBLISHED']),
      }),
    ),
  }),
  'POST bulk_update_price_quantity': z.strictObject({
    responses: z.array(z.looseObject({ sku: sku.optional(), offerId: z.string().optional(), statusCode: z.int() })),
  }),
};
