import { z } from 'zod';
import { Address, Currency, EMPTY_ADDRESS, Email, Line, Lines, Ref } from './fields.ts';

/** What the house keeps of everybody it deals with: customers, suppliers. Without a merchant it is a party of the house itself. */
export const partyFields = {
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
};
