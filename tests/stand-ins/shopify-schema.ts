import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, extendSchema, type GraphQLSchema, parse } from 'graphql';

/**
 * The part of Shopify's GraphQL Admin API that Kontor uses. Where the schema that Shopify publishes lies beside the repository the stand-in runs
 * on that one, so that every call and every answer is held against it; elsewhere it runs on this one, restated from the documentation.
 */
const RESTATED = `
directive @idempotent(key: String!) on FIELD
scalar DateTime
scalar URL
interface Node { id: ID! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type UserError { field: [String!] message: String! }
type Query {
  currentAppInstallation: AppInstallation!
  fulfillmentOrder(id: ID!): FulfillmentOrder
  fulfillmentOrders(first: Int, after: String, query: String, includeClosed: Boolean, sortKey: FulfillmentOrderSortKeys): FulfillmentOrderConnection!
  location(id: ID): Location
  locations(first: Int, includeInactive: Boolean): LocationConnection!
  nodes(ids: [ID!]!): [Node]!
  webhookSubscriptions(first: Int): WebhookSubscriptionConnection!
}
type Mutation {
  fulfillmentTrackingInfoUpdate(fulfillmentId: ID!, trackingInfoInput: FulfillmentTrackingInput!, notifyCustomer: Boolean): FulfillmentPayload
  fulfillmentCreate(fulfillment: FulfillmentInput!): FulfillmentPayload
  fulfillmentOrderAcceptCancellationRequest(id: ID!, message: String): OrderPayload
  fulfillmentOrderAcceptFulfillmentRequest(id: ID!, message: String): OrderPayload
  fulfillmentOrderRejectCancellationRequest(id: ID!, message: String): OrderPayload
  fulfillmentServiceCreate(name: String!, callbackUrl: URL, inventoryManagement: Boolean, trackingSupport: Boolean, requiresShippingMethod: Boolean): ServicePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): StockPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): HookPayload
}
enum FulfillmentOrderSortKeys { ID UPDATED_AT }
enum FulfillmentOrderStatus { CANCELLED CLOSED INCOMPLETE IN_PROGRESS ON_HOLD OPEN SCHEDULED }
enum FulfillmentOrderRequestStatus { ACCEPTED CANCELLATION_ACCEPTED CANCELLATION_REJECTED CANCELLATION_REQUESTED CLOSED REJECTED SUBMITTED UNSUBMITTED }
enum FulfillmentOrderMerchantRequestKind { CANCELLATION_REQUEST FULFILLMENT_REQUEST }
enum WebhookSubscriptionTopic {
  APP_UNINSTALLED FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED FULFILLMENT_ORDERS_CANCELLED FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_HOLD_RELEASED FULFILLMENT_ORDERS_MERGED FULFILLMENT_ORDERS_MOVED FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE
  FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY FULFILLMENT_ORDERS_SPLIT RETURNS_APPROVE
}
type AppInstallation { accessScopes: [AccessScope!]! }
type AccessScope { handle: String! }
type LocationConnection { nodes: [Location!]! }
type Location implements Node { id: ID! name: String! isActive: Boolean! fulfillmentService: FulfillmentService inventoryLevels(first: Int, after: String): InventoryLevelConnection! }
type FulfillmentService { id: ID! callbackUrl: URL location: Location }
type InventoryLevelConnection { pageInfo: PageInfo! nodes: [InventoryLevel!]! }
type InventoryLevel { item: InventoryItem! quantities(names: [String!]!): [InventoryQuantity!]! }
type InventoryItem { id: ID! sku: String tracked: Boolean! }
type InventoryQuantity { name: String! quantity: Int! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! }
type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
type FulfillmentOrderConnection { pageInfo: PageInfo! nodes: [FulfillmentOrder!]! }
type FulfillmentOrder implements Node {
  id: ID! status: FulfillmentOrderStatus! requestStatus: FulfillmentOrderRequestStatus! updatedAt: DateTime! orderName: String! orderProcessedAt: DateTime!
  assignedLocation: AssignedLocation! deliveryMethod: DeliveryMethod destination: Destination order: Order!
  merchantRequests(last: Int, kind: FulfillmentOrderMerchantRequestKind): MerchantRequestConnection!
  lineItems(first: Int, after: String): LineConnection! fulfillments(first: Int, after: String): FulfillmentConnection!
}
type AssignedLocation { location: Location }
type DeliveryMethod { presentedName: String }
type Destination {
  firstName: String lastName: String company: String address1: String address2: String city: String zip: String countryCode: String email: String phone: String
}
type MerchantRequestConnection { nodes: [MerchantRequest!]! }
type MerchantRequest { message: String }
type LineConnection { pageInfo: PageInfo! nodes: [Line!]! }
type LineItem { id: ID! }
type Line { lineItem: LineItem! id: ID! sku: String totalQuantity: Int! remainingQuantity: Int! requiresShipping: Boolean! productTitle: String! variantTitle: String }
type Order { id: ID! note: String shippingLine: ShippingLine displayFinancialStatus: String }
type ShippingLine { title: String! }
type FulfillmentConnection { nodes: [Fulfillment!]! }
type Fulfillment { id: ID! status: String! trackingInfo(first: Int): [TrackingInfo!]! }
type TrackingInfo { number: String }
type FulfillmentPayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type OrderPayload { fulfillmentOrder: FulfillmentOrder userErrors: [UserError!]! }
type ServicePayload { fulfillmentService: FulfillmentService userErrors: [UserError!]! }
type HookPayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
type StockPayload { userErrors: [StockUserError!]! }
type StockUserError { code: String field: [String!] message: String! }
input WebhookSubscriptionInput { uri: String }
input InventorySetQuantitiesInput { name: String! reason: String! referenceDocumentUri: String quantities: [InventoryQuantityInput!]! }
input InventoryQuantityInput { inventoryItemId: ID! locationId: ID! quantity: Int! changeFromQuantity: Int }
input FulfillmentInput { notifyCustomer: Boolean trackingInfo: FulfillmentTrackingInput lineItemsByFulfillmentOrder: [OrderLinesInput!]! }
input FulfillmentTrackingInput { company: String numbers: [String!] }
input OrderLinesInput { fulfillmentOrderId: ID! fulfillmentOrderLineItems: [OrderLineInput!] }
input OrderLineInput { id: ID! quantity: Int! }
`;

