import { z } from 'zod';

/** What we read of UPS's answers (Shipping, Rating and Pickup v2409, Label Recovery v1, Tracking v1). Only these fields are required. All figures are texts. */

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
export const Failure = z.object({
  response: z
    .object({ errors: z.array(z.object({ code: z.coerce.string().nullish(), message: z.string().nullish() })).nullish() })
    .nullish(),
});
export type Failure = z.infer<typeof Failure>;

const Charge = z.object({ CurrencyCode: z.string(), MonetaryValue: z.string() });
export type Charge = z.infer<typeof Charge>;
/** A list of one may come as the one. */
const several = <T extends z.ZodType>(of: T) => z.union([z.array(of), of.transform((one) => [one])]);

const Days = z.object({ BusinessDaysInTransit: z.string().nullish() }).nullish();
const RatedShipment = z.object({
  Service: z.object({ Code: z.string() }),
  TotalCharges: Charge.nullish(),
  NegotiatedRateCharges: z.object({ TotalCharge: Charge.nullish() }).nullish(),
  GuaranteedDelivery: Days,
  TimeInTransit: z.object({ ServiceSummary: z.object({ EstimatedArrival: Days }).nullish() }).nullish(),
});
export type RatedShipment = z.infer<typeof RatedShipment>;
export const Rated = z.object({ RateResponse: z.object({ RatedShipment: several(RatedShipment) }) });

/** The papers for the customs. */
const Form = z.object({ Image: z.object({ GraphicImage: z.string() }).nullish() }).nullish();

export const Shipped = z.object({
  ShipmentResponse: z.object({
    ShipmentResults: z.object({
      ShipmentIdentificationNumber: z.string(),
      ShipmentCharges: z.object({ TotalCharges: Charge }).nullish(),
      NegotiatedRateCharges: z.object({ TotalCharge: Charge.nullish() }).nullish(),
      Form,
      PackageResults: several(z.object({ TrackingNumber: z.string(), ShippingLabel: z.object({ GraphicImage: z.string() }).nullish() })),
    }),
  }),
});
export type Shipped = z.infer<typeof Shipped>;

export const Recovered = z.object({
  LabelRecoveryResponse: z.object({
    ShipmentIdentificationNumber: z.string().nullish(),
    Form,
    LabelResults: several(
      z.object({ TrackingNumber: z.string().nullish(), LabelImage: z.object({ GraphicImage: z.string() }).nullish(), Form }),
    ).nullish(),
    /** Several shipments have the reference. */
    TrackingCandidate: several(z.object({ TrackingNumber: z.string() })).nullish(),
  }),
});
export const Voided = z.object({ VoidShipmentResponse: z.object({ SummaryResult: z.unknown() }) });

export const PickupCreated = z.object({ PickupCreationResponse: z.object({ PRN: z.string().min(1) }) });
const Pending = z.object({
  PRN: z.string(),
  ServiceDate: z.string().nullish(),
  OnCallStatusCode: z.string().nullish(),
  ReferenceNumber: z.string().nullish(),
});
export const PendingPickups = z.object({ PickupPendingStatusResponse: z.object({ PendingStatus: several(Pending).nullish() }) });
export const PickupCancelled = z.object({ PickupCancelResponse: z.object({ PickupType: z.string().nullish() }) });

const Activity = z.object({
  date: z.string().nullish(),
  time: z.string().nullish(),
  gmtDate: z.string().nullish(),
  gmtTime: z.string().nullish(),
  location: z.object({ address: z.object({ city: z.string().nullish() }).nullish() }).nullish(),
  status: z.object({ type: z.string().nullish(), code: z.string().nullish(), description: z.string().nullish() }).nullish(),
});
export type Activity = z.infer<typeof Activity>;
export const Tracks = z.object({
  trackResponse: z.object({
    shipment: z.array(z.object({ package: z.array(z.object({ activity: z.array(Activity).nullish() })).nullish() })).nullish(),
  }),
});
