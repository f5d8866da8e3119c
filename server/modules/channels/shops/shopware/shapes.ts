import { z } from 'zod';

/** Answers of the Admin API of Shopware, as far as they are read. Entities and their fields: `api-types/adminApiSchema.json` of @shopware/api-client. */

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
/** `updatedAt` is null until the first change. */
const times = { createdAt: z.string(), updatedAt: z.string().nullish() };
export type Times = { createdAt: string; updatedAt?: string | null | undefined };
/** The technical name of a state, which no translation changes. */
const State = z
  .object({ technicalName: z.string() })
  .nullish()
  .transform((state) => state?.technicalName ?? '');
const Named = z
  .object({ technicalName: Text, name: Text, translated: z.object({ name: Text }).nullish().catch(null) })
  .nullish()
  .transform((one) => [one?.translated?.name, one?.name, one?.technicalName].filter((name): name is string => Boolean(name)));

const Position = z.object({ id: z.string(), orderLineItemId: z.string(), quantity: z.int().nullish() });
const Transaction = z.object({ ...times, stateMachineState: State, paymentMethod: Named });
const Address = z.object({
  ...times,
  company: Text,
  department: Text,
  firstName: Text,
  lastName: Text,
  street: Text,
  zipcode: Text,
  city: Text,
  phoneNumber: Text,
  additionalAddressLine1: Text,
  additionalAddressLine2: Text,
  country: z.object({ iso: Text }).nullish(),
});
const LineItem = z.object({
  id: z.string(),
  parentId: z.string().nullish(),
  productId: z.string().nullish(),
  quantity: z.int(),
  unitPrice: z.number().nullish(),
  label: Text,
  good: z.boolean().nullish(),
  states: z
    .array(z.string())
    .nullish()
    .transform((states) => states ?? []),
  payload: z.object({ productNumber: Text }).nullish().catch(null),
  product: z.object({ productNumber: Text }).nullish(),
});
export type LineItem = z.infer<typeof LineItem>;

/** Parcels that we told of a delivery, as a custom field of it. Shopware has no place for what is in a parcel. */
const ReportedParcels = z
  .object({ kontor_parcels: z.array(z.object({ trackingNo: z.string(), lines: z.record(z.string(), z.int()) })) })
  .nullish()
  .catch(null)
  .transform((fields) => fields?.kontor_parcels ?? []);
export type Parcels = z.infer<typeof ReportedParcels>;

const order = { ...times, stateMachineState: State, amountTotal: z.number().nullish(), transactions: z.array(Transaction) };
const delivery = { id: z.string(), ...times, stateMachineState: State };
export type Paid = { amountTotal?: number | null | undefined; transactions: readonly z.infer<typeof Transaction>[] };

/** An order with what is needed to see which of its deliveries changed, and what is wanted of us. */
const ChangedOrder = z.object({
  ...order,
  autoIncrement: z.int(),
  deliveries: z.array(
    z.object({
      ...delivery,
      positions: z.array(z.object({ id: z.string() })),
      shippingOrderAddress: z.object(times).nullish(),
    }),
  ),
});
export const Delivery = z.object({
  ...delivery,
  trackingCodes: z
    .array(z.string())
    .nullish()
    .transform((codes) => codes ?? []),
  positions: z.array(Position),
  customFields: ReportedParcels,
  shippingMethod: Named,
  shippingOrderAddress: Address.nullish(),
  order: z.object({
    ...order,
    currency: z.object({ isoCode: Text }).nullish(),
    deliveries: z.array(z.object({ id: z.string(), positions: z.array(z.object({ id: z.string() })) })),
    orderNumber: Text,
    orderDateTime: Text,
    customerComment: Text,
    orderCustomer: z.object({ email: Text }).nullish(),
    lineItems: z.array(LineItem),
  }),
});
export type Delivery = z.infer<typeof Delivery>;
/** An order with what is needed to see which pieces wait for its payment. */
const WaitingOrder = z.object({
  ...order,
  autoIncrement: z.int(),
  lineItems: z.array(LineItem),
  deliveries: z.array(z.object({ stateMachineState: State, positions: z.array(Position) })),
});
const Product = z.object({
  id: z.string(),
  autoIncrement: z.int(),
  productNumber: Text,
  ean: Text,
  name: Text,
  translated: z.object({ name: Text }).nullish().catch(null),
  stock: z.int(),
  /** Since 6.7. Before, `states` tell it. */
  type: Text,
  states: z
    .array(z.string())
    .nullish()
    .transform((states) => states ?? []),
});

const listOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row) });
export const Changed = listOf(ChangedOrder);
export const Deliveries = listOf(Delivery);
export const WaitingOrders = listOf(WaitingOrder);
export const Products = listOf(Product);
/** Notices that the shop was asked for. */
export const Hooks = listOf(z.object({ id: z.string(), eventName: z.string(), active: z.boolean() }));
export const Anything = z.unknown();
export const Token = z.object({ access_token: z.string(), expires_in: z.int() });