/** Returns, prices, what of an order is open to pay, and the end of an order, which the published extract leaves out; restated from the documentation (shopify.dev/docs/api/admin-graphql). */
const returnsOf = (query: string): string => `
extend type ${query} { return(id: ID!): Return orders(first: Int, after: String, query: String, sortKey: OrderSortKeys): OrderConnection! }
extend type FulfillmentConnection { pageInfo: PageInfo! }
extend type Mutation { fulfillmentOrderClose(id: ID!, message: String): FulfillmentOrderClosePayload }
type FulfillmentOrderClosePayload { fulfillmentOrder: FulfillmentOrder userErrors: [UserError!]! }
extend type Mutation { reverseFulfillmentOrderDispose(dispositionInputs: [ReverseFulfillmentOrderDisposeInput!]!): ReverseFulfillmentOrderDisposePayload }
extend type Order { returns(first: Int, query: String): ReturnConnection! fulfillmentOrders(first: Int): FulfillmentOrderConnection! }
extend type LineItem { discountedUnitPriceAfterAllDiscountsSet: MoneyBag! }
extend type Order { paymentGatewayNames: [String!]! totalOutstandingSet: MoneyBag! }
type MoneyBag { presentmentMoney: Money! }
type Money { amount: String! currencyCode: String! }
enum OrderSortKeys { CREATED_AT ID UPDATED_AT }
enum ReturnStatus { CANCELED CLOSED DECLINED OPEN REQUESTED }
enum ReverseFulfillmentOrderDispositionType { MISSING NOT_RESTOCKED PROCESSING_REQUIRED RESTOCKED }
type OrderConnection { pageInfo: PageInfo! nodes: [Order!]! }
type ReturnConnection { pageInfo: PageInfo! nodes: [Return!]! }
type Return { id: ID! name: String! status: ReturnStatus! order: Order! returnLineItems(first: Int): ReturnLineItemTypeConnection!
  reverseFulfillmentOrders(first: Int): ReverseFulfillmentOrderConnection! }
type ReturnLineItemTypeConnection { nodes: [ReturnLineItemType!]! }
interface ReturnLineItemType { id: ID! quantity: Int! customerNote: String }
type ReturnLineItem implements ReturnLineItemType { id: ID! quantity: Int! customerNote: String fulfillmentLineItem: FulfillmentLineItem! }
type FulfillmentLineItem { id: ID! lineItem: LineItem! }
type ReverseFulfillmentOrderConnection { nodes: [ReverseFulfillmentOrder!]! }
type ReverseFulfillmentOrder { id: ID! lineItems(first: Int): ReverseFulfillmentOrderLineItemConnection! }
type ReverseFulfillmentOrderLineItemConnection { nodes: [ReverseFulfillmentOrderLineItem!]! }
type ReverseFulfillmentOrderLineItem { id: ID! totalQuantity: Int! fulfillmentLineItem: FulfillmentLineItem dispositions: [ReverseFulfillmentOrderDisposition!]! }
type ReverseFulfillmentOrderDisposition { quantity: Int! type: ReverseFulfillmentOrderDispositionType! }
type ReverseFulfillmentOrderDisposePayload { reverseFulfillmentOrderLineItems: [ReverseFulfillmentOrderLineItem!] userErrors: [UserError!]! }
input ReverseFulfillmentOrderDisposeInput {
  reverseFulfillmentOrderLineItemId: ID! quantity: Int! dispositionType: ReverseFulfillmentOrderDispositionType! locationId: ID
}
`;
const withReturns = (text: string): GraphQLSchema => {
  const schema = buildSchema(text);
  return extendSchema(schema, parse(returnsOf(schema.getQueryType()?.name ?? 'Query')));
};

const PUBLISHED = join(import.meta.dirname, '../../../shared/schemas/shopify-admin-2026-07.pruned.graphql');

export const isPublishedSchema = existsSync(PUBLISHED);
export const shopifySchemas = (): { restated: GraphQLSchema; published: GraphQLSchema | null } => ({
  restated: withReturns(RESTATED),
  published: isPublishedSchema ? withReturns(readFileSync(PUBLISHED, 'utf8')) : null,
});
