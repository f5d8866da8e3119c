/** The calls to Shopify's GraphQL Admin API, version 2026-07 (shopify.dev/docs/api/admin-graphql/2026-07). */
export const API_VERSION = '2026-07';

const LINES =
  'pageInfo { hasNextPage endCursor } nodes { id sku remainingQuantity totalQuantity requiresShipping productTitle variantTitle }';
/** What of a fulfilment order is read. Thirty lines cost what the shop allows for six orders in one call. */
const ORDER = `id status requestStatus updatedAt orderName orderProcessedAt
  assignedLocation { location { id } }
  deliveryMethod { presentedName }
  destination { firstName lastName company address1 address2 city zip countryCode email phone }
  merchantRequests(last: 1, kind: CANCELLATION_REQUEST) { nodes { message } }
  lineItems(first: 30) { ${LINES} }
  order { id note shippingLine { title } paymentGatewayNames displayFinancialStatus totalOutstandingSet { presentmentMoney { amount currencyCode } } }`;
/** Of fulfilments few are read at once: each is counted with ten numbers before the call, whether it has them or not. */
const FULFILMENTS = 'pageInfo { hasNextPage endCursor } nodes { id status trackingInfo(first: 10) { number } }';
const ANSWERED = 'fulfillmentOrder { id status requestStatus } userErrors { field message }';

export const OPERATIONS = {
  shop: `query Shop { currentAppInstallation { accessScopes { handle } }
    locations(first: 50, includeInactive: true) { nodes { id name isActive fulfillmentService { id callbackUrl } } }
    webhookSubscriptions(first: 50) { nodes { topic uri } } }`,
  makeService: `mutation MakeService($name: String!, $url: URL) {
    fulfillmentServiceCreate(name: $name, callbackUrl: $url, inventoryManagement: false, trackingSupport: false, requiresShippingMethod: true) {
      fulfillmentService { id location { id } } userErrors { field message } } }`,
  makeHook: `mutation MakeHook($topic: WebhookSubscriptionTopic!, $hook: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $hook) { webhookSubscription { id } userErrors { field message } } }`,
  changed: `query Changed($filter: String!, $after: String) {
    fulfillmentOrders(first: 100, after: $after, query: $filter, sortKey: UPDATED_AT, includeClosed: true) {
      pageInfo { hasNextPage endCursor } nodes { id updatedAt status requestStatus } } }`,
  details: `query Details($ids: [ID!]!) { nodes(ids: $ids) { ... on FulfillmentOrder { ${ORDER} } } }`,
  moreLines: `query MoreLines($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) { lineItems(first: 100, after: $after) { ${LINES} } } }`,
  prices: `query Prices($id: ID!, $after: String) { fulfillmentOrder(id: $id) { lineItems(first: 30, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id lineItem { discountedUnitPriceAfterAllDiscountsSet { presentmentMoney { amount currencyCode } } } } } } }`,
  accept: `mutation Accept($id: ID!) { answer: fulfillmentOrderAcceptFulfillmentRequest(id: $id) { ${ANSWERED} } }`,
  acceptCancel: `mutation AcceptCancel($id: ID!, $message: String) {
    answer: fulfillmentOrderAcceptCancellationRequest(id: $id, message: $message) { ${ANSWERED} } }`,
  rejectCancel: `mutation RejectCancel($id: ID!, $message: String) {
    answer: fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) { ${ANSWERED} } }`,
  status: 'query Status($id: ID!) { fulfillmentOrder(id: $id) { id status requestStatus } }',
  fulfilled: `query Fulfilled($id: ID!) { fulfillmentOrder(id: $id) { id status requestStatus
    lineItems(first: 30) { pageInfo { hasNextPage endCursor } nodes { id remainingQuantity } }
    fulfillments(first: 5) { ${FULFILMENTS} } } }`,
  moreFulfilments: `query MoreFulfilments($id: ID!, $after: String) { fulfillmentOrder(id: $id) { fulfillments(first: 10, after: $after) { ${FULFILMENTS} } } }`,
  fulfil: `mutation Fulfil($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } } }`,
  track: `mutation Track($id: ID!, $tracking: FulfillmentTrackingInput!) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: true) { fulfillment { id } userErrors { field message } } }`,
  closeRest: `mutation CloseRest($id: ID!, $message: String) {
    answer: fulfillmentOrderClose(id: $id, message: $message) { ${ANSWERED} } }`,
  stock: `query Stock($location: ID!, $after: String) { location(id: $location) { inventoryLevels(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { item { id sku tracked } quantities(names: ["on_hand"]) { name quantity } } } } }`,
  setStock: `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { code field message } } }`,
  changedReturns: `query ChangedReturns($filter: String!, $after: String) {
    orders(first: 25, after: $after, query: $filter, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor } nodes { id returns(first: 10, query: "status:OPEN") { nodes { id } } } } }`,
  return: `query Return($id: ID!) { return(id: $id) { id name status order { id fulfillmentOrders(first: 20) { nodes { id } } }
    returnLineItems(first: 100) { nodes { id quantity customerNote ... on ReturnLineItem { fulfillmentLineItem { id lineItem { id } } } } } } }`,
  returnableLines: `query ReturnableLines($id: ID!, $after: String) { fulfillmentOrder(id: $id) {
    lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { id lineItem { id } } } } }`,
  reverse: `query Reverse($id: ID!) { return(id: $id) { id reverseFulfillmentOrders(first: 5) { nodes { id
    lineItems(first: 30) { nodes { id totalQuantity fulfillmentLineItem { id lineItem { id } } dispositions { quantity } } } } } } }`,
  dispose: `mutation Dispose($inputs: [ReverseFulfillmentOrderDisposeInput!]!) {
    reverseFulfillmentOrderDispose(dispositionInputs: $inputs) { userErrors { field message } } }`,
} as const;

