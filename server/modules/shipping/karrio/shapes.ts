import { z } from 'zod';

/**
 * What we read of Karrio's answers (server version 2026.1). Only these fields are required: another version may add some. Lists come as
 * `{ results }`, although the published schema says otherwise for shipments.
 */

const Message = z.object({
  code: z.coerce.string().nullish(),
  message: z.coerce.string().nullish(),
  details: z.record(z.string(), z.unknown()).nullish(),
});
/** `errors` come from Karrio (400 to 500), `messages` from the carrier (424). */
export const Failure = z.object({ errors: z.array(Message).nullish(), messages: z.array(Message).nullish() });
export type Failure = z.infer<typeof Failure>;

const Rate = z.object({ total_charge: z.number().nullish(), currency: z.string().nullish() });
export const Rates = z.object({
  rates: z.array(Rate.extend({ carrier_id: z.string(), service: z.string().nullish(), transit_days: z.number().nullish() })),
});
export const Document = z.object({ category: z.string(), format: z.string().nullish(), base64: z.string().nullish() });

export const Shipment = z.object({
  id: z.string().min(1),
  status: z.string(),
  reference: z.string().nullish(),
  carrier_name: z.string().nullish(),
  carrier_id: z.string().nullish(),
  tracking_number: z.string().nullish(),
  selected_rate: Rate.nullish(),
  return_shipment: z.object({ tracking_number: z.string().nullish() }).nullish(),
  shipping_documents: z.array(Document).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  messages: z.array(Message).nullish(),
});
export type Shipment = z.infer<typeof Shipment>;
export const Shipments = z.object({ results: z.array(Shipment), next: z.string().nullish() });

export const Connections = z.object({
  results: z.array(z.object({ carrier_id: z.string(), carrier_name: z.string(), active: z.boolean() })),
});

export const Tracker = z.object({
  tracking_number: z.string(),
  status: z.string().nullish(),
  events: z
    .array(
      z.object({
        date: z.string().nullish(),
        time: z.string().nullish(),
        timestamp: z.string().nullish(),
        status: z.string().nullish(),
        description: z.string().nullish(),
        location: z.string().nullish(),
      }),
    )
    .nullish(),
});
export type Tracker = z.infer<typeof Tracker>;

export const Webhook = z.object({
  id: z.string().min(1),
  url: z.string(),
  /** Made by Karrio, and sent with each notice. */
  secret: z.string().min(8),
  enabled_events: z.array(z.string()),
  disabled: z.boolean().nullish(),
});
export type Webhook = z.infer<typeof Webhook>;
export const Webhooks = z.object({ results: z.array(Webhook) });

export const Pickup = z.object({
  id: z.string().min(1),
  confirmation_number: z.string().nullish(),
  status: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type Pickup = z.infer<typeof Pickup>;
export const Pickups = z.object({ results: z.array(Pickup) });
/** `shipment_identifiers` are the carrier's own. Shipments that Karrio does not know or that were not bought are left out of it silently. */
export const Manifest = z.object({ id: z.string().min(1), reference: z.string().nullish(), shipment_identifiers: z.array(z.string()) });
export type Manifest = z.infer<typeof Manifest>;
export const Manifests = z.object({ results: z.array(Manifest) });
export const ManifestFile = z.object({ base64: z.string().nullish() });
