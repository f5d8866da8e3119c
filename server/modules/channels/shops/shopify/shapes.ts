import { z } from 'zod';

/** Answers of Shopify, as far as they are read. */

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const UserErrors = z.array(z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string() }));
const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** As the customer pays it, which may be another currency than the shop's. */
const Money = z.object({ amount: z.string(), currencyCode: z.string() });

const STATUSES = ['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD', 'INCOMPLETE', 'CLOSED', 'CANCELLED'] as const;
const REQUESTS = [
  'UNSUBMITTED',
  'SUBMITTED',
  'ACCEPTED',
  'REJECTED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_ACCEPTED',
  'CANCELLATION_REJECTED',
  'CLOSED',
] as const;
const Status = { id: z.string(), status: z.enum(STATUSES), requestStatus: z.enum(REQUESTS) };
export type OrderStatus = z.infer<z.ZodObject<typeof Status>>;
const ChangedNode = z.object({ ...Status, updatedAt: z.string() });

const Line = z.object({
  id: z.string(),
  sku: Text,
  remainingQuantity: z.int(),
  totalQuantity: z.int(),
  requiresShipping: z.boolean(),
  productTitle: z.string(),
  variantTitle: Text,
});
export type OrderLine = z.infer<typeof Line>;
export const Lines = z.object({ pageInfo: PageInfo, nodes: z.array(Line) });

export const FulfillmentOrder = ChangedNode.extend({
  orderName: z.string(),
  orderProcessedAt: z.string(),
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullable() }),
  deliveryMethod: z.object({ presentedName: Text }).nullish(),
  destination: z
    .object({
      firstName: Text,
      lastName: Text,
      company: Text,
      address1: Text,
      address2: Text,
      city: Text,
      zip: Text,
      countryCode: Text,
      email: Text,
      phone: Text,
    })
    .nullish(),
  merchantRequests: z.object({ nodes: z.array(z.object({ message: Text })) }),
  lineItems: Lines,
  order: z.object({
    id: z.string(),
    note: Text,
    shippingLine: z.object({ title: Text }).nullish(),
    paymentGatewayNames: z.array(z.string()),
    displayFinancialStatus: Text,
    totalOutstandingSet: z.object({ presentmentMoney: Money }),
  }),
});
export type FulfillmentOrder = z.infer<typeof FulfillmentOrder>;

/** A line of what was shipped, by the line of the order that it is of. */
const OfLine = z.object({ lineItem: z.object({ id: z.string() }) });
const Answered = z.object({ answer: z.object({ fulfillmentOrder: z.object(Status).nullable(), userErrors: UserErrors }).nullable() });

const Fulfilments = z.object({
  pageInfo: PageInfo,
  nodes: z.array(z.object({ id: z.string(), status: z.string(), trackingInfo: z.array(z.object({ number: Text })) })),
});

/** The data of each operation, by its name in operations.ts. */
export const DATA = {
  shop: z.object({
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    locations: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          isActive: z.boolean(),
          fulfillmentService: z.object({ id: z.string(), callbackUrl: Text }).nullable(),
        }),
      ),
    }),
    webhookSubscriptions: z.object({ nodes: z.array(z.object({ topic: z.string(), uri: z.string() })) }),
  }),
  makeService: z.object({
    fulfillmentServiceCreate: z
      .object({ fulfillmentService: z.object({ location: z.object({ id: z.string() }).nullable() }).nullable(), userErrors: UserErrors })
      .nullable(),
  }),
  makeHook: z.object({ webhookSubscriptionCreate: z.object({ userErrors: UserErrors }).nullable() }),
  changed: z.object({ fulfillmentOrders: z.object({ pageInfo: PageInfo, nodes: z.array(ChangedNode) }) }),
  details: z.object({ nodes: z.array(z.union([FulfillmentOrder, z.null(), z.strictObject({})])) }),
  moreLines: z.object({ fulfillmentOrder: z.object({ lineItems: Lines }).nullable() }),
  prices: z.object({
    fulfillmentOrder: z
      .object({
        lineItems: z.object({
          pageInfo: PageInfo,
          nodes: z.array(
            z.object({
              id: z.string(),
              lineItem: z.object({ discountedUnitPriceAfterAllDiscountsSet: z.object({ presentmentMoney: Money }) }),
            }),
          ),
        }),
      })
      .nullable(),
  }),
  accept: Answered,
  acceptCancel: Answered,
  rejectCancel: Answered,
  closeRest: Answered,
  status: z.object({ fulfillmentOrder: z.object(Status).nullable() }),
  fulfilled: z.object({
    fulfillmentOrder: z
      .object({
        ...Status,
        lineItems: z.object({ pageInfo: PageInfo, nodes: z.array(z.object({ id: z.string(), remainingQuantity: z.int() })) }),
        fulfillments: Fulfilments,
      })
      .nullable(),
  }),
  moreFulfilments: z.object({ fulfillmentOrder: z.object({ fulfillments: Fulfilments }).nullable() }),
  fulfil: z.object({ fulfillmentCreate: z.object({ userErrors: UserErrors }).nullable() }),
  track: z.object({ fulfillmentTrackingInfoUpdate: z.object({ userErrors: UserErrors }).nullable() }),
  stock: z.object({
    location: z
      .object({
        inventoryLevels: z.object({
          pageInfo: PageInfo,
          nodes: z.array(
            z.object({
              item: z.object({ id: z.string(), sku: Text, tracked: z.boolean() }),
              quantities: z.array(z.object({ name: z.string(), quantity: z.int() })),
            }),
          ),
        }),
      })
      .nullable(),
  }),
  setStock: z.object({ inventorySetQuantities: z.object({ userErrors: UserErrors }).nullable() }),
  changedReturns: z.object({
    orders: z.object({
      pageInfo: PageInfo,
      nodes: z.array(z.object({ returns: z.object({ nodes: z.array(z.object({ id: z.string() })) }) })),
    }),
  }),
  return: z.object({
    return: z
      .object({
        name: z.string(),
        status: z.string(),
        order: z.object({ fulfillmentOrders: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
        returnLineItems: z.object({
          nodes: z.array(z.object({ quantity: z.int(), customerNote: Text, fulfillmentLineItem: OfLine.nullish() })),
        }),
      })
      .nullable(),
  }),
  returnableLines: z.object({
    fulfillmentOrder: z
      .object({
        lineItems: z.object({
          pageInfo: PageInfo,
          nodes: z.array(z.object({ id: z.string(), lineItem: z.object({ id: z.string() }) })),
        }),
      })
      .nullable(),
  }),
  reverse: z.object({
    return: z
      .object({
        reverseFulfillmentOrders: z.object({
          nodes: z.array(
            z.object({
              lineItems: z.object({
                nodes: z.array(
                  z.object({
                    id: z.string(),
                    totalQuantity: z.int(),
                    fulfillmentLineItem: OfLine.nullish(),
                    dispositions: z.array(z.object({ quantity: z.int() })),
                  }),
                ),
              }),
            }),
          ),
        }),
      })
      .nullable(),
  }),
  dispose: z.object({ reverseFulfillmentOrderDispose: z.object({ userErrors: UserErrors }).nullable() }),
} as const;

/** The envelope of GraphQL. A refused call has errors and no data. */
export const Envelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() })).optional(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number().nullish(),
          throttleStatus: z
            .object({ currentlyAvailable: z.number(), restoreRate: z.number(), maximumAvailable: z.number().nullish() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
});
