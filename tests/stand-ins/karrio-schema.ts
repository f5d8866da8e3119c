import { z } from 'zod';
import { type Check, publishedCheck } from './published.ts';

/**
 * The published schema of Karrio, where it lies beside the repository. Deviations of the program from its schema, known from its source:
 * lists come as `{ count, next, previous, results }`.
 */

const published = publishedCheck('karrio-2026.1.32.json');
export const hasSchema = published !== null;

const A = z.strictObject({
  company_name: z.string().max(100).optional(),
  person_name: z.string().max(100).optional(),
  address_line1: z.string().max(100).optional(),
  address_line2: z.string().max(100).optional(),
  street_number: z.string().max(100).optional(),
  postal_code: z.string().max(20).optional(),
  city: z.string().max(50).optional(),
  country_code: z.string().length(2),
  phone_number: z.string().max(50).optional(),
  email: z.string().optional(),
});
const LABEL_TYPE = z.enum(['PDF', 'ZPL', 'PNG']);
const P = z.strictObject({
  weight: z.number().positive(),
  weight_unit: z.literal('KG'),
  length: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  dimension_unit: z.literal('CM').optional(),
  reference_number: z.string().max(100),
});
/** The requests that Kontor sends, restated. They hold where the published schema is missing, too. */
const REQUESTS: Record<string, z.ZodType> = {
  ShipmentData: z.strictObject({
    reference: z.string().min(8).max(35),
    services: z.array(z.string()).length(1),
    carrier_ids: z.array(z.string()).length(1),
    label_type: LABEL_TYPE,
    shipper: A,
    recipient: A,
    parcels: z.array(P).length(1),
    options: z.record(z.string(), z.unknown()),
    customs: z
      .strictObject({
        content_type: z.literal('merchandise'),
        incoterm: z.enum(['DAP', 'DDP']),
        commercial_invoice: z.literal(true),
        invoice: z.string().min(1).max(50),
        invoice_date: z.iso.date(),
        duty: z.strictObject({
          paid_by: z.enum(['sender', 'recipient']),
          currency: z.string().length(3),
          declared_value: z.number().positive(),
        }),
        commodities: z
          .array(
            z.strictObject({
              sku: z.string().max(100),
              title: z.string().max(200),
              quantity: z.int().min(1),
              weight: z.number().min(0),
              weight_unit: z.literal('KG'),
              hs_code: z.string().min(6),
              origin_country: z.string().length(2),
              value_amount: z.number().positive(),
              value_currency: z.string().length(3),
            }),
          )
          .min(1),
      })
      .optional(),
    is_return: z.boolean().optional(),
    metadata: z.strictObject({ kontor_parcel: z.uuid(), kontor_round: z.string() }),
  }),
  RateRequest: z.strictObject({
    reference: z.string().min(8).max(35),
    shipper: A,
    recipient: A,
    parcels: z.array(P).length(1),
    services: z.array(z.string()).min(1),
    carrier_ids: z.array(z.string()).length(1),
    options: z.record(z.string(), z.unknown()),
  }),
  ShipmentPurchaseData: z.strictObject({ service: z.string(), label_type: LABEL_TYPE, reference: z.string().max(35) }),
  PickupData: z.strictObject({
    pickup_date: z.iso.date(),
    ready_time: z.string().regex(/^\d\d:\d\d$/),
    closing_time: z.string().regex(/^\d\d:\d\d$/),
    address: A,
    parcels_count: z.int().min(1),
    instruction: z.string().max(50).optional(),
    options: z.strictObject({ connection_id: z.string() }),
    metadata: z.strictObject({ kontor_pickup: z.uuid() }),
  }),
  PickupCancelData: z.strictObject({ reason: z.string().max(50) }),
  ManifestData: z.strictObject({
    carrier_name: z.string(),
    address: A,
    shipment_ids: z.array(z.string()).min(1),
    reference: z.string().max(100),
  }),
  WebhookData: z.strictObject({
    url: z.url().max(200),
    description: z.string().max(200),
    enabled_events: z.array(z.string()).min(1),
    disabled: z.boolean(),
  }),
  TrackingData: z.strictObject({ tracking_number: z.string(), carrier_name: z.string() }),
};
const restated: Check = (definition, value) => {
  const faults = REQUESTS[definition]?.safeParse(value).error?.issues ?? [];
  return faults.map(({ path, message }) => `${definition}/${path.join('/')}: ${message}`);
};

/** Returns what does not fit: the restated requests always, and every named definition where the published schema is there. */
export const schemaCheck = (): Check => (definition, value) => [...restated(definition, value), ...(published?.(definition, value) ?? [])];
