import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Country, Line } from '../core/fields.ts';
import { VAT_CATEGORIES } from './vat.ts';

/** `out`: what the house sells. `in`: what it buys. */
export const TAX_DIRECTIONS = ['out', 'in'] as const;
export type TaxDirection = (typeof TAX_DIRECTIONS)[number];
/** Kinds of the EC sales list (§ 18a UStG): goods, services, triangular transactions. */
export const EC_LIST_KINDS = ['goods', 'services', 'triangular'] as const;

/**
 * A tax code: how one kind of supply is taxed and booked, valid from a day on. `rate` is in hundredths of a per cent: 1900 is 19 %. Of a
 * supply the house buys under reverse charge, it is the rate of the tax that the house owes and deducts.
 */
export const tax = defineArea({
  name: 'tax',
  fields: {
    code: Line(20, 1),
    name: Line(100, 1),
    country: Country,
    category: z.enum(VAT_CATEGORIES).default('S'),
    rate: z.int().min(0).max(10_000),
    /** The recipient owes the tax (Art. 196 VAT Directive 2006/112/EC). */
    reverseCharge: z.boolean().default(false),
    direction: z.enum(TAX_DIRECTIONS).default('out'),
    /** Account of the revenue or expense. If empty: the default account. In another currency: the number with the currency, 8400-USD. */
    accountNo: Line(20).default(''),
    /** Account of the tax: output VAT of what is sold, input VAT of what is bought. */
    vatAccountNo: Line(20).default(''),
    /** Account of the tax that the house owes under reverse charge. */
    owedAccountNo: Line(20).default(''),
    /** Tax key of a DATEV file (BU-Schlüssel). Empty for automatic accounts. */
    datevKey: Line(4).default(''),
    /** Boxes of the German VAT return (UStVA): the base, the output or input tax, and the tax owed under reverse charge. */
    boxBase: Line(4).default(''),
    boxTax: Line(4).default(''),
    boxOwed: Line(4).default(''),
    ecList: z.enum(EC_LIST_KINDS).nullable().default(null),
    validFrom: CalendarDate.nullable().default(null),
    validTo: CalendarDate.nullable().default(null),
  },
  search: ['code', 'name', 'country'],
  title: ['code'],
});
