import { z } from 'zod';
import { type Check, publishedCheck } from './published.ts';
import { Address, COD, Money, PACKAGE, text, unit } from './ups-shapes.ts';

/**
 * What Kontor asks UPS beside shipments, restated: prices (Rating v2409) and pick-ups (Pickup v2409). Deviations, known from the descriptions in
 * the same schemas: amounts and weights are given one length, services two characters instead of three, and a day eight instead of four.
 */
const DEVIATION =
  /MonetaryValue: must NOT have fewer than 8 characters|(PickupDate|TotalWeight\/Weight|Service\/Code): must NOT have (fewer|more) than \d characters/;

const place = z.strictObject({ Name: text(35), Address });
const RateRequest = z.strictObject({
  Request: z.strictObject({ RequestOption: z.literal('Shoptimeintransit') }),
  Shipment: z.strictObject({
    Shipper: place.extend({ ShipperNumber: text(6, 6) }),
    ShipTo: place,
    ShipFrom: place,
    PaymentDetails: z.strictObject({
      ShipmentCharge: z.tuple([z.strictObject({ Type: z.literal('01'), BillShipper: z.strictObject({ AccountNumber: text(6, 6) }) })]),
    }),
    ShipmentRatingOptions: z.strictObject({ NegotiatedRatesIndicator: z.string() }),
    ShipmentServiceOptions: z.strictObject({ COD }).optional(),
    InvoiceLineTotal: Money.optional(),
    DeliveryTimeInformation: z.strictObject({
      PackageBillType: z.literal('03'),
      Pickup: z.strictObject({ Date: z.string().regex(/^\d{8}$/) }),
    }),
    Package: z.array(z.strictObject({ PackagingType: unit, ...PACKAGE })).length(1),
  }),
});
export type UpsRateShipment = z.infer<typeof RateRequest>['Shipment'];

const clock = z.string().regex(/^([01]\d|2[0-3])[0-5]\d$/);
const PickupCreationRequest = z.strictObject({
  Request: z.strictObject({}),
  RatePickupIndicator: z.literal('N'),
  Shipper: z.strictObject({ Account: z.strictObject({ AccountNumber: text(10, 6), AccountCountryCode: text(2, 2) }) }),
  PickupDateInfo: z.strictObject({ ReadyTime: clock, CloseTime: clock, PickupDate: z.string().regex(/^\d{8}$/) }),
  PickupAddress: z.strictObject({
    CompanyName: text(27),
    ContactName: text(22),
    AddressLine: z.array(text(73)).length(1),
    City: text(50),
    PostalCode: text(8).optional(),
    CountryCode: text(2, 2),
    ResidentialIndicator: z.literal('N'),
    Phone: z.strictObject({ Number: z.string().regex(/^\d{1,25}$/) }),
  }),
  AlternateAddressIndicator: z.literal('Y'),
  PickupPiece: z
    .array(
      z.strictObject({
        ServiceCode: text(3, 3),
        Quantity: z.string().regex(/^[1-9]\d{0,2}$/),
        DestinationCountryCode: text(2, 2),
        ContainerCode: z.literal('01'),
      }),
    )
    .min(1),
  TotalWeight: z.strictObject({ Weight: z.string().regex(/^\d{1,4}\.\d$/), UnitOfMeasurement: z.literal('KGS') }).optional(),
  OverweightIndicator: z.enum(['Y', 'N']),
  PaymentMethod: z.literal('01'),
  SpecialInstruction: text(57).optional(),
  ReferenceNumber: text(35),
  ShippingLabelsAvailable: z.literal('Y'),
});
export type UpsPickup = z.infer<typeof PickupCreationRequest>;

const REQUESTS: Record<string, z.ZodType> = {
  RATERequestWrapper: z.strictObject({ RateRequest }),
  PICKUPCreationRequestWrapper: z.strictObject({ PickupCreationRequest }),
};
const rating = publishedCheck('ups-rating-2026-06-10.json');
const pickup = publishedCheck('ups-pickup-2026-04-15.json');
export const hasUpsDaySchema = rating !== null && pickup !== null;

export const upsDayCheck: Check = (definition, value) => {
  const restated = (REQUESTS[definition]?.safeParse(value).error?.issues ?? []).map(
    ({ path, message }) => `${definition}/${path.join('/')}: ${message}`,
  );
  const published = definition.startsWith('RATE') ? rating : pickup;
  return [...restated, ...(published?.(definition, value) ?? []).filter((fault) => !DEVIATION.test(fault))];
};