/**
 * Points that a call has to find in the budget of the shop, by the rules that Shopify publishes
 * (shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits). Afterwards only what the answer holds is taken: of `details` with six orders of
 * one line about 80.
 */
export const POINTS: Record<keyof typeof OPERATIONS, number> = {
  shop: 156,
  makeService: 10,
  makeHook: 10,
  changed: 102,
  details: 264,
  moreLines: 103,
  prices: 123,
  accept: 10,
  acceptCancel: 10,
  rejectCancel: 10,
  status: 1,
  fulfilled: 90,
  moreFulfilments: 113,
  fulfil: 10,
  track: 10,
  closeRest: 10,
  stock: 303,
  setStock: 10,
  changedReturns: 327,
  return: 326,
  returnableLines: 203,
  reverse: 618,
  dispose: 10,
};

/** Permissions that the calls need. */
const SCOPES = [
  'read_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_orders',
  'read_assigned_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'write_fulfillments',
] as const;

/** Permission for orders of a location of the merchant. */
const OWN_SCOPES = ['read_merchant_managed_fulfillment_orders', 'write_merchant_managed_fulfillment_orders'] as const;
export const scopesOf = (ownLocation: string): readonly string[] => (ownLocation === '' ? SCOPES : [...SCOPES, ...OWN_SCOPES]);

/** Events that Shopify tells us of, each a hint to look at an order. */
export const TOPICS = [
  'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED',
  'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED',
  'FULFILLMENT_ORDERS_CANCELLED',
  'FULFILLMENT_ORDERS_MOVED',
  'FULFILLMENT_ORDERS_SPLIT',
  'FULFILLMENT_ORDERS_MERGED',
  'APP_UNINSTALLED',
] as const;
/** Events of orders that nobody asks us for, because they are assigned to a location of the merchant. */
export const OWN_TOPICS = [
  'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
  'FULFILLMENT_ORDERS_HOLD_RELEASED',
  'FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY',
] as const;
/** Events that are told only with the permission for returns. */
export const RETURN_TOPICS = ['RETURNS_APPROVE'] as const;
