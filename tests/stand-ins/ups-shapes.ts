import { z } from 'zod';
import { type Check, publishedCheck } from './published.ts';

/**
 * The requests that Kontor sends to UPS, restated, and the published schemas where they lie beside the repository. Deviation, known from the
 * descriptions in the same schema: the format of a recovered label is `ZPL` or `GIF`, although its length is given as four.
 */
export const text = (max: number, min = 1) => z.string().min(min).max(max);
export const Address = z.strictObject({
  AddressLine: z.array(text(35)).min(1).max(3),
  City: text(30),
  StateProvinceCode: text(5).optional(),
  PostalCode: text(9).optional(),
  CountryCode: text(2, 2),
});
const Party = z.strictObject({
  Name: text(35),
  AttentionName: text(35).optional(),
  Phone: z.strictObject({ Number: z.string().regex(/^\d{1,15}$/) }).optional(),
  Address,
});
const LabelSpecification = z.strictObject({
  LabelImageFormat: z.strictObject({ Code: z.literal('ZPL') }),
  LabelStockSize: z.strictObject({ Height: text(3), Width: text(3) }),
});
export const unit = z.strictObject({ Code: text(3) });
export const Money = z.strictObject({ CurrencyCode: text(3, 3), MonetaryValue: z.string().regex(/^\d{1,8}\.\d{2}$/) });
const charge = (Type: string) => z.strictObject({ Type: z.literal(Type), BillShipper: z.strictObject({ AccountNumber: text(6, 6) }) });
/** A commercial invoice. UPS requires persons and telephone numbers with it. */
const Invoice = z.strictObject({
  FormType: z.array(z.literal('01')).length(1),
  InvoiceNumber: text(35),
  InvoiceDate: z.string().regex(/^\d{8}$/),
  ReasonForExport: text(20),
  TermsOfShipment: z.enum(['DAP', 'DDP']),
  CurrencyCode: text(3, 3),
  Contacts: z.strictObject({ SoldTo: Party.required({ AttentionName: true, Phone: true }) }),
  Product: z
    .array(
      z.strictObject({
        Description: z.array(text(35)).min(1).max(3),
        Unit: z.strictObject({
          Number: z.string().regex(/^\d{1,7}$/),
          UnitOfMeasurement: unit,
          Value: z.string().regex(/^\d{1,12}(\.\d{1,6})?$/),
        }),
        CommodityCode: text(15, 6),
        PartNumber: text(35),
        OriginCountryCode: text(2, 2),
      }),
    )
    .min(1)
    .max(50),
});
const TaxNumber = z.strictObject({
  AgentRole: z.literal('20'),
  TaxIdentificationNumber: z.strictObject({
    IdentificationNumber: text(35),
    IDNumberCustomerRole: z.literal('06'),
    IDNumberEncryptionIndicator: z.literal('0'),
    IDNumberPurposeCode: z.literal('02'),
    IDNumberTypeCode: z.literal('0002'),
    IncludeIDNumberOnShippingBrokerageDocs: z.literal('01'),
  }),
});
export const COD = z.strictObject({ CODFundsCode: z.literal('1'), CODAmount: Money });
const measure = z.strictObject({ Code: text(3), Description: text(35) });
export const PACKAGE = {
  PackageWeight: z.strictObject({ UnitOfMeasurement: measure, Weight: text(5) }),
  Dimensions: z.strictObject({ UnitOfMeasurement: measure, Length: text(3), Width: text(3), Height: text(3) }).optional(),
  PackageServiceOptions: z.strictObject({ DeclaredValue: Money }).optional(),
};
const ShipmentRequest = z.strictObject({
  Request: z.strictObject({ RequestOption: z.enum(['nonvalidate', 'validate']) }),
  Shipment: z.strictObject({
    Description: text(50).optional(),
    GlobalTaxInformation: z.strictObject({ AgentTaxIdentificationNumber: TaxNumber }).optional(),
    Shipper: Party.extend({ ShipperNumber: text(6, 6) }),
    ShipTo: Party,
    ShipFrom: Party,
    PaymentInformation: z.strictObject({
      ShipmentCharge: z.union([z.tuple([charge('01')]), z.tuple([charge('01'), charge('02')])]),
    }),
    ShipmentRatingOptions: z.strictObject({ NegotiatedRatesIndicator: z.string() }),
    Service: z.strictObject({ Code: text(2, 2) }),
    ShipmentServiceOptions: z.strictObject({ COD: COD.optional(), InternationalForms: Invoice.optional() }).optional(),
    Package: z
      .array(
        z.strictObject({
          Packaging: z.strictObject({ Code: text(2, 2) }),
          ...PACKAGE,
          ReferenceNumber: z.array(z.strictObject({ Value: text(35) })).length(1),
        }),
      )
      .length(1),
  }),
  LabelSpecification,
});
export type UpsShipment = z.infer<typeof ShipmentRequest>['Shipment'];
const REQUESTS: Record<string, z.ZodType> = {
  SHIPRequestWrapper: z.strictObject({ ShipmentRequest }),
  LABELRECOVERYRequestWrapper: z.strictObject({
    LabelRecoveryRequest: z.strictObject({
      Request: z.strictObject({}),
      LabelSpecification,
      ReferenceValues: z.strictObject({ ReferenceNumber: z.strictObject({ Value: text(35) }), ShipperNumber: text(6, 6) }).optional(),
      TrackingNumber: text(18).optional(),
    }),
  }),
};
/** The length of a recovered label's format. An amount to collect is given the length five, and its description says eight digits and two decimals. */
const DEVIATION =
  /LABELRECOVERY.*LabelImageFormat\/Code: must NOT have fewer than 4 characters|CODAmount\/MonetaryValue: must NOT have (fewer|more) than 5 characters/;

const shipping = publishedCheck('ups-shipping-2025-08-20.json');
const tracking = publishedCheck('ups-tracking-2026-07-21.json');
export const hasUpsSchema = shipping !== null && tracking !== null;

export const upsCheck: Check = (definition, value) => {
  const restated = (REQUESTS[definition]?.safeParse(value).error?.issues ?? []).map(
    ({ path, message }) => `${definition}/${path.join('/')}: ${message}`,
  );
  const published = definition.startsWith('Track') ? tracking : shipping;
  return [...restated, ...(published?.(definition, value) ?? []).filter((fault) => !DEVIATION.test(fault))];
};
