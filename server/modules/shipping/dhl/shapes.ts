import { z } from 'zod';

/**
 * What we read of the answers of DHL Parcel DE Shipping (version 2.1), DHL Parcel DE Pickup (version 3.0) and DHL Shipment Tracking (Unified). Only these fields are required:
 * another version may add some. Restated from the published interface descriptions.
 */

/** `statusCode` is called deprecated in favour of `status`, but sent. */
const Status = z.object({
  statusCode: z.number().nullish(),
  status: z.union([z.number(), z.string()]).nullish(),
  title: z.string().nullish(),
  detail: z.string().nullish(),
});
/** Whether the carrier did with a shipment what was asked. */
export const isOk = ({ statusCode, status }: z.infer<typeof Status>): boolean => Number(statusCode ?? status ?? 0) === 200;
const Document = z.object({ b64: z.string().nullish(), zpl2: z.string().nullish(), fileFormat: z.string().nullish() });
export type Document = z.infer<typeof Document>;

const Item = z.object({
  shipmentNo: z.string().nullish(),
  returnShipmentNo: z.string().nullish(),
  shipmentRefNo: z.string().nullish(),
  sstatus: Status,
  label: Document.nullish(),
  returnLabel: Document.nullish(),
  customsDoc: Document.nullish(),
  validationMessages: z
    .array(
      z.object({
        property: z.string().nullish(),
        validationMessage: z.string().nullish(),
        validationState: z.string().nullish(),
      }),
    )
    .nullish(),
});
export type Item = z.infer<typeof Item>;
/** Answer to an order, a deletion and a request for documents: one item for each shipment. */
export const Orders = z.object({ status: Status.nullish(), items: z.array(Item).min(1) });
/** Answer to the end of the day: one item for each shipment that is closed, or is not. */
export const Closed = z.object({ items: z.array(z.object({ shipmentNo: z.string().nullish(), sstatus: Status })).nullish() });
/** The manifest of a day: its sheets, and on which of them a shipment stands. */
export const Sheets = z.object({
  manifest: z.array(Document).nullish(),
  sheetNo: z.array(z.object({ sheetNo: z.string().nullish() })).nullish(),
  items: z.array(z.object({ shipmentNo: z.string().nullish() })).nullish(),
});
/** A refusal: of the whole call, of its only shipment, or of the gateway before it. */
export const Failure = z.object({
  status: z.union([Status, z.number(), z.string()]).nullish(),
  statusCode: z.number().nullish(),
  title: z.string().nullish(),
  detail: z.string().nullish(),
  items: z.array(Item).nullish(),
});
export type Failure = z.infer<typeof Failure>;

const Event = z.object({
  timestamp: z.string().nullish(),
  statusCode: z.string().nullish(),
  status: z.string().nullish(),
  description: z.string().nullish(),
  location: z.object({ address: z.object({ addressLocality: z.string().nullish() }).nullish() }).nullish(),
});
export type Event = z.infer<typeof Event>;
export const Tracks = z.object({
  shipments: z.array(z.object({ id: z.union([z.string(), z.number()]), status: Event.nullish(), events: z.array(Event).nullish() })),
});

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
export const PickupFailures = z.array(z.object({ title: z.string().nullish(), detail: z.string().nullish() })).min(1);
/** `pickupDate`: the day on which DHL comes. */
export const PickupOrdered = z.object({
  confirmation: z.object({ value: z.object({ orderID: z.string().min(1), pickupDate: z.string().nullish() }) }),
});
export const PickupOrders = z.array(
  z.object({
    orderDetails: z.object({ orderID: z.string().min(1), orderState: z.string().nullish() }),
    shipmentDetails: z
      .object({ shipments: z.array(z.object({ shipment: z.object({ customerReference: z.string().nullish() }) })).nullish() })
      .nullish(),
  }),
);
const Cancellation = z.object({ orderID: z.string(), orderState: z.string().nullish(), message: z.string().nullish() });
export const PickupsCancelled = z.object({
  confirmedCancellations: z.array(Cancellation).nullish(),
  failedCancellations: z.array(Cancellation).nullish(),
});
