import { z } from 'zod';

/** Answers of eBay's Fulfillment, Inventory and Post-Order APIs, as far as they are read (developer.ebay.com/develop/api). */

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const Money = z.object({ value: z.string(), currency: z.string() });

const ShipTo = z.object({
  fullName: Text,
  companyName: Text,
  contactAddress: z
    .object({ addressLine1: Text, addressLine2: Text, city: Text, postalCode: Text, countryCode: Text })
    .nullish()
    .transform((address) => address ?? null),
  primaryPhone: z.object({ phoneNumber: Text }).nullish(),
  email: Text,
});
const Instruction = z.object({
  fulfillmentInstructionsType: Text,
  shippingStep: z.object({ shippingServiceCode: Text, shipToReferenceId: Text, shipTo: ShipTo.nullish() }).nullish(),
});
const Line = z.object({
  lineItemId: z.string(),
  legacyItemId: Text,
  sku: Text,
  title: Text,
  quantity: z.int(),
  lineItemCost: Money.nullish(),
});
export type EbayLine = z.infer<typeof Line>;

/** Statuses are read as any text: eBay adds some now and then. */
const Order = z.object({
  orderId: z.string(),
  creationDate: z.string(),
  lastModifiedDate: z.string(),
  orderFulfillmentStatus: z.string(),
  orderPaymentStatus: z.string(),
  cancelStatus: z
    .object({ cancelState: z.string() })
    .nullish()
    .transform((status) => status?.cancelState ?? 'NONE_REQUESTED'),
  buyer: z
    .object({ username: Text })
    .nullish()
    .transform((buyer) => buyer?.username ?? ''),
  buyerCheckoutNotes: Text,
  fulfillmentStartInstructions: z.array(Instruction).default([]),
  lineItems: z.array(Line),
});
export type EbayOrder = z.infer<typeof Order>;
export const OneOrder = Order;
export const Orders = z.object({ total: z.int(), orders: z.array(Order).default([]) });

export const Fulfilments = z.object({
  fulfillments: z
    .array(
      z.object({
        shipmentTrackingNumber: Text,
        lineItems: z.array(z.object({ lineItemId: z.string(), quantity: z.int().nullish() })).default([]),
      }),
    )
    .default([]),
});
/** The answer to a new fulfilment has no body. */
export const Nothing = z.unknown();

const Item = z.object({
  sku: z.string(),
  inventoryItemGroupKeys: z.array(z.string()).nullish(),
  product: z.object({ title: Text, ean: z.array(z.string()).nullish(), upc: z.array(z.string()).nullish() }).nullish(),
  availability: z
    .object({ shipToLocationAvailability: z.object({ quantity: z.int().nullish() }).nullish() })
    .nullish()
    .transform((availability) => availability?.shipToLocationAvailability?.quantity ?? 0),
});
export const Items = z.object({ total: z.int().nullish(), inventoryItems: z.array(Item).default([]) });
const Faults = z.array(z.object({ message: Text, longMessage: Text })).nullish();
export const FoundItems = z.object({
  responses: z.array(z.object({ sku: z.string(), statusCode: z.int(), inventoryItem: Item.nullish() })),
});
export const Offers = z.object({
  offers: z.array(z.object({ offerId: z.string(), status: Text, availableQuantity: z.int().nullish() })).default([]),
});
export const SetAnswers = z.object({
  responses: z.array(z.object({ sku: Text, offerId: Text, statusCode: z.int(), errors: Faults })),
});

/** A return of the Post-Order API, as far as it is read. It is of one line of an order. */
const Return = z.object({
  returnId: z.string(),
  orderId: Text,
  state: Text,
  creationInfo: z
    .object({
      item: z.object({ itemId: Text, transactionId: Text, returnQuantity: z.int().nullish() }).nullish(),
      reason: Text,
      reasonType: Text,
      comments: z.object({ content: Text }).nullish(),
    })
    .nullish(),
});
export type EbayReturn = z.infer<typeof Return>;
export const FoundReturns = z.object({
  members: z.array(Return).default([]),
  paginationOutput: z.object({ totalEntries: z.int().nullish() }).nullish(),
});
export const OneReturn = z.object({ summary: Return });
