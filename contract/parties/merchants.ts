import { z } from 'zod';
import { PICK_SCANS } from '../catalog/items.ts';
import { defineArea } from '../core/area.ts';
import { Address, Currency, EMPTY_ADDRESS, Email, Line, Lines } from '../core/fields.ts';
import { CARRIER_RULES } from '../shipping/carrier-choice.ts';
import { billingFields } from './party.ts';
import { tidyVatId } from './vat-id.ts';

/** Who pays duties and taxes of a parcel that leaves the customs union: the recipient, or the merchant (Incoterms 2020). */
export const INCOTERMS = ['DAP', 'DDP'] as const;
export const MERCHANT_STATES = ['active', 'paused', 'closed'] as const;

/** A tenant of the house. Goods, orders and invoices belong to a merchant. */
export const merchants = defineArea({
  name: 'merchants',
  fields: {
    no: Line(20, 1),
    name: Line(200, 1),
    state: z.enum(MERCHANT_STATES).default('active'),
    vatId: Line(30).overwrite(tidyVatId).default(''),
    currency: Currency.default('EUR'),
    paymentDays: z.int().min(0).max(365).default(14),
    /** Cash discount: per cent in hundredths, for payments within so many days from the day of the invoice. */
    discountDays: z.int().min(0).max(365).default(0),
    discountPercent: z.int().min(0).max(2000).default(0),
    /** Ship what is available if an order cannot be filled completely. */
    shipPartial: z.boolean().default(false),
    /** How the carrier of an order that names no service is chosen when it is released. */
    carrierRule: z.enum(CARRIER_RULES).default('fixed'),
    incoterm: z.enum(INCOTERMS).default('DAP'),
    /** `each`: every piece of this merchant is scanned when picked. */
    pickScan: z.enum(PICK_SCANS).default('once'),
    /** Tell the customer by mail when a return is requested and when it is finished. */
    tellCustomers: z.boolean().default(false),
    /** Tell the customer by mail that parcels are on their way. For orders of shops the shop does that. */
    tellShipments: z.boolean().default(false),
    contact: Line(100).default(''),
    email: z.union([z.literal(''), Email]).default(''),
    /** Address for invoices. If empty, `email` is used. */
    invoiceEmail: z.union([z.literal(''), Email]).default(''),
    ...billingFields,
    phone: Line(40).default(''),
    address: Address.default(EMPTY_ADDRESS),
    /** Returned by GET /v0/settings/config. */
    settings: z.record(z.string().max(60), z.union([Lines(500), z.number(), z.boolean()])).default({}),
  },
  search: ['no', 'name', 'vatId', 'contact', 'email'],
  title: ['name'],
  named: true,
  merchant: 'id',
});
