import { z } from 'zod';

/**
 * An order as DHL Parcel DE Shipping (version 2.1.13) takes it, restated from the published interface description: lengths, patterns and
 * what is required. Strict, so that a field which DHL does not know is a fault.
 */
const text = (max: number, min = 1) => z.string().min(min).max(max);
const country = z.string().regex(/^[A-Z]{3}$/);
const postalCode = z
  .string()
  .min(3)
  .max(10)
  .regex(/^[0-9A-Za-z]+([ -]?[0-9A-Za-z]+)*$/);
const email = text(80, 3);
const postNumber = z.string().regex(/^\d{6,10}$/);
const names = { name1: text(50), name2: text(50).optional(), name3: text(50).optional() };
const street = { addressStreet: text(50), addressHouse: text(10).optional(), postalCode: postalCode.optional(), city: text(40), country };

const Shipper = z.strictObject({ ...names, ...street, contactName: text(80, 3).optional(), email: email.optional() });
const Contact = z.strictObject({
  ...names,
  ...street,
  additionalAddressInformation1: text(60).optional(),
  additionalAddressInformation2: text(60).optional(),
  phone: text(20).optional(),
  email: email.optional(),
});
const Locker = z.strictObject({
  name: text(50),
  lockerID: z.int().min(100).max(999),
  postNumber,
  city: z.string().max(40),
  country: country.optional(),
  postalCode,
});
const PostOffice = z.strictObject({
  name: text(50),
  retailID: z.int().min(401).max(999),
  postNumber: postNumber.optional(),
  email: email.optional(),
  city: z.string().max(80),
  country: country.optional(),
  postalCode,
});
const PoBox = z.strictObject({
  name1: text(50),
  name2: text(50).optional(),
  poBoxID: z.int(),
  city: z.string().max(80),
  country: country.optional(),
  postalCode,
});
const BillingNumber = z.string().regex(/^\w{10}\d{2}\w{2}$/);
const Value = z.strictObject({ currency: z.enum(['EUR', 'GBP', 'CHF', 'USD', 'CZK', 'SGD']), value: z.number().min(0) });
const Services = z.strictObject({
  namedPersonOnly: z.boolean().optional(),
  noNeighbourDelivery: z.boolean().optional(),
  bulkyGoods: z.boolean().optional(),
  additionalInsurance: Value.optional(),
  // Either a bank account or the reference of one is required.
  cashOnDelivery: z
    .strictObject({ amount: Value.extend({ currency: z.literal('EUR') }), accountReference: text(35), transferNote1: text(35) })
    .optional(),
  postalDeliveryDutyPaid: z.boolean().optional(),
  dhlRetoure: z.strictObject({ billingNumber: BillingNumber, refNo: text(50, 6).optional(), returnAddress: Contact.optional() }).optional(),
});
const grams = z.strictObject({ uom: z.enum(['g', 'kg']), value: z.number().min(0).max(31_500) });
const Customs = z
  .strictObject({
    invoiceNo: z.string().max(35).optional(),
    exportType: z.enum(['OTHER', 'PRESENT', 'COMMERCIAL_SAMPLE', 'DOCUMENT', 'RETURN_OF_GOODS', 'COMMERCIAL_GOODS']),
    postalCharges: Value,
    shipperCustomsRef: z.string().max(35).optional(),
    items: z
      .array(
        z.strictObject({
          itemDescription: text(256),
          countryOfOrigin: country.optional(),
          hsCode: text(11, 6).optional(),
          packagedQuantity: z.int(),
          itemValue: Value,
          itemWeight: grams,
        }),
      )
      .min(1)
      .max(99),
  })
  .refine(
    ({ postalCharges, items }) => items.every(({ itemValue }) => itemValue.currency === postalCharges.currency),
    'the currencies of goods and postal charges differ',
  );
const Shipment = z
  .strictObject({
    product: z.enum(['V01PAK', 'V53WPAK', 'V54EPAK', 'V62WP', 'V62KP', 'V66WPI']),
    billingNumber: BillingNumber,
    refNo: text(35, 8),
    shipDate: z.iso.date(),
    shipper: Shipper,
    consignee: z.union([Contact, Locker, PostOffice, PoBox]),
    details: z.strictObject({
      weight: grams,
      dim: z.strictObject({ uom: z.enum(['cm', 'mm']), length: z.int(), width: z.int(), height: z.int() }).optional(),
    }),
    services: Services.optional(),
    customs: Customs.optional(),
  })
  .refine(({ product, billingNumber }) => product.slice(1, 3) === billingNumber.slice(10, 12), 'the billing number is of another product');

/** A pick-up as DHL Parcel DE Pickup (version 3.0.0) takes it. A size is required where no billing number is given. */
export const PickupOrder = z.strictObject({
  customerDetails: z.strictObject({ billingNumber: BillingNumber }).optional(),
  pickupLocation: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('Id'), asId: z.string().regex(/^AS\d{10}$/) }),
    z.strictObject({
      type: z.literal('Address'),
      pickupAddress: z.strictObject({
        name1: text(50),
        name2: text(50).optional(),
        addressStreet: text(70),
        addressHouse: text(10),
        postalCode: text(7),
        city: text(35),
        country: text(2, 2),
      }),
    }),
  ]),
  businessHours: z
    .array(z.strictObject({ timeFrom: z.string().regex(/^\d{2}:\d{2}$/), timeUntil: z.string().regex(/^\d{2}:\d{2}$/) }))
    .max(3),
  contactPerson: z.array(z.strictObject({ name: text(50), phone: text(50).optional(), email: text(250).optional() })).max(2),
  pickupDetails: z.strictObject({
    pickupDate: z.strictObject({ type: z.literal('Date'), value: z.iso.date() }),
    totalWeight: z.strictObject({ uom: z.literal('g'), value: z.number().positive() }).optional(),
    comment: text(100).optional(),
  }),
  shipmentDetails: z.strictObject({
    shipments: z
      .array(z.strictObject({ transportationType: z.literal('PAKET'), size: z.literal('M'), customerReference: text(20) }))
      .min(1),
  }),
});
export type PickupOrder = z.infer<typeof PickupOrder>;

/** The end of the day: which shipments are closed. */
export const Manifesting = z.strictObject({ profile: text(35), shipmentNumbers: z.array(z.string()).min(1).max(30) });
export const Order = z.strictObject({ profile: text(35), shipments: z.array(Shipment).min(1).max(30) });
export type Order = z.infer<typeof Order>;
