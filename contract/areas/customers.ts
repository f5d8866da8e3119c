import { z } from 'zod';
import { defineArea } from '../area.ts';
import { Address, Currency, EMPTY_ADDRESS, Email, Line, Lines, Ref } from '../fields.ts';

/** Whom the house and its merchants sell to. Without a merchant it is a party of the house itself. */
export const customers = defineArea({
  name: 'customers',
  fields: {
    no: Line(20).default(''),
    name: Line(200, 1),
    merchantId: Ref('merchants').nullable().default(null),
    vatId: Line(20).default(''),
    currency: Currency.default('EUR'),
    paymentDays: z.int().min(0).max(365).default(14),
    iban: z
      .string()
      .regex(/^([A-Z]{2}\d{2}[A-Z0-9]{10,30})?$/)
      .default(''),
    contact: Line(100).default(''),
    email: z.union([z.literal(''), Email]).default(''),
    phone: Line(40).default(''),
    address: Address.default(EMPTY_ADDRESS),
    remark: Lines(2000).default(''),
  },
  search: ['no', 'name', 'contact', 'email', 'vatId'],
  title: ['name'],
  merchant: 'merchantId',
});
